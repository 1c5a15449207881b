// Asking the team's cloud about claims, as whoever asks here.
import { LinkError } from '../sync/transport/link-error.ts'
import type { Claim, ClaimGrant, NewClaim } from '../../../shared/schema/claim.ts'
import type { Writer } from '../context.ts'
import type { ClaimStore } from './claim-store.ts'
import type { Elsewhere } from './elsewhere.ts'

/** Calls the cloud as somebody; throws LinkError. */
export type CallCloud = (method: string, path: string, body: unknown, headers: Record<string, string>) => Promise<unknown>

/** The team, as sync knows it. */
export interface TeamLink {
  isTeam(): boolean
  /** undefined: there is no way to it at the moment. */
  call(): CallCloud | undefined
  /** null: the cloud does not have it yet; undefined: it is gone here. */
  cloudIdOf(taskId: number): number | null | undefined
  localIdOf(cloudId: number): number | undefined
}

export interface CloudClaimDeps {
  elsewhere: Pick<Elsewhere, 'put' | 'remove'>
  store: Pick<ClaimStore, 'ask' | 'answered'>
  team: () => TeamLink | undefined
  /** Names this data folder: runs of two desktops are two. */
  device: string
  changed: (taskId: number) => void
  report: (error: unknown) => void
}

/** What the cloud says to a claim. `alone`: it has nothing to say about the task; unconfirmed: it does not say anything. */
export type Asked = { outcome: 'granted'; key: string; confirmed: string } | { outcome: 'held'; claim: Claim } | { outcome: 'unconfirmed' | 'alone' }

export type CloudClaims = ReturnType<typeof createCloudClaims>

/** Header bytes are Latin-1; names are UTF-8. */
const inHeader = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

export function createCloudClaims({ elsewhere, store, team, device, changed, report }: CloudClaimDeps) {
  /** What is being asked right now: what the stream says of it meanwhile, the answer says better. */
  const asking = new Map<number, number>()

  const headersOf = ({ kind, name, run }: Writer) => ({
    'X-Actor': `${kind === 'agent' ? 'agent' : 'person'}:${inHeader(name)}`,
    'X-Run': `${device}.${run ?? `${kind}.${Buffer.from(name).toString('base64url')}`}`.slice(0, 200),
  })
  async function during<T>(taskId: number, work: () => Promise<T>): Promise<T> {
    asking.set(taskId, (asking.get(taskId) ?? 0) + 1)
    try {
      return await work()
    } finally {
      const left = (asking.get(taskId) ?? 1) - 1
      if (left > 0) asking.set(taskId, left)
      else asking.delete(taskId)
    }
  }

  function way(taskId: number): { call: CallCloud; id: number } | 'unconfirmed' | 'alone' {
    const link = team()
    if (!link?.isTeam()) return 'alone'
    const id = link.cloudIdOf(taskId)
    if (id === undefined) return 'alone'
    const call = link.call()
    return call && id !== null ? { call, id } : 'unconfirmed'
  }

  function noteElsewhere(claim: Claim): void {
    elsewhere.put(claim)
    changed(claim.task_id)
  }

  async function holderThere(taskId: number, { call, id }: { call: CallCloud; id: number }, who: Writer): Promise<Claim | undefined> {
    try {
      const there = (await call('GET', `/tasks/${id}/claim`, undefined, headersOf(who))) as Claim
      return { ...there, task_id: taskId }
    } catch (error) {
      if (error instanceof LinkError && error.status === 404) return undefined
      throw error
    }
  }

  /** A claim of this key there; `key`: the one it has here, if it has one. */
  const ask = (taskId: number, who: Writer, { key, ttl_minutes, begin }: { key: string } & Pick<NewClaim, 'ttl_minutes' | 'begin'>): Promise<Asked> =>
    during(taskId, async () => {
      const found = way(taskId)
      if (typeof found === 'string') return { outcome: found }
      const { call, id } = found
      store.ask(taskId, key)
      try {
        const body = { key, new_key: key, ...(ttl_minutes === undefined ? {} : { ttl_minutes }), ...(begin ? { begin } : {}) }
        const granted = (await call('PUT', `/tasks/${id}/claim`, body, headersOf(who))) as ClaimGrant
        elsewhere.remove(taskId)
        return { outcome: 'granted', key: granted.key, confirmed: granted.claimed_at }
      } catch (error) {
        if (!(error instanceof LinkError)) throw error
        // What its rules or its version have against the call, they have not against the task: what happens here arrives there by sync.
        if (error.problem !== 'failed' || error.status !== 409) return { outcome: error.status === 404 || error.problem === 'team' ? 'alone' : 'unconfirmed' }
        const claim = await holderThere(taskId, found, who).catch(() => undefined)
        if (!claim) return { outcome: 'alone' }
        noteElsewhere(claim)
        return { outcome: 'held', claim }
      }
    })

  /** The claim is nobody's there any more. What does not arrive is kept, and said again once the way stands again. */
  async function release(taskId: number, key: string, who: Writer): Promise<void> {
    const found = way(taskId)
    if (found === 'alone') return store.answered(key)
    store.ask(taskId, key)
    if (found === 'unconfirmed') return
    try {
      await during(taskId, () => found.call('DELETE', `/tasks/${found.id}/claim?key=${encodeURIComponent(key)}`, undefined, headersOf(who)))
    } catch (error) {
      if (!(error instanceof LinkError)) return report(error)
      // It has an answer: the task is gone there, or the claim is somebody else's.
      if (error.problem !== 'failed') return
    }
    store.answered(key)
  }

  return { headersOf, during, way, holderThere, noteElsewhere, ask, release, isAsking: (taskId: number): boolean => asking.has(taskId) }
}
