// What the people of a team said of tasks that were suspected to be one: said on any device, known on all.
import { pairUid, tasksOfPair } from '../../shared/domain/duplicates/pair-uid.ts'
import { requirePerson } from '../../shared/domain/agents/proposal-rules.ts'
import { AppError, invalidField } from '../../shared/domain/app-error.ts'
import { requireMoments } from '../../shared/domain/time/instant.ts'
import type { SyncedPair, SyncPairWrite } from '../../shared/schema/cloud/synced-pair.ts'
import { actorOfChange, requireDevice } from '../attribution.ts'
import type { TeamContext } from '../context.ts'
import type { Journal, Write } from '../journal/journal.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { pairStore } from './pair-store.ts'

export interface PairDeps {
  journal: Journal
  tasks: Pick<Tasks, 'get'>
}

export type Pairs = ReturnType<typeof createPairs>

/** Every device reads all of them. */
const maxPairs = 20_000

export function createPairs({ journal, tasks }: PairDeps) {
  /** Inside the write, behind the team's lock. */
  async function save(write: Write, before: SyncedPair | undefined, after: Omit<SyncedPair, 'version'>): Promise<SyncedPair> {
    const { tx, teamId } = write
    if (!before && (await pairStore.count(tx, teamId)) >= maxPairs)
      throw new AppError('conflict', `The team has said of ${maxPairs} pairs of tasks whether they are different, the maximum.`)
    const pair = { ...after, version: (before?.version ?? 0) + 1 }
    await pairStore.put(tx, teamId, tasksOfPair(pair.uid), pair)
    await write
      .as(pair.decided_by)
      .record({ entity: 'pair', entity_id: pair.uid, action: 'updated', before: before ? { state: before.state } : null, after: { ...pair } })
    return pair
  }

  return {
    /** A person who is signed in says so. Throws `not_found` unless both tasks are there. */
    async judge({ a, b, distinct }: { a: number; b: number; distinct: boolean }, ctx: TeamContext): Promise<void> {
      requirePerson(ctx.actor)
      if (a === b) throw invalidField('/b', `b must be a different task than a; both are ${a}`)
      await journal.write(ctx, async (write) => {
        const [one, other] = [await tasks.get(a, ctx), await tasks.get(b, ctx)]
        await write.lock()
        const uid = pairUid(one.uid, other.uid)
        const before = await pairStore.get(write.tx, write.teamId, uid)
        const state = distinct ? 'different' : 'open'
        if ((before?.state ?? 'open') !== state) await save(write, before, { uid, state, decided_by: ctx.actor, decided_at: write.at })
      })
    },

    read: (ctx: TeamContext): Promise<SyncedPair[]> => journal.read(ctx.team, (tx) => pairStore.all(tx, ctx.team.id)),

    /** As a device brings it: of two decisions on one version the first stands. Throws `not_found` while one of the tasks is not there. */
    write(uid: string, { on, state, decided_by, decided_at }: SyncPairWrite, ctx: TeamContext): Promise<SyncedPair> {
      requireDevice(ctx)
      requireMoments({ decided_at }, 'decided_at')
      const uids = tasksOfPair(uid)
      return journal.write(ctx, async (write) => {
        const { tx, teamId } = write
        await write.lock()
        const before = await pairStore.get(tx, teamId, uid)
        if (before && (before.state === state || before.version !== on)) return before
        if (!before && (await pairStore.countTasks(tx, teamId, uids)) < 2) throw new AppError('not_found', 'One of its tasks does not exist here.')
        return save(write, before, { uid, state, decided_by: actorOfChange(decided_by, ctx), decided_at })
      })
    },
  }
}
