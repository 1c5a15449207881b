// A connected desktop asks the cloud before it grants a claim, so that two desktops never give one task to two. Where the cloud does not answer in time
// the claim is granted here, unconfirmed; once the cloud is there again it is confirmed, or lost to whoever was first.
import { randomBytes } from 'node:crypto'
import { finishText } from '../../../shared/domain/work/finishing.ts'
import { holderOf, isHolder, isOfRun, keyBytes, publicClaim, type Said } from '../../../shared/domain/work/holding.ts'
import { uidFrom } from '../../../shared/node/uid-from.ts'
import type { Claim, NewClaim } from '../../../shared/schema/claim.ts'
import type { FinishAnswer, FinishRequest } from '../../../shared/schema/work/work.ts'
import { LinkError } from '../sync/transport/link-error.ts'
import type { ClaimStore, StoredClaim } from './claim-store.ts'
import type { Claims } from './claims.ts'
import { type CloudClaims, createCloudClaims, type TeamLink } from './cloud-claims.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { Claimant, Grant } from './grants.ts'
import { createKeepInCloud } from './keep-in-cloud.ts'

export type { TeamLink }

export interface TeamClaimDeps {
  claims: Pick<Claims, 'of' | 'list' | 'claim' | 'confirm' | 'lose'>
  elsewhere: Elsewhere
  store: Pick<ClaimStore, 'asked' | 'ask' | 'answered'>
  team: () => TeamLink | undefined
  /** Names this data folder: runs of two desktops are two. */
  device: string
  changed: (taskId: number) => void
  report: (error: unknown) => void
}

/** What the cloud says to a finish, if it says anything; and under which uid its comment is, or would be, there. */
export interface There {
  outcome?: FinishAnswer['outcome']
  comment_uid: string
}

export type TeamClaims = ReturnType<typeof createTeamClaims>

const newKey = () => randomBytes(keyBytes).toString('base64url')

/** Claims as everybody may see them. */
function createShown({ claims, elsewhere, team }: TeamClaimDeps) {
  const isTeam = (): boolean => team()?.isTeam() ?? false
  /** The cloud has not granted it yet; or it cannot be asked, and may have given it to somebody else since. */
  const isUnconfirmed = (claim: StoredClaim): boolean => isTeam() && (claim.confirmed === null || team()?.call() === undefined)
  const marked = (claim: StoredClaim): Claim => ({ ...(publicClaim(claim) as Claim), ...(isUnconfirmed(claim) ? { unconfirmed: true as const } : {}) })
  return {
    isTeam,
    marked,
    shown(taskId: number): Claim | null {
      const claim = claims.of(taskId)
      return claim ? marked(claim) : publicClaim(elsewhere.of(taskId))
    },
    /** Newest first. */
    all(): Claim[] {
      const own = claims.list()
      const ids = new Set(own.map(({ task_id }) => task_id))
      return [...own.map(marked), ...elsewhere.list().filter(({ task_id }) => !ids.has(task_id))].sort(
        (a, b) => b.claimed_at.localeCompare(a.claimed_at) || b.task_id - a.task_id,
      )
    },
  }
}

function createFinishThere(
  { claims }: TeamClaimDeps,
  { headersOf, during, way, holderThere, noteElsewhere }: CloudClaims,
  settle: (claim: StoredClaim) => Promise<void>,
) {
  return {
    /**
     * The end of a piece of work, there. undefined: the cloud is not asked.
     */
    async finish(taskId: number, asked: FinishRequest, who: Claimant): Promise<There | undefined> {
      const claim = claims.of(taskId)
      const key = asked.key ?? (claim && isOfRun(claim, who.actor) ? claim.key : undefined)
      if (key === undefined) return undefined
      // Not known there yet: nobody can have lost it before it is asked for.
      if (claim?.key === key && claim.confirmed === null) {
        await settle(claim)
        if (claims.of(taskId)?.key !== key) return undefined
      }
      const { own_run: _own, evidence: _evidence, ...rest } = asked
      // The same for the same call: what was written there is not written once more here, whatever becomes of the answer.
      const body = { ...rest, key, comment_uid: rest.comment_uid ?? uidFrom(key, finishText(asked), 'comment') }
      const found = way(taskId)
      // It may be written there already: the answer to the same call was lost.
      if (typeof found === 'string') return { comment_uid: body.comment_uid }
      return during(taskId, async () => {
        try {
          const { outcome } = (await found.call('POST', `/tasks/${found.id}/finish`, body, headersOf(who.actor))) as FinishAnswer
          if (outcome === 'lost') {
            const there = await holderThere(taskId, found, who.actor)
            if (there) noteElsewhere(there)
            if (claims.of(taskId)?.key === key) claims.lose(taskId)
          }
          return { outcome, comment_uid: body.comment_uid }
        } catch (error) {
          if (error instanceof LinkError) return { comment_uid: body.comment_uid }
          throw error
        }
      })
    },
  }
}

export function createTeamClaims(deps: TeamClaimDeps) {
  const { claims, elsewhere, store, team, changed } = deps
  const cloud = createCloudClaims(deps)
  const { ask, release, noteElsewhere } = cloud
  const kept = createKeepInCloud({ ...deps, cloud })
  const { settle } = kept

  return {
    connected: kept.connected,
    settle: kept.settleAll,
    parted: kept.parted,
    close: kept.close,
    ask,
    release,
    ...createShown(deps),
    ...createFinishThere(deps, cloud, settle),
    /** The claim stands here, or was given back. */
    heard: (key: string): void => store.answered(key),

    /** As `claims.claim`, once the cloud has agreed. */
    async claim(taskId: number, who: Claimant, asked: NewClaim & Said): Promise<Grant | { outcome: 'held'; claim: Claim }> {
      const before = claims.of(taskId)
      const own = before && isHolder(before, who.actor, asked) ? before : undefined
      if (before && !own) return claims.claim(taskId, who, asked)
      const key = own?.key ?? asked.new_key ?? newKey()
      const found = await ask(taskId, who.actor, { ...asked, key })
      if (found.outcome === 'held') {
        if (own && claims.of(taskId)?.key === own.key) claims.lose(taskId)
        return found
      }
      const granted = claims.claim(taskId, who, { ...asked, new_key: key, ...(found.outcome === 'granted' ? { confirmed: found.confirmed } : {}) })
      // Also where the cloud's answer was lost: it may have granted it.
      if (granted.outcome === 'held' && !own) await release(taskId, key, who.actor)
      else store.answered(key)
      return granted
    },

    /** A claim ended here, by whatever. */
    ended(claim: StoredClaim): void {
      kept.forget(claim.task_id)
      if (claim.confirmed !== null) void release(claim.task_id, claim.key, holderOf(claim))
    },

    /** What the team's stream tells of claims. */
    told(kind: string, data: Record<string, unknown>): void {
      const shown = (data.after ?? data.before) as Claim | null
      const taskId = shown ? team()?.localIdOf(shown.task_id) : undefined
      if (!shown || taskId === undefined) return
      const own = claims.of(taskId)
      if (kind === 'claim.created') {
        if (own?.confirmed !== shown.claimed_at) noteElsewhere({ ...shown, task_id: taskId })
        return
      }
      if (elsewhere.remove(taskId, shown.claimed_at)) changed(taskId)
      // A person has released it there, or its time was over there.
      if (own?.confirmed === shown.claimed_at && !cloud.isAsking(taskId)) claims.lose(taskId)
    },

    /** Whether the holder's claim still stands there, before it ends its work here. */
    async fence(taskId: number, asked: Pick<FinishRequest, 'key'>, who: Claimant): Promise<void> {
      const claim = claims.of(taskId)
      if (claim && (asked.key === undefined ? isOfRun(claim, who.actor) : asked.key === claim.key)) await settle(claim)
    },
  }
}
