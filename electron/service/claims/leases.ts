// The claims that hold right now, and the moment at which each ends by silence.
import type { ClaimStore, StoredClaim } from './claim-store.ts'

export interface Lease {
  claim: StoredClaim
  /** On the monotonic clock. */
  ends: number
}

export interface LeaseDeps {
  store: ClaimStore
  now: () => Date
  /** Milliseconds that only ever grow: a lease must not end, or go on for ever, because the wall clock was set. */
  monotonic: () => number
  /** Called after each change, with the task. */
  changed: (taskId: number) => void
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
    if (left > 0) leases.set(claim.task_id, { claim, ends: monotonic() + left })
    else store.remove(claim.task_id)
  }
  return leases
}

export function createLeases(deps: LeaseDeps) {
  const { store, now, monotonic, changed } = deps
  const leases = readLeases(deps)
  let timer: NodeJS.Timeout | undefined
  wakeAtNextEnd()

  function wakeAtNextEnd(): void {
    clearTimeout(timer)
    if (leases.size === 0) return
    const next = Math.min(...[...leases.values()].map(({ ends }) => ends))
    timer = setTimeout(endExpired, Math.min(Math.max(next - monotonic(), 0) + 5, 60_000)).unref()
  }

  function endExpired(): void {
    for (const taskId of leases.keys()) current(taskId)
    wakeAtNextEnd()
  }

  /** The claim that holds right now; an expired one is removed on the way. */
  function current(taskId: number): StoredClaim | undefined {
    const lease = leases.get(taskId)
    if (!lease) return undefined
    if (lease.ends > monotonic()) return lease.claim
    leases.delete(taskId)
    // A full disk must not keep an ended lease alive: what is left of it in the table has ended too.
    attempt(() => store.remove(taskId))
    changed(taskId)
    return undefined
  }

  return {
    /** Also one that has expired and was not looked at since. */
    of: (taskId: number): Lease | undefined => leases.get(taskId),
    current,
    taskIds: (): number[] => [...leases.keys()],
    /** Each of a run's claims that hold right now. */
    ofRun: (run: string): Lease[] => [...leases.values()].filter(({ claim }) => claim.run === run && current(claim.task_id)),

    begin(claim: StoredClaim): void {
      store.put(claim)
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

    end(taskId: number): void {
      store.remove(taskId)
      leases.delete(taskId)
      changed(taskId)
    },

    close: (): void => clearTimeout(timer),
  }
}
