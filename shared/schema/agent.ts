import { type Static, Type } from 'typebox'
import { Id, nullable, object, oneOf, Timestamp } from './field.ts'

/** The kinds of write that a policy tells apart. */
export const writeKinds = ['create', 'update', 'status', 'comment', 'delete', 'remind', 'contact', 'reply', 'claim'] as const
export type WriteKind = (typeof writeKinds)[number]

export const verdicts = ['allow', 'propose', 'deny'] as const
export type Verdict = (typeof verdicts)[number]

const verdict = Type.Optional(oneOf(verdicts, 'allow: written at once; propose: put on the review list; deny: refused. Default: allow.'))

/** For `reply` alone: what has left cannot be taken back. */
const replyVerdict = Type.Optional(oneOf(verdicts, 'Emails to those who asked. allow: sent; propose: put on the review list; deny: refused. Default: propose.'))

/** For `status` alone: done needs evidence. */
const statusVerdict = Type.Optional(
  oneOf(
    [...verdicts, 'proven'],
    'As for the others; proven: written at once, but without valid evidence of each criterion (without criteria: any) done becomes in_review, and a person is asked. Default: allow.',
  ),
)

/** How long writes count against the limits below. */
export const brakeMinutes = 5
export const usualBrake = { writes: 60, deletes: 10 } as const

const most = (description: string) => Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 100_000, description })))

export const BrakeLimits = object('BrakeLimits', {
  writes: most(`Writes in ${brakeMinutes} minutes, deletes included; null: no limit. Default: ${usualBrake.writes}.`),
  deletes: most(`Deletes in ${brakeMinutes} minutes; null: no limit. Default: ${usualBrake.deletes}.`),
})
export type BrakeLimits = Static<typeof BrakeLimits>

/** What an agent may write. A kind that is not named follows the policy of `*`, and that one's default is allow (of `reply`: propose). */
export const AgentPolicy = object('AgentPolicy', {
  create: verdict,
  update: verdict,
  status: statusVerdict,
  comment: verdict,
  delete: verdict,
  remind: verdict,
  contact: verdict,
  reply: replyVerdict,
  claim: verdict,
  brake: Type.Optional(BrakeLimits),
  outside: Type.Optional(
    oneOf(['propose', 'allow'], 'Deletes and status changes of a run that has read text from outside (an email, say): propose or allow. Default: propose.'),
  ),
})
export type AgentPolicy = Static<typeof AgentPolicy>

/** What an agent may at most with a credential of its own: it narrows the policy of the agent, and never widens it. */
export const TokenPolicy = object('TokenPolicy', {
  create: verdict,
  update: verdict,
  status: verdict,
  comment: verdict,
  delete: verdict,
  remind: verdict,
  contact: verdict,
  reply: replyVerdict,
  claim: verdict,
})
export type TokenPolicy = Static<typeof TokenPolicy>

export const brakeReasons = ['writes', 'deletes'] as const

/** An agent that wrote more than it may, and only proposes since. */
export const AgentBrake = object('AgentBrake', {
  reason: oneOf(brakeReasons, 'Which limit was reached.'),
  count: Type.Integer({ description: 'How many it would have been, with the write that was stopped.' }),
  max: Type.Integer({ description: 'How many were allowed then.' }),
  minutes: Type.Integer({ description: 'Within so many minutes.' }),
  state: oneOf(['waiting', 'kept'], 'waiting: no person has looked yet; kept: a person wants it to go on proposing.'),
  since: Timestamp,
})
export type AgentBrake = Static<typeof AgentBrake>

export const BrakeDecision = object('BrakeDecision', {
  go_on: Type.Boolean({ description: 'true: it writes as its policy says again, and counting begins anew; false: it goes on proposing.' }),
})

/** Why a write was only proposed that the policy allows. */
export const Because = object('Because', {
  what: oneOf(['brake', 'outside'], 'brake: the agent wrote too much; outside: its run had read text from outside.'),
  reason: Type.Optional(oneOf(brakeReasons, 'Of the brake: which limit was reached.')),
  count: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  max: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  minutes: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  task_id: nullable(Id),
  title: nullable(Type.String({ description: 'The task in which the text stood.' })),
  from: Type.String({ description: 'Who wrote the text, as far as known.' }),
})
export type Because = Static<typeof Because>

/** An agent that was here, with what it read and wrote, in tokens (estimated). */
export const Agent = object('Agent', {
  name: Type.String({ description: "The client's name; `*` stands for every agent without a policy of its own." }),
  policy: AgentPolicy,
  brake: nullable(AgentBrake),
  calls: Type.Integer({ description: 'MCP requests answered.' }),
  tokens_in: Type.Integer({ description: 'Tokens of what it sent as arguments.' }),
  tokens_out: Type.Integer({ description: 'Tokens of what it was given to read.' }),
  first_seen_at: Timestamp,
  last_seen_at: Timestamp,
})
export type Agent = Static<typeof Agent>

/** How to connect one client to this service, as `tandem-mcp --print-config` prints it. */
export const AgentSetup = object('AgentSetup', {
  client: Type.String({ description: 'The name that --print-config takes.' }),
  title: Type.String(),
  steps: Type.Array(object('SetupStep', { say: Type.String(), copy: Type.String({ description: 'What to run, or to put into the file.' }) })),
})
export type AgentSetup = Static<typeof AgentSetup>
