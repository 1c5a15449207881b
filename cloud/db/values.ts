// How the server's values are read.
import { types as pgTypes } from 'pg'

/** The server's "2026-11-20 19:08:54.123+00" as RFC 3339. */
function momentOf(text: string): string {
  return text.length === 26 && text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, 23)}Z` : new Date(text).toISOString()
}

const parsers: Record<number, (text: string) => unknown> = {
  20: Number, // bigint: our numbers stay far below 2^53
  1016: (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)),
  1184: momentOf,
}
export const types = { getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers[oid] ?? pgTypes.getTypeParser(oid, format) }
