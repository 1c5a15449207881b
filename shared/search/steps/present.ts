// Last step: hits as they are answered, with snippets, and with what each stage made of them if somebody asks.
import type { Scored } from '../../domain/search/rank-fusion.ts'
import type { SearchQuery } from '../../domain/search/search-query.ts'
import { plainWord, type QueryWord, queryWords } from '../../domain/search/search-words.ts'
import { withoutAddresses } from '../../domain/attachments/attachment-link.ts'
import { snippetOf } from '../../domain/search/snippet.ts'
import type { SearchHit, Task } from '../../schema/task.ts'
import type { Fused } from './feedback.ts'
import type { Retrieved } from './retrieve.ts'
import type { Later, WordSource } from '../sources.ts'
import { tasksInOrder } from './reading.ts'

export interface SnippetDeps {
  byIds(ids: readonly number[]): Later<Task[]>
  commentsOf(taskIds: readonly number[]): Later<ReadonlyMap<number, readonly { body: string }[]>>
}

export type WithSnippet = Task & { snippet: string; file?: string }

const isMarked = (snippet: string) => snippet.includes('⟦')

/** Tasks with their snippets, made once each. */
export class Snippets {
  readonly #deps: SnippetDeps & Pick<WordSource, 'placesInFiles'>
  readonly #marked: QueryWord[]
  readonly #inFiles: ReadonlySet<number>
  readonly #made = new Map<number, WithSnippet>()

  constructor(
    deps: SnippetDeps & Pick<WordSource, 'placesInFiles'>,
    { words, phrases }: Pick<SearchQuery, 'words' | 'phrases'>,
    { instead, inFiles }: Pick<Retrieved, 'instead' | 'inFiles'>,
  ) {
    this.#deps = deps
    this.#marked = [...words, ...instead.map(plainWord), ...(words.length > 0 ? [] : phrases.flatMap((phrase) => queryWords(phrase)))]
    this.#inFiles = new Set(inFiles)
  }

  async prepare(list: readonly Scored[]): Promise<void> {
    const ids = list.map((hit) => hit.id).filter((id) => !this.#made.has(id))
    const [comments, tasks] = await Promise.all([this.#deps.commentsOf(ids), tasksInOrder(ids, this.#deps.byIds)])
    for (const task of tasks) {
      const said = (comments.get(task.id) ?? []).map(({ body }) => body)
      this.#made.set(task.id, { ...task, snippet: snippetOf([task.title, ...[task.description ?? '', ...said].map(withoutAddresses)], this.#marked) })
    }
    await this.#showFiles(ids)
  }

  /** What only a file says is shown from there. */
  async #showFiles(ids: readonly number[]): Promise<void> {
    const wanted = ids.filter((id) => this.#inFiles.has(id) && !isMarked(this.#made.get(id)?.snippet ?? ''))
    if (wanted.length === 0) return
    // A hit without the place is worth more than none.
    const places = await this.#deps.placesInFiles({ ids: wanted, words: this.#marked }).catch(() => [])
    for (const { id, file, snippet } of places) {
      const task = this.#made.get(id)
      if (task) this.#made.set(id, { ...task, file, snippet: `${file}: ${snippet}` })
    }
  }

  /** In this order, without those that are gone. */
  async of(list: readonly Scored[]): Promise<WithSnippet[]> {
    await this.prepare(list)
    return list.flatMap((hit) => this.#made.get(hit.id) ?? [])
  }
}

/** What each stage found, best first. */
export interface Stages {
  words: readonly Scored[]
  meanings: readonly Scored[]
  fused: Fused
  logits: ReadonlyMap<number, number>
}

type Places = ReadonlyMap<number, { rank: number; score: number }>

const places = (list: readonly Scored[]): Places => new Map(list.map((hit, index) => [hit.id, { rank: index + 1, score: hit.score }]))

/** `times`: given if somebody wants to know how the hits came about. */
export async function present(
  list: readonly Scored[],
  snippets: Snippets,
  { words, meanings, fused, logits }: Stages,
  times?: Record<string, number>,
): Promise<SearchHit[]> {
  const scores = new Map(list.map((hit) => [hit.id, hit.score]))
  const inWords = places(words)
  const inMeaning = places(fused.semantic.length > 0 ? fused.semantic : meanings)
  const inGuides = places(fused.guides)
  const inFused = places(fused.list)
  const byLogit = places([...logits].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score))
  const explained = (id: number, times_ms: Record<string, number>) => ({
    keyword: inWords.get(id),
    semantic: inMeaning.get(id),
    feedback: inGuides.get(id),
    fused: inFused.get(id),
    rerank: byLogit.get(id),
    times_ms,
  })
  return (await snippets.of(list)).map(({ snippet, ...task }) => ({
    ...task,
    score: Math.max(0, Math.min(1, scores.get(task.id) ?? 0)),
    matched: [
      ...(inWords.has(task.id) ? (['keyword'] as const) : []),
      ...(inMeaning.has(task.id) ? (['semantic'] as const) : []),
      ...(logits.has(task.id) ? (['rerank'] as const) : []),
    ],
    snippet,
    ...(times ? { explain: explained(task.id, times) } : {}),
  }))
}
