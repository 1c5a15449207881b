import { type Static, Type } from 'typebox'
import { Actor } from './actor.ts'
import { Because, writeKinds } from './agent.ts'
import { Id, nullable, object, oneOf, Timestamp } from './field.ts'
import { Principal, UndoConflict } from './journal.ts'

export const proposalStates = ['pending', 'accepted', 'rejected', 'withdrawn'] as const
export type ProposalState = (typeof proposalStates)[number]

/** A write that an agent may only propose: it waits for a person. */
export const Proposal = object('Proposal', {
  id: Id,
  uid: Type.Optional(Type.String({ format: 'uuid', description: 'Names it on every device of a team.' })),
  agent: Type.String({ maxLength: 200, description: 'Who proposed it: an agent, or who wrote the message.' }),
  kinds: Type.Array(oneOf(writeKinds, 'A kind of write that it would be.')),
  tool: Type.String({
    description:
      'The tool that the agent called; `conversation` for what was read from one; `done_unproven` for a task that an agent calls done without the evidence that the policy wants.',
  }),
  arguments: Type.Record(Type.String(), Type.Unknown()),
  task_id: nullable(Id),
  conversation_id: nullable(Type.Integer({ minimum: 1, description: 'The conversation that it was read from; null when an agent proposed it.' })),
  state: oneOf(
    proposalStates,
    'pending until a person decides; withdrawn while the task that it is about, or the conversation that it was read from, is deleted; of done_unproven while the task is not in review; and for good once its agent has taken it back (decided_at says when).',
  ),
  reason: nullable(Type.String({ description: 'Why it was rejected, in the words of the person.' })),
  result: nullable(Type.Record(Type.String(), Type.Unknown(), { description: 'What the accepted write answered.' })),
  entries: Type.Array(Type.Integer(), {
    description: 'The journal entries that the decision made: of an accepted write, or of attaching its conversation to a task. Empty until then.',
  }),
  because: Type.Optional(Because),
  decide_on: Type.Optional(
    Type.String({
      description: 'Only on this desktop can it be accepted: there an agent proposed it, and nobody else has the tool. Rejecting it works everywhere.',
    }),
  ),
  principal: Type.Optional(Principal),
  created_at: Timestamp,
  decided_at: nullable(Timestamp),
  decided_by: Type.Unsafe<Actor | null>({ anyOf: [Actor, { type: 'null' }] }),
})
export type Proposal = Static<typeof Proposal>

export const Rejection = object('Rejection', { reason: Type.Optional(Type.String({ maxLength: 2000, description: 'The agent is told.' })) })
export type Rejection = Static<typeof Rejection>

export const ReopenedProposal = object('ReopenedProposal', {
  proposal: Proposal,
  conflicts: Type.Array(UndoConflict, { description: 'What of the accepted write was left as it is, because somebody changed it since.' }),
})
export type ReopenedProposal = Static<typeof ReopenedProposal>
