// Why a write has to wait that the policy of its agent allows: it was stopped, its run has read text from outside, or it would be one too many.
import { isDestructive, readBefore } from '../../shared/domain/agents/write-verdict.ts'
import type { Because, WriteKind } from '../../shared/schema/agent.ts'
import type { TeamContext } from '../context.ts'
import type { OutsideReads } from '../outside/outside-reads.ts'
import { type Amount, becauseOf, type Brake } from './brake.ts'
import { limitsOf, type Standings } from './standings.ts'
import type { Stopped } from './stopped.ts'

/** A write that an agent is about to make. */
export interface AskedWrite {
  /** How many writes it would be; left out: none, for who only wants to know. */
  amount?: Amount
  /** Which tasks it is about; left out: not known. */
  tasks?: readonly number[]
}

export interface HeldBackDeps {
  standings: Pick<Standings, 'of'>
  reads: Pick<OutsideReads, 'of'>
  brake: Brake
  stop: Stopped['stop']
}

export function createHeldBack({ standings, reads, brake, stop }: HeldBackDeps) {
  /** Why a write has to wait that the policy allows; else how to say that it is over. */
  return async function heldBack(
    kinds: readonly WriteKind[],
    { amount, tasks }: AskedWrite,
    ctx: TeamContext,
  ): Promise<{ because?: Because; over?: () => void }> {
    const { team, actor } = ctx
    const { name } = actor
    const { own, all } = await standings.of(name, team)
    if (own.brake) return { because: becauseOf(own.brake) }
    const isTainted = (own.policy.outside ?? all.outside) !== 'allow' && kinds.some(isDestructive)
    const read = isTainted ? readBefore(kinds, tasks, await reads.of(ctx)) : undefined
    if (read) return { because: { what: 'outside', task_id: read.task_id, title: read.title, from: read.from } }
    const limits = limitsOf(own.policy, all)
    if (amount === undefined || amount.writes === 0 || (limits.writes === null && limits.deletes === null)) return {}
    const counted = await brake.check({ teamId: team.id, name, amount, limits, countedFrom: own.counted_from })
    return 'over' in counted ? counted : { because: becauseOf(await stop(name, counted.tooMany, ctx)) }
  }
}
