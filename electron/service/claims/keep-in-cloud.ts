// Keeps what is claimed here claimed in the cloud: renews it, asks for what the cloud has not confirmed yet, and gives back what nobody heard of.
import { holderOf } from '../../../shared/domain/work/holding.ts'
import type { Claim } from '../../../shared/schema/claim.ts'
import type { ClaimStore, StoredClaim } from './claim-store.ts'
import type { Claims } from './claims.ts'
import type { CloudClaims, TeamLink } from './cloud-claims.ts'
import type { Elsewhere } from './elsewhere.ts'

export interface KeepDeps {
  claims: Pick<Claims, 'of' | 'list' | 'confirm' | 'lose'>
  elsewhere: Elsewhere
  store: Pick<ClaimStore, 'asked' | 'answered'>
  team: () => TeamLink | undefined
  cloud: Pick<CloudClaims, 'ask' | 'release' | 'isAsking'>
  changed: (taskId: number) => void
  report: (error: unknown) => void
}

/** Milliseconds between two looks at what has to be renewed or confirmed. */
const lookEvery = 20_000

export function createKeepInCloud({ claims, elsewhere, store, team, cloud, changed, report }: KeepDeps) {
  const { ask, release } = cloud
  let looking: Promise<void> | undefined
  const timer = setInterval(() => void look(), lookEvery).unref()

  /** What was asked before this start, or for a call that ended: the key is nobody's here. */
  async function giveBackUnheard(): Promise<void> {
    for (const { key, task_id } of store.asked()) {
      if (cloud.isAsking(task_id)) continue
      if (claims.of(task_id)?.key === key) store.answered(key)
      else await release(task_id, key, { kind: 'agent', name: 'Tandem' })
    }
  }

  /** Renews what is renewed here, and asks for what is not confirmed yet. */
  async function settle(claim: StoredClaim): Promise<void> {
    const ttl_minutes = Math.max(1, Math.round(claim.ttl_ms / 60_000))
    const asked = await ask(claim.task_id, holderOf(claim), { key: claim.key, ttl_minutes, ...(claim.entry === null ? {} : { begin: true as const }) })
    const now = claims.of(claim.task_id)
    store.answered(claim.key)
    if (now?.key !== claim.key) {
      if (asked.outcome === 'granted') await release(claim.task_id, claim.key, holderOf(claim))
    } else if (asked.outcome === 'granted') claims.confirm(claim.task_id, asked.confirmed)
    else if (asked.outcome === 'held') claims.lose(claim.task_id)
  }

  const isDue = (claim: StoredClaim, renewed: ReadonlyMap<number, string>) => claim.confirmed === null || renewed.get(claim.task_id) !== claim.expires_at
  /** With which end each was renewed there last. */
  const renewed = new Map<number, string>()

  function look(): Promise<void> {
    looking ??= lookNow()
      .catch(report)
      .finally(() => (looking = undefined))
    return looking
  }

  async function lookNow(): Promise<void> {
    if (!team()?.call()) return
    for (const claim of claims.list()) {
      if (!isDue(claim, renewed)) continue
      renewed.set(claim.task_id, claim.expires_at)
      await settle(claim)
    }
  }

  return {
    settle,
    /** It needs to be renewed no more. */
    forget: (taskId: number): void => void renewed.delete(taskId),

    /** The stream stands again, or not any more. */
    async connected(isOnline: boolean): Promise<void> {
      elsewhere.followed(isOnline)
      const link = team()
      const call = isOnline ? link?.call() : undefined
      if (!link || !call) return
      renewed.clear()
      await giveBackUnheard()
      await look()
      const all = (await call('GET', '/claims', undefined, {})) as Claim[]
      const there = all.flatMap((claim) => {
        const taskId = link.localIdOf(claim.task_id)
        return taskId === undefined || claims.of(taskId)?.confirmed === claim.claimed_at ? [] : [{ ...claim, task_id: taskId }]
      })
      for (const taskId of elsewhere.replace(there)) changed(taskId)
    },

    /** Something may be known there now that was not before. */
    settleAll(): void {
      if (claims.list().some(({ confirmed }) => confirmed === null)) void look()
    },

    parted(): void {
      renewed.clear()
      for (const id of elsewhere.replace([])) changed(id)
    },

    async close(): Promise<void> {
      clearInterval(timer)
      await looking
    },
  }
}
