// Suspected duplicates in the whole list, looked for in the background: each changed task is compared once everything is indexed,
// one at a time and with pauses, so that nobody notices.
import { haveSameKey, sameTaskFrom } from '../../../../shared/domain/duplicates/same-task.ts'
import { foldedText } from '../../../../shared/domain/duplicates/likeness.ts'
import type { DuplicateCandidate, DuplicatePair, Task } from '../../../../shared/schema/task.ts'
import { type FindDuplicates, ownText } from '../../../../shared/search/duplicates/duplicates.ts'
import type { KeywordIndex } from '../keywords/keyword-index.ts'
import type { ListBaseRate } from '../../../../shared/search/duplicates/duplicate-base-rate.ts'
import { throttleBackground } from '../../../../shared/search/workers/background-throttle.ts'

export interface PairDeps {
  keyword: KeywordIndex
  findDuplicates: FindDuplicates
  baseRate: ListBaseRate
  /** Every vector is there: a comparison now is as good as it gets. */
  settled(): boolean
  /** Milliseconds since somebody searched. */
  sinceAsked(): number
  onCommit(wake: () => void): () => void
  byIds(ids: readonly number[]): Task[]
  /** A person saw the two and found them different. */
  areDistinct(a: number, b: number): boolean
  /** Called when pairs were found or are gone. */
  pairsChanged(): void
  report(error: unknown): void
}

const maxPerTask = 5
/** Of tasks that say the very same, each is paired with the first of them alone, which so has more pairs than others. */
const maxCopies = 50
/** Entries of the journal at once; milliseconds between looks. */
const batch = 20
const lookEvery = 1500
/** Milliseconds between looks whether everything is indexed. */
const settleEvery = 250
/** Of the time, so much is spent on this at most while nobody searches. */
const share = 0.2
const stillAsking = 5000

/** Pairs that are looked through for those that are asked for. */
const maxRead = 10_000

export interface SuspectQuery {
  limit?: number | undefined
  threshold?: number | undefined
  /** Only pairs with this task. */
  task?: number | undefined
}

const textOf = ({ title, description }: Task) => foldedText(title, description ?? '')

/** Of copies the open ones come before the done, and then the newest, as in find-duplicates. */
const isBefore = (one: Task, other: Task) => ((one.status === 'done') === (other.status === 'done') ? one.id > other.id : other.status === 'done')

export interface Pairs<Candidate> {
  found: Candidate[]
  /** The task's own copies, when it is the first of them. */
  copies: Candidate[]
}

/** The likeliest candidates, of those that say the very same the first; the first of a task's own copies is paired with all of them, the others with it alone. */
export function pairsOf<Candidate extends Task>(task: Task, candidates: readonly Candidate[]): Pairs<Candidate> {
  const own = textOf(task)
  const met = new Set<string>()
  const copies = candidates.filter((one) => textOf(one) === own)
  const isFirst = copies.every((one) => isBefore(task, one))
  const others = candidates.filter((one) => {
    const text = textOf(one)
    if ((isFirst && text === own) || met.has(text)) return false
    met.add(text)
    return true
  })
  if (isFirst) return { found: [...copies, ...others.slice(0, maxPerTask)], copies }
  // What is near to a copy is near to the first of them: one pair says so.
  return { found: others.filter((one) => textOf(one) === own || haveSameKey(one, task)), copies: [] }
}

export function followPairs({ keyword, findDuplicates, baseRate, settled, sinceAsked, onCommit, byIds, areDistinct, pairsChanged, report }: PairDeps) {
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const soon = (wait: number) => {
    if (!closed) timer ??= setTimeout(() => void look(), wait).unref()
  }

  async function candidatesOf(task: Task): Promise<Pairs<DuplicateCandidate> & { degraded: string[] }> {
    const ask = (limit: number) =>
      findDuplicates({ text: ownText(task), exclude_id: task.id, is_own: true, key: task.dedupe_key, limit, threshold: sameTaskFrom.remembered })
    const few = await ask(maxPerTask)
    // As many copies as were asked for: there may be more, and near ones behind them.
    const isCrowded = few.candidates.length === maxPerTask && new Set(few.candidates.map(textOf)).size < maxPerTask
    const { candidates, degraded } = isCrowded ? await ask(maxCopies) : few
    return { ...pairsOf(task, candidates), degraded }
  }

  /** Looks for the pairs of these tasks; false where a stage was missing, or it is time to end. */
  async function pair(ids: readonly number[], isLoose: boolean): Promise<boolean> {
    const tasks = new Map(byIds(ids).map((task) => [task.id, task]))
    for (const id of ids) {
      const task = tasks.get(id)
      const began = performance.now()
      const { found, copies, degraded } = task ? await candidatesOf(task) : { found: [], copies: [], degraded: [] }
      if (degraded.length > 0) {
        soon(lookEvery)
        return false
      }
      await keyword.savePairs({ id, found: found.map(({ id: other, score }) => ({ id: other, score })), copies: copies.map((one) => one.id), isLoose })
      if (closed) return false
      await throttleBackground(performance.now() - began, { share, sinceAsked, stillAsking })
      if (closed) return false
    }
    return true
  }

  async function look(): Promise<void> {
    timer = undefined
    try {
      if (!settled()) return soon(settleEvery)
      if (!(await baseRate.refresh())) return soon(lookEvery)
      if (closed) return
      const { ids, cursor, full } = await keyword.unpaired(batch)
      if (!(await pair(ids, false))) return
      if (cursor !== undefined) await keyword.savePairs({ id: 0, found: [], cursor })
      // The journal comes first: what is loose may be taken up again by what changed.
      const loose = full ? [] : await keyword.loose(batch)
      if (!(await pair(loose, true))) return
      if (cursor === undefined && loose.length === 0) return
      pairsChanged()
      soon(full || loose.length === batch ? 0 : lookEvery)
    } catch (error) {
      if (closed) return
      report(error)
      soon(lookEvery * 10)
    }
  }

  const stop = onCommit(() => soon(lookEvery))
  soon(lookEvery)

  return {
    async list({ limit = 100, threshold = sameTaskFrom.likely, task: of }: SuspectQuery): Promise<DuplicatePair[]> {
      const isWanted = ({ a, b, score }: { a: number; b: number; score: number }) =>
        score >= threshold && (of === undefined || a === of || b === of) && !areDistinct(a, b)
      const pairs = (await keyword.pairs(maxRead)).filter(isWanted).slice(0, limit)
      const tasks = new Map(byIds(pairs.flatMap(({ a, b }) => [a, b])).map((task) => [task.id, task]))
      return pairs.flatMap(({ a, b, score }) => {
        const [one, other] = [tasks.get(a), tasks.get(b)]
        return one && other ? [{ a: one, b: other, score }] : []
      })
    },
    close() {
      closed = true
      stop()
      clearTimeout(timer)
    },
  }
}
