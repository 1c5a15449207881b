// Tells the people of a team that an agent waits for their word. Queued in the transaction of the proposal itself: whatever ends the cloud right after
// it, the row of the log is there, and a courier finds it.
import { conversationTool } from '../../shared/domain/mail/undecided-mail.ts'
import type { AgentBrake } from '../../shared/schema/agent.ts'
import type { Proposal } from '../../shared/schema/proposal.ts'
import type { Write } from '../journal/journal.ts'
import type { Notifications } from '../notifications/notifications.ts'

/** Tells them that an agent was stopped. */
export type TellStopped = (write: Write, name: string, brake: Pick<AgentBrake, 'reason' | 'count' | 'max' | 'minutes'>) => Promise<void>

export type TellProposed = (write: Write, proposal: Proposal) => Promise<void>

interface TellDeps {
  titleOf: (write: Write, taskId: number) => Promise<string>
  queue: Notifications['queueWithinLimit']
}

const maxBody = 300

const said = (value: unknown): string => (Array.isArray(value) ? value.map(said).join(', ') : typeof value === 'string' ? value : JSON.stringify(value))

/** What it would write, without words of any language: the device says the rest. */
function changes({ tool, arguments: given }: Proposal): string {
  if (tool === conversationTool) return said((given.task as { title?: unknown }).title)
  const { id: _id, ...fields } = given
  const lines = Object.entries(fields).map(([name, value]) =>
    name === 'title' || name === 'name' || name === 'body' ? said(value) : `${name}: ${said(value)}`,
  )
  return lines.length === 0 ? tool.replaceAll('_', ' ') : lines.join(' · ')
}

export function createTellProposed({ titleOf, queue }: TellDeps): TellProposed {
  return async (write, proposal) => {
    const { id, agent, task_id, decide_on } = proposal
    const subject = task_id === null ? '' : `#${task_id} ${await titleOf(write, task_id)}: `
    const body = `${subject}${changes(proposal)}`.slice(0, maxBody).toWellFormed()
    const about = { event: 'agent.proposal', task_id, title: `${agent} wants your approval`.slice(0, 500), body, url: '/review' } as const
    // Without buttons where a button could not accept it.
    await queue(write, decide_on === undefined || task_id === null ? { ...about, proposal: { id, agent } } : about)
  }
}

export function createTellStopped({ queue }: Pick<TellDeps, 'queue'>): TellStopped {
  return async (write, name, { reason, count, max, minutes }) => {
    const body = `${count} ${reason} within ${minutes} minutes, ${max} allowed: it only proposes until you have looked.`
    await queue(write, { event: 'agent.proposal', task_id: null, title: `${name} was stopped`.slice(0, 500), body, url: '/review' })
  }
}
