// What shows that a task is done: a command that ran, on which state of which repository. ADR 130.
import { type Static, Type } from 'typebox'
import { Actor } from '../actor.ts'
import { Id, nullable, object, oneOf, Timestamp, visibleText } from '../field.ts'
import { type EvidenceKind, evidenceKinds, type EvidenceState, evidenceStates, maxCommandWord, maxCommandWords, maxOutput } from './evidence-words.ts'

export { type EvidenceKind, evidenceKinds, type EvidenceState, evidenceStates, maxOutput }

export const EvidenceId = Type.String({ format: 'uuid', description: 'The same on every device.' })

const Hash = Type.String({
  pattern: '^(?:[0-9a-f]{40}|[0-9a-f]{64})$',
  description: 'A git object id.',
  'x-hint': 'must be a git object id: 40 or 64 hex digits',
})
const Checkout = visibleText(200, 'Names one working copy: evidence of another tree in the same one is stale.')

const RunTree = object('RunTree', {
  repository: nullable(visibleText(2000, 'The URL of its remote, without credentials; null: it has none.')),
  commit: nullable(Hash),
  before: { ...Hash, description: 'The git tree that the command ran on, uncommitted changes hashed in.' },
  after: { ...Hash, description: 'The tree when it had ended; another one than before: it changed what it was to test.' },
  checkout: Checkout,
})
export type RunTree = Static<typeof RunTree>

/** One run of a command, as whoever ran it saw it. */
export const CommandRun = object('CommandRun', {
  command: Type.Array(Type.String({ maxLength: maxCommandWord }), { minItems: 1, maxItems: maxCommandWords, description: 'The program and its arguments.' }),
  exit_code: nullable(Type.Integer({ minimum: 0, maximum: 4294967295, description: 'null: a signal ended it.' })),
  signal: Type.Optional(visibleText(40, 'The signal that ended it.')),
  timed_out: Type.Optional(Type.Boolean({ description: 'true: it was killed because it took too long.' })),
  started_at: Timestamp,
  duration_ms: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  output: Type.String({ maxLength: maxOutput, description: 'The end of what it printed, as it is: what is secret in it stays in it.' }),
  output_bytes: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'How much it printed altogether.' })),
  output_sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Of all that it printed.', 'x-hint': 'must be 64 hex digits' }),
  tree: Type.Optional(RunTree),
  no_tree: Type.Optional(visibleText(1000, 'Why there is no tree: no repository, no git.')),
  url: Type.Optional(
    Type.String({ maxLength: 2000, pattern: '^https?://', description: 'Where the run can be looked at.', 'x-hint': 'must be an http(s) URL' }),
  ),
})
export type CommandRun = Static<typeof CommandRun>

export const NewEvidence = object('NewEvidence', {
  kind: oneOf(evidenceKinds, 'ran and ci need `run` and the token of the data folder; claimed needs `text`.'),
  id: Type.Optional({ ...EvidenceId, description: 'Made by the sender: the same again is the same evidence, however often it is sent.' }),
  criterion: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Which criterion of the task it answers; 1 is the first.' })),
  run: Type.Optional(CommandRun),
  text: Type.Optional(visibleText(10_000, 'What is claimed.')),
})
export type NewEvidence = Static<typeof NewEvidence>

export const Evidence = object('Evidence', {
  id: EvidenceId,
  task_id: Id,
  kind: oneOf(evidenceKinds, 'ran: by `tandem prove`; ci: sent by a CI job; claimed: merely said.'),
  state: oneOf(
    evidenceStates,
    'valid: it passed, on what is the present tree as far as Tandem knows; stale: another tree has been seen since, or the same command failed; failed; changed_tree: the command changed the tree that it ran on; no_tree: not in a git repository; claimed: counts for nothing.',
  ),
  criterion: nullable(Type.String({ description: 'The text of the criterion that it answers.' })),
  run: Type.Optional(CommandRun),
  text: nullable(Type.String({ description: 'What is claimed.' })),
  key_id: nullable(Type.String({ description: 'The key that signed it; null: it is only claimed, and not signed.' })),
  elsewhere: Type.Optional(Type.Boolean({ description: 'true: it was recorded by another service of the team, and signed with its key, which is checked.' })),
  by: Actor,
  created_at: Timestamp,
})
export type Evidence = Static<typeof Evidence>

/** A DSSE envelope (v1): its payload is an in-toto Statement. */
export const Envelope = object('Envelope', {
  payload: Type.String({ description: 'The in-toto Statement, base64.' }),
  payloadType: Type.String(),
  signatures: Type.Array(object('EnvelopeSignature', { keyid: Type.String(), sig: Type.String({ description: 'Ed25519, base64.' }) })),
})
export type Envelope = Static<typeof Envelope>

const PublicKey = {
  key_id: Type.String({ description: 'SHA-256 of the key in DER form, in hex.' }),
  algorithm: Type.Literal('Ed25519'),
  public_key: Type.String({ description: 'PEM.' }),
  created_at: Timestamp,
}

export const EvidenceKey = object('EvidenceKey', {
  ...PublicKey,
  former: Type.Array(object('FormerKey', PublicKey), { description: 'Keys from before: what they signed can still be checked.' }),
  team: Type.Optional(Type.Array(object('TeamKey', PublicKey), { description: 'Keys of other services of the team, as their evidence brought them.' })),
})
export type EvidenceKey = Static<typeof EvidenceKey>

export const SeenTree = object('SeenTree', { checkout: Checkout, tree: { ...Hash, description: 'Its tree at this moment.' } })
export type SeenTree = Static<typeof SeenTree>
