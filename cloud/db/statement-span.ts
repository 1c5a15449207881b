// A statement in a trace: what it does to which tables. Neither its text nor its values.
import { isTracing, partSpan } from '../../shared/node/tracing/spans.ts'

const maxKnown = 1000
const known = new Map<string, { name: string; facts: Record<string, string> }>()

const writing = /\b(insert)\s+into\s+"?([a-z_]+)|\b(delete)\s+from\s+"?([a-z_]+)|\b(update)\s+(?!set\b|of\b|skip\b|nowait\b)"?([a-z_]+)/gi
const reading = /\b(?:from|join)\s+"?([a-z_]+)/i

/**
 * Such as `SELECT tasks`; of what writes several tables at once `UPDATE team_counters, INSERT event_queue`. Texts come from this program alone, with
 * placeholders for values, so that a word behind FROM or INTO is the name of a table or a function.
 */
export function summaryOf(text: string): string {
  const writes = [...text.matchAll(writing)].map((found) => found.slice(1).filter((word) => word !== undefined))
  if (writes.length > 0) return [...new Set(writes.map(([verb = '', table]) => `${verb.toUpperCase()} ${table}`))].join(', ')
  const table = reading.exec(text)?.[1]
  return table === undefined ? 'SELECT' : `SELECT ${table}`
}

function described(text: string) {
  const found = known.get(text)
  if (found) return found
  const name = summaryOf(text)
  const one = { name, facts: { 'db.system.name': 'postgresql', 'db.query.summary': name } }
  if (known.size < maxKnown) known.set(text, one)
  return one
}

export function statementSpan<T>(text: string, ask: () => Promise<T>): Promise<T> {
  if (!isTracing()) return ask()
  const { name, facts } = described(text)
  return partSpan(name, { kind: 'client', facts }, ask)
}
