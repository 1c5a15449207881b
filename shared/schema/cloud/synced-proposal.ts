import { type Static, Type } from 'typebox'
import { Actor } from '../actor.ts'
import { Because, writeKinds } from '../agent.ts'
import { nullable, object, oneOf, Timestamp, Uid } from '../field.ts'
import { proposalStates } from '../proposal.ts'

const version = (description: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })
const anything = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

const fields = {
  agent: Type.String({ minLength: 1, maxLength: 200 }),
  kinds: Type.Array(oneOf(writeKinds, 'A kind of write that it would be.'), { maxItems: writeKinds.length }),
  tool: Type.String({ minLength: 1, maxLength: 100 }),
  arguments: anything('Of the call. Tasks are named by uid.'),
  task_uid: nullable(Uid),
  because: Type.Optional(Because),
  /** While its task is gone it is withdrawn as well: each side knows that by itself. */
  state: oneOf(proposalStates, 'What was made of it; withdrawn: its agent has taken it back.'),
  reason: nullable(Type.String({ maxLength: 2000 })),
  result: nullable(anything('What the accepted write answered; a task with its uid.')),
  created_at: Timestamp,
  decided_at: nullable(Timestamp),
  decided_by: Type.Unsafe<Actor | null>({ anyOf: [Actor, { type: 'null' }] }),
}

/** A proposal as devices share it: by uids, since each knows the tasks by other numbers. */
export const SyncedProposal = object('SyncedProposal', {
  uid: Uid,
  ...fields,
  decide_on: nullable(Type.String({ description: 'The desktop on which alone it can be accepted, because the cloud has no such tool.' })),
  version: version('Counts its changes.'),
  problem: Type.Optional(Type.String({ description: 'Why the decision that was brought was not taken, where there is a reason but that another one stands.' })),
})
export type SyncedProposal = Static<typeof SyncedProposal>

export const SyncProposalWrite = object('SyncProposalWrite', {
  ...fields,
  carried_out: Type.Boolean({
    description:
      'true: the device has done itself what follows from the decision, and what that wrote comes with POST /sync; false: it says only what a person decided.',
  }),
  on: version(
    'The version on which the device decided; 0: it knows of none. What is pending takes any decision, what is decided only that on its own version.',
  ),
})
export type SyncProposalWrite = Static<typeof SyncProposalWrite>
