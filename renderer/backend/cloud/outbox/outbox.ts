// Writes that the cloud does not have yet. Each is on the device before it is sent, so that closing the page loses none; those of one task
// are sent one after the other, and so are new tasks. What a page left behind is sent by the next one.
import type { Comment } from '../../../../shared/schema/comment.ts'
import type { Contact } from '../../../../shared/schema/contact.ts'
import type { SavedList } from '../../../../shared/schema/saved-list.ts'
import type { Schedule } from '../../../../shared/schema/schedule.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import { ApiError, isAway, Kept, Withdrawn } from '../../api.ts'
import { whenBack } from '../../connection.ts'
import { holdFields } from '../../held-fields.ts'
import { afterReply } from './after-reply.ts'
import type { KeptDatabase } from '../replica/kept.ts'
import { isRemoval, isToHold, mayPass } from './held-writes.ts'
import { holdPage, pageIsGone } from './page-lock.ts'
import { isAhead, relinked } from './waiting-links.ts'
import { listsOver, listUidOf } from './waiting-lists.ts'
import { contactsOver, slugOf } from './waiting-contacts.ts'
import { commentsOver, createdTasks, schedulesOver, taskOver } from './waiting-tasks.ts'
import { type Answer, asToday, type Draft, type Write } from './write.ts'

const maxAtOnce = 4
const timeoutMs = 3000
const aMoment = 1000
const aMinute = 60_000
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
  /** The team has no room for so many: they stay here until `retry`. The error is what the last one met; undefined: none is held any more. */
  held: (count: number, error: ApiError | undefined) => void
  /** The device has no room for it: it lasts as long as the page. */
  notKept: () => void
}

interface Asker {
  resolve: (reply: Answer) => void
  reject: (error: unknown) => void
}

export class Outbox {
  private readonly options: OutboxOptions
  private readonly page = crypto.randomUUID()
  private writes: Write[] = []
  private turn = Date.now()
  private isOffline = false
  /** Lanes of which a write is being sent. */
  private readonly busy = new Set<number>()
  /** New tasks get their numbers in the order in which they were written. */
  private isCreating = false
  /** Who waits for the answer to a write of this page, by its turn. */
  private readonly askers = new Map<number, Asker>()
  /** Being sent at this moment, by their turns. */
  private readonly inFlight = new Set<number>()
  /** How often each met an error of the cloud's own. */
  private readonly breaks = new Map<number, number>()
  /** What the team has no room for, by their turns. */
  private readonly held = new Set<number>()
  /** What the last one of them met. */
  private fullness: ApiError | undefined
  private tomorrow: ReturnType<typeof setTimeout> | undefined
  /** Pages whose end is waited for. */
  private readonly watched = new Set<string>()
  private readonly releases = new Map<number, () => void>()
  /** A task that got its number goes on in the lane in which it began. */
  private readonly lanes = new Map<number, number>()

  constructor(options: OutboxOptions) {
    this.options = options
  }

  /** Resolves with the cloud's answer, however long that takes; rejects when it refuses, with Kept where it stays here for lack of room. */
  async add(draft: Draft): Promise<Answer> {
    this.turn = Math.max(this.turn + 1, Date.now())
    const write = { ...draft, turn: this.turn, page: this.page } as Write
    const unsent = this.unsentBefore(write)
    if (unsent.length > 0) return this.dropAll(unsent)
    if (write.kind === 'delete') this.dropHeld(write.id)
    this.take(write)
    const answer = new Promise<Answer>((resolve, reject) => this.askers.set(write.turn, { resolve, reject }))
    await this.keep(write)
    this.pump()
    return answer
  }

  /** Takes back what has not been sent, newest first, with what hangs on it; undefined when there is nothing of it, or it is on its way. */
  withdraw(is: (write: Write) => boolean): readonly [Write, ...Write[]] | undefined {
    const write = this.writes.findLast(is)
    if (!write || this.inFlight.has(write.turn)) return undefined
    // What hangs on a task that is not made after all is not made either.
    const hanging = write.kind === 'create' ? this.writes.filter((one) => one !== write && one.id === write.id) : []
    this.dropAll([write, ...hanging])
    return [write, ...hanging]
  }

  /** What was taken back is sent after all, behind what waits by now. Nobody waits for its answer. */
  async putBack(withdrawn: readonly Write[]): Promise<void> {
    const writes = withdrawn.map((write) => {
      this.turn = Math.max(this.turn + 1, Date.now())
      // Its task may have got its number since.
      const [id = write.id] = [...this.lanes].find(([, lane]) => lane === write.id) ?? []
      return { ...write, id, turn: this.turn, page: this.page } as Write
    })
    for (const write of writes) this.take(write)
    for (const write of writes) await this.keep(write)
    this.pump()
  }

  /** Sends once more what the team had no room for. */
  retry(): void {
    if (this.held.size === 0) return
    this.held.clear()
    this.tellHeld(undefined)
    this.pump()
  }

  /** Takes over what pages that are gone have left: at once what is free, later what becomes free. */
  async adopt(): Promise<void> {
    const left = (await this.keptWrites()).filter((write) => write.page !== this.page)
    const pages = [...new Set(left.map((write) => write.page))].filter((one) => !this.watched.has(one))
    const freed = pages.map(async (one) => {
      this.watched.add(one)
      await pageIsGone(one)
      await this.takeOver(one)
      this.watched.delete(one)
    })
    // A page that is being reloaded is gone in a moment; another tab may live long.
    await Promise.race([Promise.all(freed), new Promise((resolve) => setTimeout(resolve, aMoment))])
  }

  /** As long as this page lives, nobody else sends what it has to send. */
  live(): void {
    holdPage(this.page)
  }

  over(task: Task): Task | undefined {
    return taskOver(task, this.writes)
  }

  created(): Task[] {
    return createdTasks(this.writes)
  }

  contactsOver(known: readonly Contact[]): Contact[] {
    return contactsOver(known, this.writes)
  }

  listsOver(known: readonly SavedList[]): SavedList[] {
    return listsOver(known, this.writes)
  }

  schedulesOver(taskId: number, known: readonly Schedule[]): Schedule[] {
    return schedulesOver(taskId, known, this.writes)
  }

  commentsOver(taskId: number, known: readonly Comment[]): Comment[] {
    return commentsOver(taskId, known, this.writes)
  }

  /** Proposals that are decided here, and the cloud does not know yet. */
  decisions(): ReadonlySet<number> {
    return new Set(this.writes.flatMap((write) => (write.kind === 'decide' ? [write.proposal.id] : [])))
  }

  /** Questions that are answered or dismissed here, and the cloud does not know yet. */
  answers(): ReadonlySet<number> {
    return new Set(this.writes.flatMap((write) => (write.kind === 'answer' ? [write.question.id] : [])))
  }

  private laneOf({ id }: Write): number {
    return this.lanes.get(id) ?? id
  }

  private keep(write: Write): Promise<unknown> | undefined {
    return this.options.db?.put('outbox', write).catch(() => this.options.notKept())
  }

  private async keptWrites(): Promise<Write[]> {
    return (await this.options.db?.getAll('outbox').catch(() => [])) ?? []
  }

  private take(write: Write): void {
    this.writes = [...this.writes, write].sort((a, b) => a.turn - b.turn)
    if (write.kind === 'change') this.releases.set(write.turn, holdFields(write.id, Object.keys(write.body)))
    this.options.waiting(this.writes.length)
  }

  private leave(write: Write): void {
    this.breaks.delete(write.turn)
    this.writes = this.writes.filter((one) => one !== write)
    if (this.held.delete(write.turn)) this.tellHeld(this.fullness)
    this.releases.get(write.turn)?.()
    this.releases.delete(write.turn)
    void this.options.db?.delete('outbox', write.turn).catch(() => undefined)
    this.options.waiting(this.writes.length)
  }

  /** They are never sent. */
  private dropAll(unsent: readonly Write[]): undefined {
    for (const write of unsent) {
      this.leave(write)
      this.relink(write, undefined)
      this.askers.get(write.turn)?.reject(new Withdrawn())
      this.askers.delete(write.turn)
    }
    return undefined
  }

  /** A new task, contact or saved list that was never sent is simply not sent when it is deleted: all that waits for it. */
  private unsentBefore(write: Write): readonly Write[] {
    if (write.kind === 'delete' && write.version === undefined) return this.busy.has(this.laneOf(write)) ? [] : this.writes.filter(({ id }) => id === write.id)
    if (write.kind !== 'contact-delete' && write.kind !== 'list-delete') return []
    const nameOf = (one: Write) => slugOf(one) ?? listUidOf(one)
    const begun = this.writes.findLastIndex((one) => (one.kind === 'contact' || one.kind === 'list') && nameOf(one) === nameOf(write))
    const unsent = begun < 0 ? [] : this.writes.slice(begun).filter((one) => nameOf(one) === nameOf(write))
    return unsent.some((one) => this.inFlight.has(one.turn)) ? [] : unsent
  }

  private pump(): void {
    while (this.busy.size < (this.isOffline ? 1 : maxAtOnce)) {
      const next = this.nextInTurn()
      if (!next) return
      const lane = this.laneOf(next)
      this.busy.add(lane)
      if (next.kind === 'create') this.isCreating = true
      void this.attempt(next).finally(() => {
        this.busy.delete(lane)
        if (next.kind === 'create') this.isCreating = false
        this.pump()
      })
    }
  }

  /** The first that can be sent. What waits for another task has those of its own lane wait behind it. */
  private nextInTurn(): Write | undefined {
    const standing = new Set<number>()
    // Held, or behind what is.
    const held: Write[] = []
    return this.writes.find((write) => {
      const lane = this.laneOf(write)
      if (this.busy.has(lane) || standing.has(lane)) return false
      if (this.held.has(write.turn) || held.some((one) => this.laneOf(one) === lane && !mayPass(write, one))) {
        held.push(write)
        return false
      }
      if (!isAhead(write, this.writes)) return !(this.isCreating && write.kind === 'create')
      standing.add(lane)
      return false
    })
  }

  private async attempt(write: Write): Promise<void> {
    // Taken back while it waited for its turn.
    if (!this.writes.includes(write)) return
    const asker = this.askers.get(write.turn)
    try {
      this.inFlight.add(write.turn)
      const reply = await this.options.execute(write)
      this.isOffline = false
      this.leave(write)
      this.follow(write, reply)
      this.options.arrived(write, reply, asker !== undefined)
      asker?.resolve(reply)
      if (write.kind === 'delete') this.dropHeld(write.id)
      if (isRemoval(write)) this.retry()
    } catch (error) {
      if (isAway(error) || this.isForLater(write, error)) {
        this.isOffline = true
        this.inFlight.delete(write.turn)
        return whenBack(timeoutMs)
      }
      if (isToHold(write, error)) this.hold(write, error)
      else this.giveUp(write, error)
    }
    this.inFlight.delete(write.turn)
    this.askers.delete(write.turn)
  }

  private giveUp(write: Write, error: unknown): void {
    const asker = this.askers.get(write.turn)
    this.leave(write)
    this.relink(write, undefined)
    if (asker) asker.reject(error)
    else this.options.refused(write, error)
  }

  private hold(write: Write, error: ApiError): void {
    this.held.add(write.turn)
    this.askers.get(write.turn)?.reject(new Kept())
    this.fullness = error
    this.tellHeld(error)
    const { retry_after: seconds } = error.problem as { retry_after?: unknown }
    if (typeof seconds !== 'number') return
    clearTimeout(this.tomorrow)
    // Not everybody's at the stroke of midnight.
    this.tomorrow = setTimeout(() => this.retry(), seconds * 1000 + Math.random() * aMinute)
  }

  /** The task goes: what is held of it, and what waits behind that, nobody needs any more. */
  private dropHeld(id: number): void {
    const own = this.writes.filter((one) => one.id === id && !this.inFlight.has(one.turn))
    if (own.some(({ turn }) => this.held.has(turn))) this.dropAll(own)
  }

  private tellHeld(error: ApiError | undefined): void {
    this.options.held(this.held.size, this.held.size > 0 ? error : undefined)
  }

  private isForLater({ turn }: Write, error: unknown): boolean {
    if (!(error instanceof ApiError)) return false
    const { status, code } = error.problem
    if (status === 401 || status === 429 || code === 'storage_full' || code === 'locked') return true
    if (status < 500) return false
    const breaks = (this.breaks.get(turn) ?? 0) + 1
    this.breaks.set(turn, breaks)
    return breaks < maxBreaks
  }

  private async takeOver(other: string): Promise<void> {
    for (const write of await this.keptWrites()) {
      if (write.page !== other) continue
      const ours = { ...asToday(write), page: this.page }
      await this.keep(ours)
      this.take(ours)
    }
    this.pump()
  }

  /** What waits behind it learns from the answer. */
  private follow(sent: Write, reply: Answer): void {
    if (sent.kind === 'create' && reply && 'version' in reply) this.lanes.set(reply.id, this.laneOf(sent))
    for (const { write, changes } of afterReply(sent, reply, this.writes)) {
      Object.assign(write, changes)
      void this.keep(write)
    }
    if (reply && 'uid' in reply) this.relink(sent, reply.uid)
  }

  /** What names a task that was new: as the cloud calls it, or not at all. */
  private relink(sent: Write, uid: string | undefined): void {
    if (sent.kind !== 'create') return
    for (const { write, body } of relinked(sent.id, uid, this.writes)) {
      Object.assign(write, { body })
      void this.keep(write)
    }
  }
}
