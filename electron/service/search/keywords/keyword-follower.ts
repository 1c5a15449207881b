// Keeps the keyword index (keyword-file.ts) in step with the journal. Tasks never wait for it and never fail with it: a damaged
// index is rebuilt, and while its disk is full search answers from what it has.
import { signatureOf, type Vocabulary } from '../../../../shared/domain/search/near-words.ts'
import { characterPairs } from '../../../../shared/domain/search/search-words.ts'
import { createSpellings } from '../../../../shared/domain/search/spellings.ts'
import { type IndexedText, isDamage, type KeywordFile, openKeywordFile, removeKeywordFile } from './keyword-file.ts'
import type { TaskTextStore } from '../task-text-store.ts'

const batch = 50
/** Words that are worth being suggested: no numbers, no codes; short ones where they may be written in another way ("Tür"). */
const naturalWord = /(?<![\p{L}\p{N}_])(?:\p{L}{4,24}|(?=\p{L}?\p{L}?[äöüåøßæœłđðþı])\p{L}{2,3})(?![\p{L}\p{N}_])/gu

export interface KeywordStatus {
  cursor: number
  /** It cannot follow the journal at the moment. */
  behind: boolean
}

export type KeywordFollower = ReturnType<typeof openKeywordFollower>

interface FollowerDeps {
  path: string
  epoch: string
  tasks: TaskTextStore
  report(error: unknown): void
  moved(status: KeywordStatus): void
}

export function openKeywordFollower({ path, epoch, tasks, report, moved }: FollowerDeps) {
  const openFile = (): KeywordFile => openKeywordFile(path, epoch, tasks.head(), report)
  let file = openFile()
  let cursor = file.cursor()
  /** Why the index cannot follow the journal at the moment. */
  let trouble: unknown
  let seen: Set<string> | undefined
  let vocabulary: { words: string[]; signatures: number[] } | undefined
  let spellings: ReturnType<typeof createSpellings> | undefined
  const changed = new Set<(id: number) => void>()

  /** Runs `work` on the file; when that turns out to be damaged, begins it anew, once: `work` finds it empty unless it catches up. */
  function onFile<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (!isDamage(error)) throw error
      report(error)
      file.close()
      removeKeywordFile(path)
      file = openFile()
      cursor = file.cursor()
      seen = undefined
      vocabulary = undefined
      spellings = undefined
      return work()
    }
  }

  function seenWords(): Set<string> {
    seen ??= new Set(file.seenWords())
    return seen
  }

  function textOf(id: number): IndexedText | undefined {
    const task = tasks.read(id)
    if (!task) return undefined
    const body = [task.description, task.labels.join(' '), task.requesters.join(' ')].join('\n')
    const comments = task.comments.join('\n')
    return { title: task.title, body, comments, grams: characterPairs(`${task.title}\n${body}\n${comments}`) }
  }

  function newWordsOf(texts: Iterable<IndexedText | undefined>): string[] {
    const known = seenWords()
    const found = new Set<string>()
    for (const text of texts) {
      if (!text) continue
      const all = `${text.title}\n${text.body.slice(0, 20_000)}\n${text.comments.slice(0, 20_000)}`.toLowerCase()
      for (const word of all.match(naturalWord) ?? []) if (!known.has(word)) found.add(word)
    }
    return [...found]
  }

  /**
   * Follows the journal by one batch; false when there is no more to follow now. Each task is read as it is now, so repeating a
   * batch after a crash changes nothing. A full or failing disk is remembered, not thrown: the next step tries again.
   */
  function step(): boolean {
    const touched = tasks.touchedAfter(cursor, batch)
    const reached = touched.cursor
    if (reached === undefined) return false
    const texts = new Map(touched.ids.map((id) => [id, textOf(id)] as const))
    const from = cursor
    try {
      const begunAnew = onFile(() => {
        // A file that was just made anew has to begin at the beginning.
        if (cursor !== from) return true
        const fresh = newWordsOf(texts.values())
        file.apply(texts, fresh, reached)
        for (const word of fresh) seenWords().add(word)
        for (const word of fresh) spellings?.add(word)
        if (fresh.length > 0 && vocabulary) {
          vocabulary.words.push(...fresh)
          vocabulary.signatures.push(...fresh.map(signatureOf))
        }
        return false
      })
      trouble = undefined
      if (begunAnew) return true
    } catch (error) {
      if (!trouble) report(error)
      trouble = error
      return false
    }
    cursor = reached
    for (const id of touched.ids) for (const tell of changed) tell(id)
    return touched.full
  }

  let scheduled: NodeJS.Timeout | undefined
  function wake(): void {
    scheduled ??= setTimeout(() => {
      scheduled = undefined
      const before = cursor
      const more = step()
      if (cursor !== before) moved(status())
      if (more) wake()
    }, 0)
  }

  const status = (): KeywordStatus => ({ cursor, behind: trouble !== undefined })

  return {
    wake,
    close() {
      clearTimeout(scheduled)
      file.close()
    },
    status,
    /** Reads on towards `head` for at most so many milliseconds; says whether it got there. */
    catchUp(head: number, timeoutMs: number): boolean {
      const until = performance.now() + timeoutMs
      const before = cursor
      while (cursor < head && step() && performance.now() < until);
      if (cursor !== before) moved(status())
      if (cursor < head) wake()
      return cursor >= head
    },
    file: () => file,
    /** What is indexed of a task, as it is now; undefined when it is gone. */
    textOf,
    onFile,
    /** Calls `tell` with each task that was indexed anew. */
    onChange: (tell: (id: number) => void): void => void changed.add(tell),
    spellings() {
      if (!spellings) {
        spellings = createSpellings()
        for (const word of seenWords()) spellings.add(word)
      }
      return spellings
    },
    vocabulary(): Vocabulary {
      if (!vocabulary) {
        const words = [...seenWords()]
        vocabulary = { words, signatures: words.map(signatureOf) }
      }
      return vocabulary
    },
  }
}
