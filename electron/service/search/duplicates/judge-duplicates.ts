// A person's word on a suspected pair. It is no content of either task, so it is not in the journal; in a team it holds for everybody.
import { AppError, invalidField } from '../../../../shared/domain/app-error.ts'
import { pairUid } from '../../../../shared/domain/duplicates/pair-uid.ts'
import type { SyncedPair } from '../../../../shared/schema/cloud/synced-pair.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import type { Context } from '../../context.ts'
import type { JudgedPair, JudgedPairStore } from './judged-pair-store.ts'

export interface JudgeDeps {
  store: JudgedPairStore
  requireTask: (id: number) => Pick<Task, 'uid'>
  now: () => Date
  /** What is suspected is more, or less. */
  changed: () => void
  /** For the team, if there is one. */
  said: (pair: JudgedPair) => void
}

export type Judging = ReturnType<typeof createJudging>
export type Judge = Judging['judge']

export function createJudging({ store, requireTask, now, changed, said }: JudgeDeps) {
  return {
    judge({ a, b, distinct }: { a: number; b: number; distinct: boolean }, ctx: Context): void {
      if (ctx.actor.kind !== 'person') throw new AppError('forbidden', 'Only a person can say which tasks are different. Send X-Actor: person if you are one.')
      if (a === b) throw invalidField('/b', `b must be a different task than a; both are ${a}`)
      const uid = pairUid(requireTask(a).uid, requireTask(b).uid)
      const state = distinct ? 'different' : 'open'
      if ((store.byUid(uid)?.state ?? 'open') === state) return
      const pair = { uid, state, said_by: ctx.actor.name, said_at: now().toISOString() } as const
      store.put(pair)
      changed()
      said(pair)
    },

    /** As the team shares it. */
    shared: {
      byUid: store.byUid,
      different: store.different,
      take: ({ uid, state, decided_by, decided_at }: SyncedPair): void => store.put({ uid, state, said_by: decided_by.name, said_at: decided_at }),
      refresh: changed,
    },
  }
}
