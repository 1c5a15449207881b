// The claims that hold right now, and the moment at which each ends by silence.
import type { ClaimStore, StoredClaim } from './claim-store.ts'

export interface Lease {
  claim: StoredClaim
  /** On the monotonic clock. */
  ends: number
}

/** Milliseconds until what storage refused is tried again. */
const retryMs = 60_000

export interface LeaseDeps {
  store: ClaimStore
  now: () => Date
  /** Milliseconds that only ever grow: a lease must not end, or go on for ever, because the wall clock was set. */
  monotonic: () => number
  /** Called after each change, with the task. */
  changed: (taskId: number) => void
  /** Ends one whose time has passed; what storage refuses is tried again later. */
  expired: (claim: StoredClaim) => void
}

export type Leases = ReturnType<typeof createLeases>

/** For signs of life that nobody waits for: what storage refuses now is tried again at the next one. */
export function attempt(write: () => void): void {
  try {
    write()
  } catch {
    // The request that caused it has its own answer.
  }
}

/** What was held when the service ended. */
function readLeases({ store, now, monotonic }: LeaseDeps): Map<number, Lease> {
  const leases = new Map<number, Lease>()
  for (const claim of store.all()) {
    // What is left of it, and never more than its whole time: the clock may have been set back while nobody ran.
    const left = Math.min(Date.parse(claim.expires_at) - now().getTime(), claim.ttl_ms)
    leases.set(claim.task_id, { claim, ends: monotonic() + left })
  }
  return leases
}

export function createLeases(deps: LeaseDeps) {
  const { store, now, monotonic, changed } = deps
  const leases = readLeases(deps)
  let timer: NodeJS.Timeout | undefined
  let ending: NodeJS.Immediate | undefined
  wakeAtNextEnd()

  function wakeAtNextEnd(): void {
    clearTimeout(timer)
    if (leases.size === 0) return
    const next = Math.min(...[...leases.values()].map(({ ends }) => ends))
    timer = setTimeout(endExpired, Math.min(Math.max(next - monotonic(), 0) + 5, 60_000)).unref()
  }

  function endExpired(): void {
    ending = undefined
    let refused = false
    for (const { claim, ends } of leases.values()) {
      if (ends > monotonic()) continue
      attempt(() => deps.expired(claim))
      refused ||= leases.get(claim.task_id)?.claim === claim
    }
    // A full disk: nobody holds it any more, and it is ended as soon as there is room.
    if (refused) timer = setTimeout(endExpired, retryMs).unref()
    else wakeAtNextEnd()
  }

  /** The claim that holds right now. One that has expired is ended soon, by itself: whoever asks may be inside a write. */
  function current(taskId: number): StoredClaim | undefined {
    const lease = leases.get(taskId)
    if (!lease) return undefined
    if (lease.ends > monotonic()) return lease.claim
    ending ??= setImmediate(endExpired)
    return undefined
  }

  return {
    /** Also one that has expired and was not looked at since. */
    of: (taskId: number): Lease | undefined => leases.get(taskId),
    current,
    taskIds: (): number[] => [...leases.keys()],
    /** Each of a run's claims that hold right now. */
    ofRun: (run: string): Lease[] => [...leases.values()].filter(({ claim }) => claim.run === run && current(claim.task_id)),

    endExpired,

    /** Of one that is stored. */
    begin(claim: StoredClaim): void {
      leases.set(claim.task_id, { claim, ends: monotonic() + claim.ttl_ms })
      wakeAtNextEnd()
      changed(claim.task_id)
    },

    renew(lease: Lease): void {
      const { claim } = lease
      const ends = monotonic() + claim.ttl_ms
      // A busy agent need not write with each call.
      if (ends - lease.ends < claim.ttl_ms / 10) return
      claim.expires_at = new Date(now().getTime() + claim.ttl_ms).toISOString()
      store.renew(claim.task_id, claim.expires_at)
      lease.ends = ends
      changed(claim.task_id)
    },

    /** They end in so many milliseconds, unless they end before that. */
    shorten(some: readonly Lease[], milliseconds: number): void {
      for (const lease of some) {
        const { claim } = lease
        const ends = monotonic() + milliseconds
        if (lease.ends <= ends) continue
        const expiresAt = new Date(now().getTime() + milliseconds).toISOString()
        attempt(() => store.renew(claim.task_id, expiresAt))
        claim.expires_at = expiresAt
        lease.ends = ends
        changed(claim.task_id)
      }
      wakeAtNextEnd()
    },

    /** Of one that is stored no longer. */
    end(taskId: number): void {
      leases.delete(taskId)
      changed(taskId)
    },

    close(): void {
      clearTimeout(timer)
      clearImmediate(ending)
    },
  }
}
