// Many tasks in one transaction. What single writes promise holds for each of them: the same checks, one journal entry a task.
import { type bulkContract, type BulkRequest, type BulkResult, maxAtOnce } from '../../../shared/contract/bulk.ts'
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import type { Context, HttpContext } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { Tasks } from './tasks.ts'

export function createBulk(tasks: Tasks, journal: Journal) {
  /** Runs the write unless the task is gone, which is listed; any other refusal refuses all. */
  function unlessGone(id: number, left: BulkResult['left'], write: () => void): void {
    try {
      write()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
      left.push({ id, code: error.code, detail: error.message })
    }
  }

  return ({ changes = [], delete: deletes = [] }: BulkRequest, ctx: Context): BulkResult => {
    const n = changes.reduce((sum, { ids }) => sum + ids.length, deletes.length)
    if (n === 0) throw invalidField('', 'Send changes (ids and a patch), or delete (ids).')
    if (n > maxAtOnce) throw invalidField('', `Send at most ${maxAtOnce} ids in one call; got ${n}. Send the rest in another call.`)
    const result: BulkResult = { changed: [], deleted: [], left: [] }
    return journal.write(ctx.actor, () => {
      for (const { ids, patch } of changes) {
        for (const id of ids) {
          unlessGone(id, result.left, () => {
            const head = journal.head()
            const { version, updated_at, completed_at } = tasks.update(id, patch, ctx)
            if (journal.head() > head) result.changed.push({ id, version, updated_at, completed_at, entry: head + 1 })
          })
        }
      }
      for (const id of deletes) {
        unlessGone(id, result.left, () => {
          const head = journal.head()
          tasks.remove(id, ctx)
          result.deleted.push({ id, entry: head + 1 })
        })
      }
      return result
    })
  }
}

export function bulkRoutes(change: ReturnType<typeof createBulk>): Handlers<typeof bulkContract, HttpContext> {
  return { changeTasks: ({ body }, ctx) => change(body, { ...ctx, ifMatch: undefined }) }
}
