// Who is calling? X-Actor says so; else the client's User-Agent does. A browser is a person.
import { createHash } from 'node:crypto'
import { invalidField } from '../domain/app-error.ts'
import type { Actor } from '../schema/actor.ts'

const longest = 200

function clean(name: string): string {
  // Header bytes arrive as Latin-1; names are UTF-8.
  return Buffer.from(name, 'latin1').toString('utf8').replaceAll(/\p{C}/gu, '').toWellFormed().trim().slice(0, longest)
}

/** `agent:claude`, `person:Ana`, or just a name, which is an agent's. */
export function actorOf(xActor: string | undefined, userAgent: string | undefined): Actor {
  if (xActor !== undefined && xActor.trim() !== '') {
    const [, kind, name] = /^(?:(\w+):)?(.*)$/s.exec(xActor.trim()) as unknown as [string, string | undefined, string]
    if (kind !== undefined && kind !== 'person' && kind !== 'agent')
      throw invalidField('X-Actor', `X-Actor must be "agent:NAME" or "person:NAME"; got '${clean(xActor)}'`)
    const readable = clean(name)
    if (readable === 'person' && kind === undefined) return { kind: 'person', name: 'person' }
    return { kind: kind ?? 'agent', name: readable || (kind ?? 'agent') }
  }
  if (userAgent?.startsWith('Mozilla/')) return { kind: 'person', name: 'person' }
  return { kind: 'agent', name: clean(userAgent?.split(/[/\s]/, 1)[0] ?? '') || 'unknown' }
}

const runValue = /^[\x21-\x7e]{1,200}$/

/**
 * The run that the header X-Run names, as the journal shows it: a digest, because whoever knows the header's value is believed to be that
 * run, and the journal is open to everybody. Throws `invalid` for a value that is no plain text.
 */
export function runOf(xRun: string | undefined): string | undefined {
  if (xRun === undefined || xRun === '') return undefined
  if (!runValue.test(xRun)) throw invalidField('X-Run', 'X-Run must be 1 to 200 visible ASCII characters without spaces, such as a UUID.')
  return runId(xRun)
}

/** The public name of a run whose own, secret name is `value`. */
export function runId(value: string): string {
  return createHash('sha256').update(`run:${value}`).digest('base64url').slice(0, 16)
}
