// Claims are leases: one holder for a task at a time, ended by release, by the task's delete, or by silence; and by nothing else, so that
// no holder is wrong about what it holds.
// They are no content, so they are not in the journal; each change is signalled to whoever watches.
import { randomBytes } from 'node:crypto'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Actor } from '../../../shared/schema/actor.ts'
import { type Claim, defaultLeaseMinutes, type NewClaim } from '../../../shared/schema/claim.ts'
import type { Journal } from '../journal/journal.ts'
import type { ClaimStore, StoredClaim } from './claim-store.ts'

/** Who asks. Two running agents may have one name: `instance` tells them apart where the caller has one. */
export interface Claimant {
  actor: Actor
  instance?: string | undefined
}

export interface ClaimDeps {
  store: ClaimStore
  journal: Journal
  now: () => Date
  /** Milliseconds that only ever grow: a lease must not end, or go on for ever, because the wall clock was set. */
  monotonic?: () => number
  requireTask: (id: number) => unknown
  /** Called after each change, with the task. */
  changed: (taskId: number) => void
}

export type { StoredClaim }

export type Claims = ReturnType<typeof createClaims>

/** A claim as everybody may see it: without the key that proves it. */
export function publicClaim(claim: StoredClaim | undefined): Claim | null {
  return claim ? { task_id: claim.task_id, holder: claim.holder, claimed_at: claim.claimed_at, expires_at: claim.expires_at } : null
}

interface Held {
  claim: StoredClaim
  /** On the monotonic clock. */
  ends: number
}

/** For signs of life that nobody waits for: what storage refuses now is tried again at the next one. */
function attempt(write: () => void): void {
  try {
    write()
  } catch {
    // The request that caused it has its own answer.
  }
}

export function createClaims({ store, journal, now, monotonic = () => performance.now(), requireTask, changed }: ClaimDeps) {
  const held = new Map<number, Held>()
  let timer: NodeJS.Timeout | undefined

  for (const claim of store.all()) {
    // What is left of it, and never more than its whole time: the clock may have been set back while nobody ran.
    const left = Math.min(Date.parse(claim.expires_at) - now().getTime(), claim.ttl_ms)
    if (left > 0) held.set(claim.task_id, { claim, ends: monotonic() + left })
    else store.remove(claim.task_id)
  }
  wakeAtNextEnd()

  function wakeAtNextEnd(): void {
    clearTimeout(timer)
    if (held.size === 0) return
    const next = Math.min(...[...held.values()].map(({ ends }) => ends))
    timer = setTimeout(endExpired, Math.min(Math.max(next - monotonic(), 0) + 5, 60_000)).unref()
  }

  function endExpired(): void {
    for (const taskId of held.keys()) current(taskId)
    wakeAtNextEnd()
  }

  function end(taskId: number): void {
    store.remove(taskId)
    held.delete(taskId)
    changed(taskId)
  }

  /** The claim that holds right now; an expired one is removed on the way. */
  function current(taskId: number): StoredClaim | undefined {
    const entry = held.get(taskId)
    if (!entry) return undefined
    if (entry.ends > monotonic()) return entry.claim
    held.delete(taskId)
    // A full disk must not keep an ended lease alive: what is left of it in the table has ended too.
    attempt(() => store.remove(taskId))
    changed(taskId)
    return undefined
  }

  function renew(entry: Held): void {
    const ends = monotonic() + entry.claim.ttl_ms
    // A busy agent need not write with each call.
    if (ends - entry.ends < entry.claim.ttl_ms / 10) return
    entry.claim.expires_at = new Date(now().getTime() + entry.claim.ttl_ms).toISOString()
    store.renew(entry.claim.task_id, entry.claim.expires_at)
    entry.ends = ends
    changed(entry.claim.task_id)
  }

  const isHolder = (claim: StoredClaim, who: Claimant, key: string | undefined) =>
    key === claim.key || (claim.instance !== null && who.instance === claim.instance && who.actor.name === claim.holder.name)

  // The journal shows signs of life of holders that write over any door, and the tasks that are gone.
  const stopFollowing = journal.onCommit(
    (from) => {
      let cursor = from - 1
      for (;;) {
        const entries = journal.after(cursor, 500)
        for (const entry of entries) {
          const entryHeld = entry.task_id === null ? undefined : held.get(entry.task_id)
          if (!entryHeld) continue
          const taskId = entryHeld.claim.task_id
          if (entry.entity === 'task' && entry.action === 'deleted') attempt(() => end(taskId))
          else if (entry.actor.name === entryHeld.claim.holder.name && current(taskId)) attempt(() => renew(entryHeld))
        }
        cursor = entries.at(-1)?.seq ?? cursor
        if (entries.length < 500) return
      }
    },
    ({ task_id }) => task_id !== null && held.has(task_id),
  )

  return {
    /** The newest first. */
    list(): StoredClaim[] {
      return [...held.keys()].flatMap((id) => current(id) ?? []).sort((a, b) => b.claimed_at.localeCompare(a.claimed_at) || b.task_id - a.task_id)
    },

    of: current,

    /** Takes or renews. `held`: somebody else has it, until `claim.expires_at`. */
    claim(
      taskId: number,
      who: Claimant,
      { ttl_minutes = defaultLeaseMinutes, key }: NewClaim,
    ): { outcome: 'claimed' | 'renewed' | 'held'; claim: StoredClaim } {
      requireTask(taskId)
      const existing = current(taskId)
      if (existing && !isHolder(existing, who, key)) return { outcome: 'held', claim: existing }
      const ttl_ms = ttl_minutes * 60_000
      const at = now()
      const claim: StoredClaim = {
        task_id: taskId,
        holder: existing?.holder ?? who.actor,
        instance: who.instance ?? existing?.instance ?? null,
        key: existing?.key ?? randomBytes(5).toString('base64url'),
        ttl_ms,
        claimed_at: existing?.claimed_at ?? at.toISOString(),
        expires_at: new Date(at.getTime() + ttl_ms).toISOString(),
      }
      store.put(claim)
      held.set(taskId, { claim, ends: monotonic() + ttl_ms })
      wakeAtNextEnd()
      changed(taskId)
      return { outcome: existing ? 'renewed' : 'claimed', claim }
    },

    /**
     * Ends a claim: its holder may, and any person. An agent without an instance of its own is believed by its name, if the claim was
     * made without one too. Throws `conflict` when it is somebody else's; false when there was none.
     */
    release(taskId: number, who: Claimant, key?: string): boolean {
      requireTask(taskId)
      const claim = current(taskId)
      if (!claim) return false
      const believed = claim.instance === null && who.instance === undefined && who.actor.name === claim.holder.name
      if (who.actor.kind !== 'person' && !isHolder(claim, who, key) && !believed) {
        throw new AppError(
          'conflict',
          `Task ${taskId} is claimed by ${claim.holder.name} until ${claim.expires_at}. Only its holder can release it, with the key of the claim; or a person.`,
        )
      }
      end(taskId)
      return true
    },

    /** A sign of life of a running agent: all that it holds is renewed. */
    touch(instance: string): void {
      for (const entry of held.values()) if (entry.claim.instance === instance && current(entry.claim.task_id)) renew(entry)
    },

    close(): void {
      clearTimeout(timer)
      stopFollowing()
    },
  }
}
