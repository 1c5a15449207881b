import type { workContract } from '../../../shared/contract/work/work.ts'
import { type Handlers, prepared } from '../../../shared/http/mount.ts'
import type { Outcome } from '../../../shared/schema/work/work.ts'
import type { HttpContext } from '../context.ts'
import type { TaskViews } from '../tasks/task-views.ts'
import type { BuiltOn } from './builds-on.ts'
import type { Work } from './work.ts'

const maxSummary = 2000

const outcomeOf = ({ task, last }: BuiltOn): Outcome => ({
  id: task.id,
  title: task.title,
  summary: last === undefined ? null : last.body.length > maxSummary ? `${last.body.slice(0, maxSummary).toWellFormed()}…` : last.body,
})

export function workRoutes(work: Work, views: TaskViews): Handlers<typeof workContract, HttpContext> {
  return {
    async nextTask({ body }, ctx) {
      const found = await work.wait(body, { actor: ctx.actor }, ctx.gone())
      if (found.outcome === 'none') return found
      const { outcome, task, claim, left } = found
      const builds_on = work.buildsOn(task).map(outcomeOf)
      return {
        outcome,
        task: views.one(task, ctx),
        ...(builds_on.length > 0 ? { builds_on } : {}),
        key: claim.key,
        expires_at: claim.expires_at,
        left,
      }
    },
    finishTask: prepared({
      prepare: ({ body }) => work.keyForFinish(body.evidence ?? []),
      handle({ params, body }, ctx, key) {
        const { task, ...answer } = work.finish(params.id, body, { actor: ctx.actor }, key)
        return { ...answer, task: views.one(task, ctx) }
      },
    }),
  }
}
