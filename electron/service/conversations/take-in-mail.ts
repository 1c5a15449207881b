import type { NewConversation, Outcome } from '../../../shared/schema/conversation.ts'
import type { Context } from '../context.ts'
import type { Origins } from './origins.ts'
import type { Ready, TakeIn } from './take-in.ts'
import type { Threads } from './threads.ts'
import type { UidOf } from './write-outcome.ts'

/** What became of it, and under which title a person knows the task. */
type MailOutcome = Pick<Outcome, 'outcome' | 'task_id'> & { title: string }

/** Taking in what the team's mailbox got: the tasks that come of it have uids that every desktop of the team would give them. */
export interface TakeInMail {
  knows(body: NewConversation): boolean
  prepare(body: NewConversation): Promise<Ready>
  /** Inside a write. */
  handle(body: NewConversation, ctx: Context, ready: Ready, uidOf: UidOf): MailOutcome[]
  /** The tasks of a message's conversation. `made`: of this very message. */
  tasksOf(conversation: string, message: string): { task_uid: string; made: boolean }[]
}

interface TakeInMailDeps {
  takeIn: TakeIn
  tasks: { byIds(ids: readonly number[]): { id: number; uid: string; title: string }[] }
  threads: Pick<Threads, 'known' | 'messages'>
  origins: Pick<Origins, 'ofConversations'>
}

export function createTakeInMail({ takeIn, tasks, threads, origins }: TakeInMailDeps): TakeInMail {
  return {
    knows: takeIn.knows,
    prepare: takeIn.prepare,
    handle(body, ctx, ready, uidOf) {
      const { outcomes } = takeIn.handle(body, ctx, ready, uidOf)
      const titles = new Map(tasks.byIds(outcomes.flatMap(({ task_id }) => task_id ?? [])).map((task) => [task.id, task.title]))
      return outcomes.map(({ outcome, task_id }) => ({ outcome, task_id, title: titles.get(task_id ?? 0) ?? '' }))
    },
    tasksOf(conversation, message) {
      const known = threads.known('email', conversation, [])
      if (!known) return []
      const own = threads.messages(known.id).find(({ external_id }) => external_id === message)?.id
      const links = new Map(origins.ofConversations([known.id]).map((origin) => [origin.task_id, origin]))
      return tasks.byIds([...links.keys()]).map(({ id, uid }) => {
        const origin = links.get(id)
        return { task_uid: uid, made: origin?.role === 'created' && origin.message_id === own }
      })
    },
  }
}
