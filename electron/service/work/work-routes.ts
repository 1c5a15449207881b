import type { workContract } from '../../../shared/contract/work/work.ts'
import { type Handlers, prepared } from '../../../shared/http/mount.ts'
import { outcomeOf } from '../../../shared/domain/work/next-words.ts'
import type { HttpContext } from '../context.ts'
import type { TaskViews } from '../tasks/task-views.ts'
import type { Work } from './work.ts'

export function workRoutes(work: Work, views: TaskViews): Handlers<typeof workContract, HttpContext> {
  return {
    async nextTask({ body }, ctx) {
      const found = await work.wait(body, { actor: ctx.actor }, ctx.gone())
      if (found.outcome === 'none') return found
      const { outcome, task, claim, left } = found
      const builds_on = work.buildsOn(task).map((built) => outcomeOf(built.task, built.last))
      return {
        outcome,
        task: views.one(task, ctx),
        ...(builds_on.length > 0 ? { builds_on } : {}),
        key: claim.key,
        expires_at: claim.expires_at,
        ...(work.isUnconfirmed(claim) ? { unconfirmed: true } : {}),
        left,
      }
    },
    finishTask: prepared({
      prepare: async ({ params, body }, ctx) => ({
        key: await work.keyForFinish(body.evidence ?? []),
        there: await work.finishThere(params.id, body, { actor: ctx.actor }),
      }),
      handle({ params, body }, ctx, { key, there }) {
        const { task, ...answer } = work.finish(params.id, body, { actor: ctx.actor }, key, there)
        return { ...answer, task: views.one(task, ctx) }
      },
    }),
  }
}
