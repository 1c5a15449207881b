// Which tasks are about the same thing as a text: words and meaning find candidates, a fitted model says how likely each is.
import { scoreDuplicates } from '../../domain/duplicates/duplicate-score.ts'
import { comparedText, keysIn, sameTaskFrom } from '../../domain/duplicates/same-task.ts'
import type { DuplicateCandidate, Task } from '../../schema/task.ts'
import type { Later } from '../sources.ts'
import type { GatherEvidence } from './evidence.ts'
import type { Draft } from './word-likeness.ts'

export interface DuplicateDeps {
  gather: GatherEvidence
  byIds(ids: readonly number[]): Later<Task[]>
  /** With one of these as dedupe_key. */
  byKeys(keys: readonly string[]): Later<Task[]>
  /** How common duplicates are in this list (list-baseRate.ts). */
  baseRate(): number
}

export interface DuplicateQuery {
  text: string
  limit?: number | undefined
  threshold?: number | undefined
  exclude_id?: number | undefined
  /** The text is that task's own as it stands: nothing needs to be read for its meaning again. */
  is_own?: boolean
  /** That task's own dedupe_key, which need not be in its text. */
  key?: string | null
  /** Texts that are no task yet, proposals for instance: compared like tasks, answered apart from them. */
  drafts?: readonly Draft[]
}

export interface DuplicateAnswer {
  candidates: DuplicateCandidate[]
  /** Of the given drafts those that are similar, likeliest first. */
  drafts: { id: number; score: number }[]
  /** Stages that are missing in it. */
  degraded: string[]
}

/** A task's own text, as it is compared with others. */
export const ownText = ({ title, description }: Pick<Task, 'title' | 'description'>): string => comparedText({ title, description })

/** Of tasks that say the very same so many are shown, as long as others are likely duplicates too. */
const maxCopies = 3

const rounded = (score: number) => Math.round(score * 10_000) / 10_000

/** Of what has come back again and again, whoever asks wants the one that is still to be done. */
const openThenNewest = (one: Task, other: Task) => Number(one.status === 'done') - Number(other.status === 'done') || other.id - one.id

/** The first of a list; copies of one text beyond the first few give way to others that are likely, too. */
function withoutCrowd(list: readonly [id: number, score: number][], texts: ReadonlyMap<number, string>, limit: number): [number, number][] {
  const copies = new Map<string, number>()
  const isCrowd = list.map(([id, score]) => {
    const text = texts.get(id) ?? String(id)
    const before = copies.get(text) ?? 0
    copies.set(text, before + 1)
    return score < sameTaskFrom.likely || before >= maxCopies
  })
  const rows = list.map((one, i) => ({ one, i, last: Number(isCrowd[i]) }))
  const chosen = rows.sort((a, b) => a.last - b.last || a.i - b.i).slice(0, limit)
  return chosen.sort((a, b) => a.i - b.i).map(({ one }) => one)
}

export type FindDuplicates = ReturnType<typeof createFindDuplicates>

export function createFindDuplicates({ gather, byIds, byKeys, baseRate }: DuplicateDeps) {
  /** The likeliest first, from `threshold` on; without one whatever is similar at all. Tasks with an equal dedupe_key score 1. */
  return async function findDuplicates({
    text,
    limit = 5,
    threshold = sameTaskFrom.similar,
    exclude_id,
    is_own,
    key: ownKey,
    drafts = [],
  }: DuplicateQuery): Promise<DuplicateAnswer> {
    const found = new Map<number, number>()
    const keys = [...keysIn(text), ...(ownKey ? [ownKey] : [])]
    if (keys.length > 0) for (const task of (await byKeys(keys)).toSorted(openThenNewest)) found.set(task.id, 1)
    const { evidence, degraded } = await gather(text, exclude_id, is_own, limit, drafts)
    for (const { id, score } of scoreDuplicates(evidence, baseRate())) if (!found.has(id)) found.set(id, score)

    const texts = new Map(evidence.map(({ id, text: said }) => [id, said]))
    const likely = [...found]
      .filter(([id, score]) => id !== exclude_id && score >= threshold)
      // Equal chances stay in the order of likeness.
      .sort(([, x], [, y]) => y - x)
    const best = withoutCrowd(
      likely.filter(([id]) => id > 0),
      texts,
      limit,
    )
    const tasks = new Map((await byIds(best.map(([id]) => id))).map((task) => [task.id, task]))
    const candidates = best.flatMap(([id, score]) => {
      const task = tasks.get(id)
      return task ? [{ ...task, score: rounded(score), likely: rounded(score) >= sameTaskFrom.likely }] : []
    })
    const alike = likely.flatMap(([id, score]) => (id < 0 ? [{ id, score: rounded(score) }] : []))
    return { candidates, drafts: alike, degraded }
  }
}
