// Keeps the keyword index (keyword-file.ts) in step with the journal. Tasks never wait for it and never fail with it: a damaged
// index is rebuilt, and while its disk is full search answers from what it has.
import { signatureOf, type Vocabulary } from '../../domain/search/near-words.ts'
import { characterPairs } from '../../domain/search/search-words.ts'
import { createSpellings } from '../../domain/search/spellings.ts'
import type { FileText } from './file-word-store.ts'
import { isDamage, type KeywordFile, openKeywordFile, removeKeywordFile } from './keyword-file.ts'
import type { IndexedText } from './keyword-tables.ts'
import type { TaskTextStore } from '../task-text-store.ts'

const batch = 50
/** Characters of all files of a task that are indexed. */
const maxFileCharacters = 1_000_000
/** Words that are worth being suggested: no numbers, no codes; short ones where they may be written in another way ("Tür"). */
const naturalWord = /(?<![\p{L}\p{N}_])(?:\p{L}{4,24}|(?=\p{L}?\p{L}?[äöüåøßæœłđðþı])\p{L}{2,3})(?![\p{L}\p{N}_])/gu

export interface KeywordStatus {
  cursor: number
  /** It cannot follow the journal at the moment. */
  behind: boolean
}

interface FollowerDeps {
  path: string
  epoch: string
  tasks: TaskTextStore
  report(error: unknown): void
  moved(status: KeywordStatus): void
}

/** The words of the list, for mending what is misspelt: read when somebody asks, kept in step from then on. */
class KnownWords {
  readonly #read: () => string[]
  #seen: Set<string> | undefined
  #vocabulary: { words: string[]; signatures: number[] } | undefined
  #spellings: ReturnType<typeof createSpellings> | undefined

  constructor(read: () => string[]) {
    this.#read = read
  }

  forget(): void {
    this.#seen = undefined
    this.#vocabulary = undefined
    this.#spellings = undefined
  }

  newOnes(texts: Iterable<IndexedText | undefined>): string[] {
    const known = this.#words()
    const found = new Set<string>()
    for (const text of texts) {
      if (!text) continue
      const all = `${text.title}\n${text.body.slice(0, 20_000)}\n${text.comments.slice(0, 20_000)}`.toLowerCase()
      for (const word of all.match(naturalWord) ?? []) if (!known.has(word)) found.add(word)
    }
    return [...found]
  }

  add(words: readonly string[]): void {
    for (const word of words) this.#words().add(word)
    for (const word of words) this.#spellings?.add(word)
    if (words.length === 0 || !this.#vocabulary) return
    this.#vocabulary.words.push(...words)
    this.#vocabulary.signatures.push(...words.map(signatureOf))
  }

  spellings(): ReturnType<typeof createSpellings> {
    if (!this.#spellings) {
      this.#spellings = createSpellings()
      for (const word of this.#words()) this.#spellings.add(word)
    }
    return this.#spellings
  }

  vocabulary(): Vocabulary {
    if (!this.#vocabulary) {
      const words = [...this.#words()]
      this.#vocabulary = { words, signatures: words.map(signatureOf) }
    }
    return this.#vocabulary
  }

  #words(): Set<string> {
    this.#seen ??= new Set(this.#read())
    return this.#seen
  }
}

export class KeywordFollower {
  readonly #deps: FollowerDeps
  #file: KeywordFile
  #cursor: number
  /** Why the index cannot follow the journal at the moment. */
  #trouble: unknown
  #scheduled: NodeJS.Timeout | undefined
  readonly #known = new KnownWords(() => this.#file.seenWords())
  #hasReadFiles = false
  readonly #changed = new Set<(id: number) => void>()

  constructor(deps: FollowerDeps) {
    this.#deps = deps
    this.#file = this.#openFile()
    this.#cursor = this.#file.cursor()
  }

  file(): KeywordFile {
    return this.#file
  }

  status(): KeywordStatus {
    return { cursor: this.#cursor, behind: this.#trouble !== undefined }
  }

  /** Reads on when there is nothing to answer. */
  wake(): void {
    this.#scheduled ??= setTimeout(() => {
      this.#scheduled = undefined
      this.#readFiles()
      const before = this.#cursor
      const more = this.#step()
      if (this.#cursor !== before) this.#deps.moved(this.status())
      if (more) this.wake()
    }, 0)
  }

  /** Reads on towards `head` for at most so many milliseconds; says whether it got there. */
  catchUp(head: number, timeoutMs: number): boolean {
    const until = performance.now() + timeoutMs
    const before = this.#cursor
    while (this.#cursor < head && this.#step() && performance.now() < until);
    if (this.#cursor !== before) this.#deps.moved(this.status())
    if (this.#cursor < head) this.wake()
    return this.#cursor >= head
  }

  /** Runs `work` on the file; when that turns out to be damaged, begins it again, once: `work` finds it empty unless it catches up. */
  onFile<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (!isDamage(error)) throw error
      this.#deps.report(error)
      this.#file.close()
      removeKeywordFile(this.#deps.path)
      this.#file = this.#openFile()
      this.#cursor = this.#file.cursor()
      this.#known.forget()
      return work()
    }
  }

  /** Calls `tell` with each task that was indexed again. */
  onChange(tell: (id: number) => void): void {
    this.#changed.add(tell)
  }

  /** What is indexed of a task, as it is now; undefined when it is gone. */
  textOf(id: number): IndexedText | undefined {
    const task = this.#deps.tasks.read(id)
    if (!task) return undefined
    const body = [task.description, task.labels.join(' '), task.requesters.join(' ')].join('\n')
    const comments = task.comments.join('\n')
    return { title: task.title, body, comments, grams: characterPairs(`${task.title}\n${body}\n${comments}`) }
  }

  /** The text of these files came or went. */
  filesChanged(hashes: readonly string[]): void {
    this.onFile(() => this.#indexFiles(this.#file.files.tasksNaming(hashes)))
  }

  spellings(): ReturnType<typeof createSpellings> {
    return this.#known.spellings()
  }

  vocabulary(): Vocabulary {
    return this.#known.vocabulary()
  }

  close(): void {
    clearTimeout(this.#scheduled)
    this.#file.close()
  }

  #openFile(): KeywordFile {
    const { path, epoch, tasks, report } = this.#deps
    return openKeywordFile(path, epoch, tasks.head(), report)
  }

  /**
   * Follows the journal by one batch; false when there is no more to follow now. Each task is read as it is now, so repeating a
   * batch after a crash changes nothing. A full or failing disk is remembered, not thrown: the next step tries again.
   */
  #step(): boolean {
    const { tasks, report } = this.#deps
    const touched = tasks.touchedAfter(this.#cursor, batch)
    const reached = touched.cursor
    if (reached === undefined) return false
    const texts = new Map(touched.ids.map((id) => [id, this.textOf(id)] as const))
    const files = new Map(touched.ids.map((id) => [id, this.#filesOf(id)] as const))
    try {
      const wasRebuilt = this.#apply(texts, files, reached)
      this.#trouble = undefined
      if (wasRebuilt) return true
    } catch (error) {
      if (!this.#trouble) report(error)
      this.#trouble = error
      return false
    }
    this.#cursor = reached
    for (const id of touched.ids) for (const tell of this.#changed) tell(id)
    return touched.full
  }

  /** True: the file was just rebuilt, and has to begin at the beginning. */
  #apply(texts: ReadonlyMap<number, IndexedText | undefined>, files: ReadonlyMap<number, FileText | undefined>, cursor: number): boolean {
    const from = this.#cursor
    return this.onFile(() => {
      if (this.#cursor !== from) return true
      const fresh = this.#known.newOnes(texts.values())
      this.#file.apply({ texts, files, newWords: fresh, cursor })
      this.#known.add(fresh)
      return false
    })
  }

  /** Undefined: it names none. */
  #filesOf(id: number): FileText | undefined {
    const files = this.#deps.tasks.filesOf(id)
    if (files.length === 0) return undefined
    const title = files.map(({ name }) => name).join('\n')
    const body = files
      .map(({ text = '' }) => text)
      .join('\n')
      .slice(0, maxFileCharacters)
    return { title, body, grams: characterPairs(`${title}\n${body}`), named: files.map(({ hash, text }) => ({ hash, hasText: text !== undefined })) }
  }

  #indexFiles(ids: readonly number[]): void {
    // One after the other: all texts at once may be more than there is memory.
    for (const id of ids) this.#file.applyFiles(new Map([[id, this.#filesOf(id)]]))
  }

  /** Once: what came or went while nobody looked, and in an index from before there were words of files all of them. */
  #readFiles(): void {
    if (this.#hasReadFiles) return
    this.#hasReadFiles = true
    const { tasks, report } = this.#deps
    try {
      this.onFile(() => {
        if (!this.#file.knowsFiles()) this.#indexFiles(tasks.namingFiles())
        this.#file.filesKnown()
        this.filesChanged(this.#file.files.known().flatMap(({ hash, hasText }) => (tasks.hasFileText(hash) === hasText ? [] : [hash])))
      })
    } catch (error) {
      report(error)
    }
  }
}
