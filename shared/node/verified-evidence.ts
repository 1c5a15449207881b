// Evidence that comes from another service: what was signed there, with the key that comes along.
import { createPublicKey, type KeyObject } from 'node:crypto'
import { readStatement } from '../domain/evidence/statement.ts'
import type { SyncedEvidence } from '../schema/cloud/synced-evidence.ts'
import { openEnvelope } from './envelope.ts'

function keyIn(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem)
  } catch {
    return undefined
  }
}

function statementIn({ envelope, public_key }: Pick<SyncedEvidence, 'envelope' | 'public_key'>) {
  const key = public_key === null ? undefined : keyIn(public_key)
  const payload = key && envelope ? openEnvelope(envelope, key) : undefined
  try {
    return payload && readStatement(JSON.parse(payload.toString()))
  } catch {
    return undefined
  }
}

/** Why it is not what it says it is; undefined: it is. */
export function whyNotGenuine(given: SyncedEvidence): string | undefined {
  const { id, kind, criterion, text, task_uid, envelope } = given
  if (kind === 'claimed') return envelope === null && text !== null ? undefined : 'a claim has a text and no signature'
  const statement = statementIn(given)
  if (!statement) return 'its signature is not of the key that came with it'
  const signed = statement.predicate.tandem_run
  const isThis = signed.evidence_id === id && signed.kind === kind && signed.criterion === criterion && signed.task_uid === task_uid
  return isThis ? undefined : 'it was signed for something else'
}
