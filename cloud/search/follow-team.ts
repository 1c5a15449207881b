// Keeps the copy of a team's list in step with the team's events: what they touch is read as it is now, so that doing it twice changes nothing. A
// copy that is new first reads all tasks in pages, and then the events since.
import { AppError } from '../../shared/domain/app-error.ts'
import type { InTurn } from '../../shared/search/workers/turns.ts'
import type { Tx } from '../db/database.ts'
import type { CopiedText, CopySize, CopyState, ListChange } from './list-change.ts'
import { teamListStore } from './team-list-store.ts'

/** Events that are looked at together, tasks whose rows are read together, and tasks in a page of a new copy. */
const eventsAtOnce = 500
const tasksAtOnce = 200
const page = 300

/** Runs in a transaction of the team; all that `work` asks is sent before it awaits the first. */
export type ReadTeam = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** The copy is to be read in again. */
export class OtherHistory extends Error {}

export interface FollowDeps {
  team: string
  /** Where the copy stands when it is opened; undefined: it is new. */
  state: CopyState | undefined
  /** Files of which the copy does not know what they say. */
  awaited: readonly string[]
  apply(change: ListChange): Promise<CopySize>
  /** Of those of them that were read, some at a time. */
  textsOf(read: ReadTeam, team: string, hashes: readonly string[]): Promise<CopiedText[]>
  /** Pages of new copies are read one after the other, whosever they are: a large team does not take the place of small ones. */
  inFill: InTurn
}

/** What changes which tasks are ready, without touching one. */
const changesHolds = (entity: string) => entity === 'claim' || entity === 'question'

export class TeamFollower {
  readonly #deps: FollowDeps
  #state: CopyState | undefined
  #awaited: readonly string[]
  /** Asked with the first read after an opening: what holds a task may have ended without an event that is still there. */
  #knowsHolds = false
  #running: Promise<void> = Promise.resolve()
  /** Has not begun: whoever asks now is answered by it. */
  #next: Promise<void> | undefined
  /** When what is under way was asked for, and when the first was asked for that failed since the last that did not, by `performance.now()`. */
  readonly #asked = new Set<{ at: number }>()
  #failedSince: number | undefined

  constructor(deps: FollowDeps) {
    this.#deps = deps
    this.#state = deps.state
    this.#awaited = deps.awaited
  }

  /** Everything that is committed by now is known once this resolves. Throws not_found where there is no such team. */
  catchUp(read: ReadTeam): Promise<void> {
    this.#next ??= this.#afterwards(() => {
      this.#next = undefined
      return this.#readOn(read)
    })
    return this.#next
  }

  /** The same over a transaction that is under way, which nobody else may use. */
  catchUpIn(read: ReadTeam): Promise<void> {
    return this.#afterwards(() => this.#readOn(read))
  }

  /** For how many milliseconds somebody has waited for what is committed. */
  behindFor(): number {
    const now = performance.now()
    return now - [...this.#asked].reduce((first, { at }) => Math.min(first, at), this.#failedSince ?? now)
  }

  #afterwards(work: () => Promise<void>): Promise<void> {
    const asked = { at: performance.now() }
    this.#asked.add(asked)
    const timed = async () => {
      try {
        await work()
        this.#failedSince = undefined
      } catch (error) {
        this.#failedSince ??= asked.at
        throw error
      } finally {
        this.#asked.delete(asked)
      }
    }
    this.#running = this.#running.then(timed, timed)
    return this.#running
  }

  async #readOn(read: ReadTeam): Promise<void> {
    this.#state ??= { cursor: await this.#head(read), filledTo: 0 }
    while (this.#state.filledTo !== undefined) await this.#deps.inFill(() => this.#fill(read))
    while (await this.#follow(read));
    while (await this.#takeTexts(read));
  }

  async #head(read: ReadTeam): Promise<number> {
    const head = await read((tx) => teamListStore.head(tx, this.#deps.team))
    if (head === undefined) throw new AppError('not_found', 'The team was deleted.')
    return head
  }

  /** Reads one page of a new copy. */
  async #fill(read: ReadTeam): Promise<void> {
    const { cursor, filledTo = 0 } = this.#state as CopyState
    const tasks = await read((tx) => teamListStore.tasksAbove(tx, this.#deps.team, filledTo, page))
    const ids = tasks.map(({ id }) => id)
    const comments = ids.length > 0 ? await read((tx) => teamListStore.comments(tx, this.#deps.team, ids)) : []
    await this.#apply({ ids, tasks, comments, state: { cursor, filledTo: tasks.length < page ? undefined : ids.at(-1) } })
  }

  /** Reads some events; true: there may be more. */
  async #follow(read: ReadTeam): Promise<boolean> {
    const { team } = this.#deps
    const { cursor } = this.#state as CopyState
    const [head, events] = await read((tx) => Promise.all([teamListStore.head(tx, team), teamListStore.after(tx, team, cursor, eventsAtOnce)]))
    if (head === undefined) throw new AppError('not_found', 'The team was deleted.')
    if (head < cursor) throw new OtherHistory('The copy knows events that the team does not have.')
    const asksHolds = !this.#knowsHolds || events.some(({ entity }) => changesHolds(entity))
    if (events.length === 0 && !asksHolds) return false
    const holds = asksHolds ? await this.#holds(read) : undefined
    const touched = new Set(events.flatMap(({ task_id, moved }) => [task_id, moved]).filter((id) => id !== null))
    const all = [...touched]
    // The position moves with the last of them: until then the same is read again after a crash.
    for (let first = 0; first === 0 || first < all.length; first += tasksAtOnce) {
      const ids = all.slice(first, first + tasksAtOnce)
      const isLast = first + tasksAtOnce >= all.length
      const [tasks, comments] =
        ids.length > 0 ? await read((tx) => Promise.all([teamListStore.tasks(tx, team, ids), teamListStore.comments(tx, team, ids)])) : [[], []]
      await this.#apply({
        ids,
        tasks,
        comments,
        holds: isLast ? holds : undefined,
        state: { cursor: isLast ? (events.at(-1)?.seq ?? cursor) : cursor, filledTo: undefined },
      })
    }
    this.#knowsHolds = true
    return events.length === eventsAtOnce
  }

  /** True: there may be more. */
  async #takeTexts(read: ReadTeam): Promise<boolean> {
    if (this.#awaited.length === 0) return false
    const { team, textsOf } = this.#deps
    const texts = await textsOf(read, team, this.#awaited)
    if (texts.length > 0) await this.#apply({ ids: [], tasks: [], comments: [], texts, state: this.#state as CopyState })
    return texts.length > 0
  }

  async #holds(read: ReadTeam): Promise<ListChange['holds']> {
    const [asked, claimed] = await read((tx) => Promise.all([teamListStore.asked(tx, this.#deps.team), teamListStore.claimed(tx, this.#deps.team)]))
    return { asked, claimed }
  }

  async #apply(change: ListChange): Promise<void> {
    this.#awaited = (await this.#deps.apply(change)).awaited
    this.#state = change.state
  }
}
