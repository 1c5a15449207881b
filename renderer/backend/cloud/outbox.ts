// Writes that the cloud does not have yet. Each is on the device before it is sent, so that closing the page loses none; those of one task
// are sent one after the other, and so are new tasks. What a page left behind is sent by the next one.
import type { Comment } from '../../../shared/schema/comment.ts'
import type { Contact } from '../../../shared/schema/contact.ts'
import type { Schedule } from '../../../shared/schema/schedule.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { ApiError, isAway } from '../api.ts'
import { whenBack } from '../../app/connection.ts'
import { holdFields } from '../../data/tasks/sending.ts'
import { unnumbered, Withdrawn } from '../../data/tasks/task-writes.ts'
import type { KeptDatabase } from './kept.ts'
import { asWritten, changesOf, contactsOver, slugOf } from './waiting-contacts.ts'
import { type Answer, asToday, type Draft, type Write } from './write.ts'

const maxAtOnce = 4
const timeoutMs = 3000
const aMoment = 1000
/** So often a write may meet an error of the cloud's own before it counts as refused: perhaps it is the write that brings it about. */
const maxBreaks = 5

/** Brings one write to the cloud; throws what it answers. */
export type ExecuteWrite = (write: Write) => Promise<Answer>

export interface OutboxOptions {
  db: KeptDatabase | undefined
  execute: ExecuteWrite
  /** How many wait, whenever that changes. */
  waiting: (count: number) => void
  /** The cloud has it; `isOurs`: this page began it, and shows the answer itself. */
  arrived: (write: Write, reply: Answer, isOurs: boolean) => void
  /** The cloud refused what an earlier page left. */
  refused: (write: Write, error: unknown) => void
  /** The device has no room for it: it lasts as long as the page. */
  notKept: () => void
}

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox({ db, execute, waiting: told, arrived, refused, notKept }: OutboxOptions) {
  const page = crypto.randomUUID()
  let writes: Write[] = []
  let turn = Date.now()
  let isOffline = false
  const busy = new Set<number>()
  /** New tasks get their numbers in the order in which they were written. */
  let isCreating = false
  const waiting = new Map<number, { resolve: (reply: Answer) => void; reject: (error: unknown) => void }>()
  /** Being sent at this moment. */
  const inFlight = new Set<number>()
  /** How often each met an error of the cloud's own. */
  const breaks = new Map<number, number>()
  /** Pages whose end is waited for. */
  const watched = new Set<string>()
  const releases = new Map<number, () => void>()
  /** A task that got its number goes on in the lane in which it began. */
  const lanes = new Map<number, number>()
  const laneOf = ({ id }: Write) => lanes.get(id) ?? id
  const keep = (write: Write) => db?.put('outbox', write).catch(() => notKept())
  const forget = (write: Write) => db?.delete('outbox', write.turn).catch(() => undefined)

  function changed(): void {
    told(writes.length)
  }

  function take(write: Write): void {
    writes = [...writes, write].sort((a, b) => a.turn - b.turn)
    if (write.kind === 'change') releases.set(write.turn, holdFields(write.id, Object.keys(write.body)))
    changed()
  }

  function leave(write: Write): void {
    breaks.delete(write.turn)
    writes = writes.filter((one) => one !== write)
    releases.get(write.turn)?.()
    releases.delete(write.turn)
    void forget(write)
    changed()
  }

  /** It is never sent. */
  function drop(write: Write): void {
    leave(write)
    waiting.get(write.turn)?.reject(new Withdrawn())
    waiting.delete(write.turn)
  }

  function dropAll(unsent: readonly Write[]): undefined {
    for (const write of unsent) drop(write)
    return undefined
  }

  function pump(): void {
    while (busy.size < (isOffline ? 1 : maxAtOnce)) {
      const next = writes.find((write) => !busy.has(laneOf(write)) && !(isCreating && write.kind === 'create'))
      if (!next) return
      const lane = laneOf(next)
      busy.add(lane)
      if (next.kind === 'create') isCreating = true
      void attempt(next).finally(() => {
        busy.delete(lane)
        if (next.kind === 'create') isCreating = false
        pump()
      })
    }
  }

  async function attempt(write: Write): Promise<void> {
    // Taken back while it waited for its turn.
    if (!writes.includes(write)) return
    const asker = waiting.get(write.turn)
    try {
      inFlight.add(write.turn)
      const reply = await execute(write)
      isOffline = false
      leave(write)
      follow(write, reply)
      arrived(write, reply, asker !== undefined)
      asker?.resolve(reply)
    } catch (error) {
      if (isAway(error) || isForLater(write, error)) {
        isOffline = true
        inFlight.delete(write.turn)
        return whenBack(timeoutMs)
      }
      leave(write)
      if (asker) asker.reject(error)
      else refused(write, error)
    }
    inFlight.delete(write.turn)
    waiting.delete(write.turn)
  }

  function isForLater({ turn }: Write, error: unknown): boolean {
    if (!(error instanceof ApiError)) return false
    const { status, code } = error.problem
    if (status === 401 || status === 429 || code === 'storage_full') return true
    if (status < 500) return false
    breaks.set(turn, (breaks.get(turn) ?? 0) + 1)
    return (breaks.get(turn) ?? 0) < maxBreaks
  }

  async function takeOver(other: string): Promise<void> {
    for (const write of (await db?.getAll('outbox').catch(() => [])) ?? []) {
      if (write.page !== other) continue
      const ours = { ...asToday(write), page }
      await keep(ours)
      take(ours)
    }
    pump()
  }

  /** What waits for the same task knows now its number and its version. */
  function follow(write: Write, reply: Answer): void {
    if (!reply) return
    if ('slug' in reply) {
      // The cloud called it otherwise, or it was deleted meanwhile and came back.
      const slug = slugOf(write)
      for (const later of reply.slug === slug ? [] : writes) {
        if ((later.kind !== 'contact-change' && later.kind !== 'contact-delete') || later.slug !== slug) continue
        later.slug = reply.slug
        void keep(later)
      }
      // Who deletes what they have just written saw it as it is now.
      for (const later of writes) {
        if (later.kind !== 'contact-delete' || later.slug !== reply.slug || Object.keys(changesOf(reply, asWritten(later.base))).length > 0) continue
        later.base = { ...later.base, updated_at: reply.updated_at }
        void keep(later)
      }
      return
    }
    if (!('version' in reply)) {
      for (const later of writes) {
        if (write.kind !== 'remind' || later.kind !== 'unremind' || later.scheduleId !== write.shown.id) continue
        later.scheduleId = reply.id
        void keep(later)
      }
      // It was deleted meanwhile and came back for this under another number.
      for (const later of reply.task_id === write.id ? [] : writes) {
        if (later.id !== write.id) continue
        later.id = reply.task_id
        if (later.kind === 'change' || later.kind === 'delete') later.version = undefined
        void keep(later)
      }
      return
    }
    if (write.kind !== 'create' && write.kind !== 'change') return
    if (write.kind === 'create') lanes.set(reply.id, laneOf(write))
    for (const later of writes) {
      if (later.id !== write.id) continue
      later.id = reply.id
      const known = write.kind === 'change' ? write.version : undefined
      if ((later.kind === 'change' || later.kind === 'delete') && later.version === known) later.version = reply.version
      void keep(later)
    }
  }

  return {
    /** Resolves with the cloud's answer, however long that takes; rejects when it refuses. */
    async add(draft: Draft): Promise<Answer> {
      turn = Math.max(turn + 1, Date.now())
      const write = { ...draft, turn, page } as Write
      // A new task that was never sent is simply not sent.
      if (write.kind === 'delete' && write.version === undefined) {
        const unsent = writes.filter(({ id }) => id === write.id)
        if (unsent.length > 0 && !busy.has(laneOf(write))) return dropAll(unsent)
      }
      // Nor is a new contact.
      if (write.kind === 'contact-delete') {
        const begun = writes.findLastIndex((one) => one.kind === 'contact' && one.shown.slug === write.slug)
        const unsent = begun < 0 ? [] : writes.slice(begun).filter((one) => slugOf(one) === write.slug)
        if (unsent.length > 0 && !unsent.some((one) => inFlight.has(one.turn))) return dropAll(unsent)
      }
      take(write)
      const answer = new Promise<Answer>((resolve, reject) => waiting.set(write.turn, { resolve, reject }))
      await keep(write)
      pump()
      return answer
    },

    /** Takes back what has not been sent, newest first; undefined when there is nothing of it, or it is on its way. */
    withdraw(is: (write: Write) => boolean): Write | undefined {
      const write = writes.findLast(is)
      if (!write || inFlight.has(write.turn)) return undefined
      // What hangs on a task that is not made after all is not made either.
      dropAll(write.kind === 'create' ? writes.filter(({ id }) => id === write.id) : [write])
      return write
    },

    /** Takes over what pages that are gone have left: at once what is free, later what becomes free. */
    async adopt(): Promise<void> {
      const left = ((await db?.getAll('outbox').catch(() => [])) ?? []).filter((write) => write.page !== page)
      const pages = [...new Set(left.map((write) => write.page))].filter((one) => !watched.has(one))
      const freed = pages.map(async (one) => {
        watched.add(one)
        await gone(one)
        await takeOver(one)
        watched.delete(one)
      })
      // A page that is being reloaded is gone in a moment; another tab may live long.
      await Promise.race([Promise.all(freed), new Promise((resolve) => setTimeout(resolve, aMoment))])
    },

    /** As long as this page lives, nobody else sends what it has to send. */
    live: (): void => void navigator.locks?.request(lockOf(page), () => new Promise<never>(() => undefined)).catch(() => undefined),

    count: () => writes.length,

    /** The task with what waits for it; undefined when it waits to be deleted. */
    over(task: Task): Task | undefined {
      let shown: Task | undefined = task
      for (const write of writes) {
        if (write.id !== task.id || !shown) continue
        if (write.kind === 'delete') shown = undefined
        else if (write.kind === 'change')
          shown = { ...shown, ...write.body, labels: write.body.labels ?? shown.labels, requesters: write.body.requesters ?? shown.requesters }
      }
      return shown
    },

    /** Tasks that the cloud has not numbered. */
    created(): Task[] {
      return writes.flatMap((write) => (write.kind === 'create' ? (this.over(unnumbered(write.id, write.body, write.at)) ?? []) : []))
    },

    contactsOver: (known: readonly Contact[]): Contact[] => contactsOver(known, writes),

    /** Newest first. */
    schedulesOver(taskId: number, known: readonly Schedule[]): Schedule[] {
      let shown = [...known]
      for (const write of writes) {
        if (write.id !== taskId) continue
        if (write.kind === 'remind') shown.unshift(write.shown)
        else if (write.kind === 'unremind') shown = shown.filter(({ id }) => id !== write.scheduleId)
      }
      return shown
    },

    comments: (taskId: number): Comment[] => writes.flatMap((write) => (write.kind === 'comment' && write.id === taskId ? [write.shown] : [])),
  }
}

const lockOf = (page: string) => `tandem-page-${page}`

/** Resolves when that page is closed, however that happens: it holds its lock for as long as it lives. */
async function gone(page: string): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(lockOf(page), () => undefined)
}
