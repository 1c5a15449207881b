// A mail that nobody is sure about, as a team shares it: with all that a yes needs, since only one machine has the mail itself.
import type { Actor } from '../../schema/actor.ts'
import type { Proposal } from '../../schema/proposal.ts'

/** What a proposal is called that was read from a conversation. No tool that an agent can call. */
export const conversationTool = 'conversation'

/** What of the mail a yes writes, wherever it is said. */
export interface UndecidedMail {
  /** The same for all mails of its thread. */
  thread: string
  /** The sender, as the mail names them. */
  from: string
  /** What is added to the task that it is about. */
  body: string
  comment_uid: string | null
  /** When to remind of a new task. */
  remind_at: string | null
}

interface ReadFromMail {
  /** The task by which devices name it. */
  id?: unknown
  as: 'create' | 'update' | 'reopen'
  why: string
  task: { title: string }
  mail?: UndecidedMail
}

const readOf = (proposal: Pick<Proposal, 'arguments'>) => proposal.arguments as unknown as ReadFromMail

/** Of a mail to a team; undefined: it is an agent's, or its conversation is nobody else's. */
export const mailOf = (proposal: Pick<Proposal, 'tool' | 'arguments'>): UndecidedMail | undefined =>
  proposal.tool === conversationTool ? readOf(proposal).mail : undefined

/** As whom it is written: what somebody outside wrote stays theirs, whoever says yes to it. */
export const proposerOf = ({ tool, agent }: Pick<Proposal, 'tool' | 'agent'>): Actor => ({ kind: tool === conversationTool ? 'email' : 'agent', name: agent })

/** Why it waits, without the numbers that tasks have on this machine. */
function whyAnywhere({ as, why }: ReadFromMail): string {
  if (as === 'update') return 'It may be about this task.'
  return why.replace(/ task #\d+, which is done/, ' a task that is done')
}

/** What other devices are told of it: nothing that only this machine can look up. */
export function toldOfMail(proposal: Pick<Proposal, 'arguments'>): Record<string, unknown> {
  const { message_ids: _messages, candidates: _tasks, task_id: _here, via: _bringer, ...rest } = proposal.arguments
  return { ...rest, why: whyAnywhere(readOf(proposal)), candidates: [], message_ids: [] }
}
