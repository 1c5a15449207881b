// Tells the people of a team that an agent asks them. Queued in the transaction of the question itself: whatever ends the cloud right after it, the row
// of the log is there, and a courier finds it.
import type { Member } from '../../shared/schema/cloud/member.ts'
import type { Question } from '../../shared/schema/work/question.ts'
import type { TeamContext } from '../context.ts'
import type { Write } from '../journal/journal.ts'
import type { Notifications } from '../notifications/notifications.ts'

export type TellAsked = (write: Write, question: Question, ctx: TeamContext) => Promise<void>

interface TellDeps {
  titleOf: (write: Write, taskId: number) => Promise<string>
  members: (write: Write) => Promise<readonly Member[]>
  queue: Notifications['queueWithinLimit']
}

const maxBody = 300
/** No device has room for more, or longer ones; a part of an answer is none. */
const maxButtons = 3
const longestButton = 60
/** What a desktop brings later than this is no news. Milliseconds. */
const newsFor = 24 * 3_600_000

function buttonsFor(options: readonly string[]): { options: string[]; more: boolean } {
  const fitting = options.slice(0, maxButtons).filter((option) => option.length <= longestButton)
  return { options: fitting, more: fitting.length < options.length }
}

export function createTellAsked({ titleOf, members, queue }: TellDeps): TellAsked {
  /** A person who asks knows of it. Undefined: everybody. */
  async function others(write: Write, { caller }: TeamContext): Promise<string[] | undefined> {
    if (caller?.kind !== 'session') return undefined
    const asker = caller.user.id
    return (await members(write)).flatMap(({ user_id, status }) => (user_id !== null && status === 'active' && user_id !== asker ? [user_id] : []))
  }

  return async (write, { id, task_id, asked_by, question, options, state, created_at }, ctx) => {
    if (state !== 'open' || Date.parse(write.at) - Date.parse(created_at) > newsFor) return
    const user_ids = await others(write, ctx)
    if (user_ids?.length === 0) return
    const body = `#${task_id} ${await titleOf(write, task_id)}: ${question}`.slice(0, maxBody).toWellFormed()
    const asked = { id, agent: asked_by.name, ...buttonsFor(options) }
    const about = { event: 'agent.question', task_id, title: `${asked_by.name} has a question`.slice(0, 500), body, url: '/review' } as const
    await queue(write, { ...about, question: asked, ...(user_ids ? { user_ids } : {}) })
  }
}
