// A person's word on a suspected pair. It is no content of either task, so it is not in the journal; it goes with the tasks.
import { AppError, invalidField } from '../../../../shared/domain/app-error.ts'
import type { Context } from '../../context.ts'
import type { DistinctStore } from './distinct-store.ts'

export type Judge = (judgement: { a: number; b: number; distinct: boolean }, ctx: Context) => void

export function createJudge({ store, requireTask, changed }: { store: DistinctStore; requireTask: (id: number) => unknown; changed: () => void }): Judge {
  return ({ a, b, distinct }, ctx) => {
    if (ctx.actor.kind !== 'person') throw new AppError('forbidden', 'Only a person can say which tasks are different. Send X-Actor: person if you are one.')
    if (a === b) throw invalidField('/b', `b must be a different task than a; both are ${a}`)
    requireTask(a)
    requireTask(b)
    if (distinct) store.add(a, b)
    else store.remove(a, b)
    changed()
  }
}
