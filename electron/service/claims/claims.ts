// Claims are leases: one holder for a task at a time, ended by release, with the task (deleted, or done), with the run that holds them, or by
// silence. They are no content, so they are not in the journal; each change is signalled to whoever watches.
import { randomBytes } from 'node:crypto'
import { AppError } from '../../../shared/domain/app-error.ts'
import { type Claim, defaultLeaseMinutes, type NewClaim } from '../../../shared/schema/claim.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { actorOnly, type Context, isSameWriter } from '../context.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import type { Journal } from '../journal/journal.ts'
import type { ClaimStore, StoredClaim } from './claim-store.ts'

/** Who asks. */
export type Claimant = Pick<Context, 'actor'>

export interface ClaimDeps {
  store: ClaimStore
  journal: Journal
  now: () => Date
  /** Milliseconds that only ever grow: a lease must not end, or go on for ever, because the wall clock was set. */
  monotonic?: () => number
  requireTask: (id: number) => Pick<Task, 'status'>
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

/** A run whose connection ended without a word may come back (a reconnect, a restarted client) and find its claims. */
const graceMs = 60_000

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

  const holderOf = ({ holder, run }: StoredClaim) => ({ ...holder, run: run ?? undefined })

  const isHolder = (claim: StoredClaim, { actor }: Claimant, key: string | undefined) =>
    key === claim.key || (claim.run !== null && isSameWriter(actor, holderOf(claim)))

  /** Each of a run's claims that hold right now. */
  const heldBy = (run: string): Held[] => [...held.values()].filter(({ claim }) => claim.run === run && current(claim.task_id))

  const mayBeOver = ({ entity, action, after }: JournalEntry) => entity === 'task' && (action === 'deleted' || after?.status === 'done')

  /** A task that is gone or done needs nobody any more. Asked of the task as it is now: it may have come back meanwhile. */
  function isOver(taskId: number): boolean {
    try {
      return requireTask(taskId).status === 'done'
    } catch (error) {
      return error instanceof AppError && error.code === 'not_found'
    }
  }

  // The journal shows the tasks that are over, and signs of life of holders without a run, who are known by their name alone.
  const stopFollowing = journal.onCommit(
    (from) => {
      let cursor = from - 1
      for (;;) {
        const entries = journal.after(cursor, 500)
        for (const entry of entries) {
          const entryHeld = entry.task_id === null ? undefined : held.get(entry.task_id)
          if (!entryHeld) continue
          const taskId = entryHeld.claim.task_id
          if (mayBeOver(entry) && isOver(taskId)) attempt(() => end(taskId))
          else if (isSameWriter({ ...entry.actor, run: entry.run ?? undefined }, holderOf(entryHeld.claim)) && current(taskId)) attempt(() => renew(entryHeld))
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

    /** Takes or renews. `held`: somebody else has it, until `claim.expires_at`. Throws `conflict` when the task is done. */
    claim(
      taskId: number,
      who: Claimant,
      { ttl_minutes = defaultLeaseMinutes, key }: NewClaim,
    ): { outcome: 'claimed' | 'renewed' | 'held'; claim: StoredClaim } {
      if (requireTask(taskId).status === 'done')
        throw new AppError('conflict', `Task ${taskId} is done: there is nothing to claim. Choose another task, or set its status to todo first.`)
      const existing = current(taskId)
      if (existing && !isHolder(existing, who, key)) return { outcome: 'held', claim: existing }
      const ttl_ms = ttl_minutes * 60_000
      const at = now()
      const claim: StoredClaim = {
        task_id: taskId,
        holder: existing?.holder ?? actorOnly(who.actor),
        // The key proves the holder: from here on the claim lives with the run that showed it.
        run: who.actor.run ?? existing?.run ?? null,
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
     * Ends a claim: its holder may, and any person. An agent without a run is believed by its name, if the claim was made without one too. Throws `conflict` when it is somebody else's; false when there was none.
     */
    release(taskId: number, who: Claimant, key?: string): boolean {
      requireTask(taskId)
      const claim = current(taskId)
      if (!claim) return false
      const believed = claim.run === null && isSameWriter(who.actor, claim.holder)
      if (who.actor.kind !== 'person' && !isHolder(claim, who, key) && !believed) {
        throw new AppError(
          'conflict',
          `Task ${taskId} is claimed by ${claim.holder.name} until ${claim.expires_at}. Only its holder can release it, with the key of the claim; or a person.`,
        )
      }
      end(taskId)
      return true
    },

    /** A sign of life of a run: all that it holds is renewed. */
    touch(run: string): void {
      for (const entry of heldBy(run)) attempt(() => renew(entry))
    },

    /** A run that says goodbye releases all that it holds. */
    releaseAll(run: string): void {
      for (const { claim } of heldBy(run)) end(claim.task_id)
    },

    /** A run that ended without a word keeps what it holds for a minute: it may come back. */
    cutShort(run: string): void {
      for (const entry of heldBy(run)) {
        const ends = monotonic() + graceMs
        if (entry.ends <= ends) continue
        const expiresAt = new Date(now().getTime() + graceMs).toISOString()
        attempt(() => store.renew(entry.claim.task_id, expiresAt))
        entry.claim.expires_at = expiresAt
        entry.ends = ends
        changed(entry.claim.task_id)
      }
      wakeAtNextEnd()
    },

    close(): void {
      clearTimeout(timer)
      stopFollowing()
    },
  }
}
