import type { NewConversation, Outcome } from '../../../shared/schema/conversation.ts'
import type { Context } from '../context.ts'
import type { Ready, TakeIn } from './take-in.ts'
import type { UidOf } from './write-outcome.ts'

/** What became of it, and under which title a person knows the task. */
type MailOutcome = Pick<Outcome, 'outcome' | 'task_id'> & { title: string }

/** Taking in what the team's mailbox got: the tasks that come of it have uids that every desktop of the team would give them. */
export interface TakeInMail {
  prepare(body: NewConversation): Promise<Ready>
  /** Inside a write. */
  handle(body: NewConversation, ctx: Context, ready: Ready, uidOf: UidOf): MailOutcome[]
}

export function createTakeInMail(takeIn: TakeIn, tasks: { byIds(ids: readonly number[]): { id: number; title: string }[] }): TakeInMail {
  return {
    prepare: takeIn.prepare,
    handle(body, ctx, ready, uidOf) {
      const { outcomes } = takeIn.handle(body, ctx, ready, uidOf)
      const titles = new Map(tasks.byIds(outcomes.flatMap(({ task_id }) => task_id ?? [])).map((task) => [task.id, task.title]))
      return outcomes.map(({ outcome, task_id }) => ({ outcome, task_id, title: titles.get(task_id ?? 0) ?? '' }))
    },
  }
}
