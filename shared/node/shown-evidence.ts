// Evidence as it is answered, with what it is worth now: the same in the service and in the cloud, each with its own store.
import { readStatement, runOf } from '../domain/evidence/statement.ts'
import { statesOf } from '../domain/evidence/states.ts'
import type { Actor } from '../schema/actor.ts'
import type { CommandRun, Envelope, Evidence, EvidenceKey, EvidenceKind } from '../schema/work/evidence.ts'
import { createPublicKey } from 'node:crypto'
import { keyIdOf } from './envelope.ts'

export interface StoredEvidence {
  id: string
  task_id: number
  kind: EvidenceKind
  criterion: string | null
  text: string | null
  /** What was signed; null: it is only claimed. */
  envelope: Envelope | null
  by: Actor
  created_at: string
  /** Of another service of the team that signed it; null: it was recorded here. */
  public_key: string | null
}

/** What was signed, if anything. */
export function runIn(envelope: Envelope | null): CommandRun | undefined {
  const statement = envelope && readStatement(JSON.parse(Buffer.from(envelope.payload, 'base64').toString()))
  return statement ? runOf(statement) : undefined
}

/** All of a task, newest first. `presentTree`: what was last seen of a working copy. */
export function shownEvidence(newestFirst: readonly StoredEvidence[], presentTree: (checkout: string) => string | undefined): Evidence[] {
  const read = newestFirst.map((one) => ({ ...one, run: runIn(one.envelope) }))
  const states = statesOf(read, presentTree)
  return read.map(({ envelope, public_key, run, ...one }, place) => ({
    ...one,
    ...(public_key === null ? {} : { elsewhere: true }),
    state: states[place] as Evidence['state'],
    ...(run ? { run } : {}),
    key_id: envelope?.signatures[0]?.keyid ?? null,
  }))
}

/** Keys of other services of the team, as their evidence brought them. */
export const keysOfTeam = (keys: readonly { public_key: string; created_at: string }[]): NonNullable<EvidenceKey['team']> =>
  keys.map(({ public_key, created_at }) => ({ key_id: keyIdOf(createPublicKey(public_key)), algorithm: 'Ed25519', public_key, created_at }))
