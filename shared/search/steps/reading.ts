// What the reranker has read so far. It may begin before all lists are known, so it lives from the second step to the fourth.
import type { Scored } from '../../domain/search/rank-fusion.ts'
import type { Task } from '../../schema/task.ts'
import type { Reranker } from '../rerank/reranking.ts'
import type { Later } from '../sources.ts'

/** Of the list that comes first so many are read at once. */
const readAtOnce = 5

export interface ReadingDeps {
  reranker(): Pick<Reranker, 'incremental' | 'score'>
  byIds(ids: readonly number[]): Later<Task[]>
}

/** Those that are still there, in this order. */
export async function tasksInOrder(ids: readonly number[], byIds: ReadingDeps['byIds']): Promise<Task[]> {
  const found = new Map((await byIds(ids)).map((task) => [task.id, task]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

export class Reading {
  readonly logits = new Map<number, number>()
  readonly #deps: ReadingDeps
  #text: string
  /** Milliseconds since 1970. */
  readonly #until: number
  #early: Promise<void> | undefined

  constructor(deps: ReadingDeps, text: string, until: number) {
    this.#deps = deps
    this.#text = text
    this.#until = until
  }

  /** Reads the head of a list as soon as it comes, if the model reads texts one by one. */
  begin(first: () => Promise<readonly Scored[] | undefined>): void {
    if (!this.#deps.reranker().incremental) return
    this.#early = first().then((hits) => (hits ? this.#read(hits, readAtOnce) : undefined))
    this.#early.catch(() => undefined)
  }

  /** Another text is meant: what was read is forgotten. */
  async restart(text: string): Promise<void> {
    await this.#early?.catch(() => undefined)
    this.#text = text
    this.logits.clear()
  }

  /** Reads the first of a list that were not read yet. */
  async read(list: readonly Scored[], max: number): Promise<void> {
    await this.#early
    await this.#read(list, max)
  }

  async #read(list: readonly Scored[], max: number): Promise<void> {
    const waiting = list.slice(0, max).filter((hit) => !this.logits.has(hit.id))
    if (waiting.length === 0) return
    const { reranker, byIds } = this.#deps
    const tasks = await tasksInOrder(
      waiting.map((hit) => hit.id),
      byIds,
    )
    const texts = tasks.map((task) => (task.description ? `${task.title}. ${task.description}` : task.title))
    const found = await reranker().score(this.#text, texts, this.#until)
    found.forEach((logit, i) => logit !== undefined && this.logits.set((tasks[i] as Task).id, logit))
  }
}
