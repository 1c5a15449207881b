// Where an export's lines come from: the running service, or a data folder.
import { openOffline } from '../offline.ts'
import { StartError } from '../start-error.ts'
import type { Place } from '../imports/data-place.ts'

export type ExportPart = 'list' | 'journal'

/** Text in pieces of any size. */
export function exportFrom(place: Place, part: ExportPart): AsyncIterable<string> {
  if (place.kind === 'service') return download(place.url, place.token, part)
  const { exports } = openOffline(place.db)
  return part === 'journal' ? exports.history() : exports.list()
}

async function* download(url: string, token: string | undefined, part: ExportPart): AsyncGenerator<string> {
  const response = await fetch(`${url}/export?part=${part}`, { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } })
  if (!response.ok || !response.body) {
    const problem = (await response.json().catch(() => ({}))) as { detail?: string }
    throw new StartError('data-dir', `Tandem at ${url} could not export: ${problem.detail ?? response.statusText}`)
  }
  yield* response.body.pipeThrough(new TextDecoderStream())
}
