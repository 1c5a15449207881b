import { type Static, Type } from 'typebox'
import { object, oneOf, Timestamp } from './field.ts'

/** The kinds of write that a policy tells apart. */
export const writeKinds = ['create', 'update', 'status', 'comment', 'delete', 'remind', 'contact', 'claim'] as const
export type WriteKind = (typeof writeKinds)[number]

export const verdicts = ['allow', 'propose', 'deny'] as const
export type Verdict = (typeof verdicts)[number]

const verdict = Type.Optional(oneOf(verdicts, 'allow: written at once; propose: put on the review list; deny: refused. Default: allow.'))

/** For `status` alone: done needs evidence. */
const statusVerdict = Type.Optional(
  oneOf(
    [...verdicts, 'proven'],
    'As for the others; proven: written at once, but without valid evidence of each criterion (without criteria: any) done becomes in_review, and a person is asked. Default: allow.',
  ),
)

/** What an agent may write. A kind that is not named follows the policy of `*`, and that one's default is allow. */
export const AgentPolicy = object('AgentPolicy', {
  create: verdict,
  update: verdict,
  status: statusVerdict,
  comment: verdict,
  delete: verdict,
  remind: verdict,
  contact: verdict,
  claim: verdict,
})
export type AgentPolicy = Static<typeof AgentPolicy>

/** An agent that was here, with what it read and wrote, in tokens (estimated). */
export const Agent = object('Agent', {
  name: Type.String({ description: "The client's name; `*` stands for every agent without a policy of its own." }),
  policy: AgentPolicy,
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
