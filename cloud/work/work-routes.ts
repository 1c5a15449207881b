import type { workContract } from '../../shared/contract/work/work.ts'
import { outcomeOf } from '../../shared/domain/work/next-words.ts'
import type { Handlers } from '../../shared/http/mount.ts'
import type { TeamContext } from '../context.ts'
import type { LiveCalls } from '../events/live-calls.ts'
import type { TaskViews } from '../tasks/task-views.ts'
import type { Work } from './work.ts'

export function workRoutes(work: Work, views: TaskViews, live: Pick<LiveCalls, 'waiting'>): Handlers<typeof workContract, TeamContext> {
  return {
    async nextTask({ body: { wait_seconds = 0, ...asked } }, ctx) {
      const found = await live.waiting(ctx, wait_seconds, (waiting) => work.wait(asked, waiting, wait_seconds))
      if (found.outcome === 'none') return found
      const { outcome, task, builtOn, claim, left } = found
      const builds_on = builtOn.map((built) => outcomeOf(built, built.last === null ? undefined : { body: built.last }))
      return { outcome, task, ...(builds_on.length > 0 ? { builds_on } : {}), key: claim.key, expires_at: claim.expires_at, left }
    },
    async finishTask({ params, body }, ctx) {
      const { task, ...answer } = await work.finish(params.id, body, ctx)
      return { ...answer, task: await views.one(task, ctx) }
    },
  }
}
