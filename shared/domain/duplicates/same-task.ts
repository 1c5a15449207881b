// Is this the same task? Decided here for everybody who asks: REST (`on_duplicate`), MCP (`create_task`), the command line, mail, quick add
// and Review. How likely it is comes from duplicate-score.ts; what a chance is enough for, when words alone settle it, and what becomes of a
// create is below. Which task a mail belongs to (with what its thread says) is in ../mail/task-of-mail.ts, on the same levels.
import type { DuplicateCandidate, NewTask, Task } from '../../schema/task.ts'
import { isSameWord } from '../search/plain-words.ts'

/**
 * What each chance is enough for. The less somebody can look before it happens, the surer it has to be; how often each level is wrong is
 * measured in docs/search.md, why they differ is in ADR 125.
 */
export const sameTaskFrom = {
  /** Named beside an answer as similar; below it the two have nothing to do with each other. */
  similar: 0.005,
  /** A pair of the list is remembered, for whoever asks Review for unlikely ones, too. */
  remembered: 0.2,
  /** When one of such a pair goes, the other is compared again: it may have lost what it was most like. */
  comparedAgain: 0.5,
  /** A reply is about its own thread's task: there, less likeness says enough. */
  inItsThread: 0.5,
  /** Of a mail, a person is asked in Review. Nobody is kept waiting by that. */
  asked: 0.75,
  /** `likely`: shown in quick add and Review, and stops whoever can look and go on (`create_task`, `on_duplicate=reject`, `tandem add`). */
  likely: 0.8,
  /** Taken for the same although nobody looks: `on_duplicate=return` answers it, a mail is added to it. */
  taken: 0.85,
} as const

/** As much of a task, or of one that somebody wants, as the question needs. */
export type Wanted = Pick<NewTask, 'title' | 'description' | 'dedupe_key'>

/** Titles that differ in case, spacing, typography or a final stop are one title. */
export function foldedTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.!?…]+$/u, '')
    .trim()
}

export function haveSameKey(one: Wanted, other: Wanted): boolean {
  return Boolean(one.dedupe_key && other.dedupe_key) && isSameWord(one.dedupe_key as string, other.dedupe_key as string)
}

/** The same beyond doubt: an equal dedupe_key, or an equal title without two keys that say otherwise. */
export function isSameTask(one: Wanted, other: Wanted): boolean {
  if (one.dedupe_key && other.dedupe_key) return haveSameKey(one, other)
  return foldedTitle(one.title) === foldedTitle(other.title)
}

/** What is done may well be wanted once more. */
export const isOpenAndSame = (wanted: Wanted, task: Task): boolean => task.status !== 'done' && isSameTask(wanted, task)

const maxKeys = 50
const longestKey = 300

/** What may be a dedupe_key in a text: the text itself, a line of it, or a word with :: in it. (One pattern for all would take the square of the length.) */
export function keysIn(text: string): Set<string> {
  const parts = [text, ...text.split('\n'), ...text.split(/\s+/)].map((part) => part.trim())
  const like = parts.filter((part) => part.length <= longestKey && part.split('::').length >= 3).slice(0, maxKeys)
  // In a sentence a comma or a quote may stand beside it.
  return new Set(like.flatMap((part) => [part, part.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}]+$/u, '')]))
}

/** The text by which a wanted task is compared with those that exist; a key in it is found. */
export const comparedText = ({ title, description, dedupe_key }: Wanted): string => [title, description, dedupe_key].filter(Boolean).join('\n')

const outsideCharacters = 5000

/** Of what came from outside. A key is for those who keep the list: a stranger's text must not name the task that it is added to. */
export const comparedTextFromOutside = ({ title, description }: Wanted): string =>
  comparedText({ title, description }).slice(0, outsideCharacters).replaceAll('::', ' ')

interface Chance {
  score: number
}

/** `same`: from this level on, likeliest first; `possible`: what is similar, and not similar enough. */
export function split<C extends Chance>(candidates: readonly C[], level: number): { same: C[]; possible: C[] } {
  return { same: candidates.filter(({ score }) => score >= level), possible: candidates.filter(({ score }) => score < level) }
}

/** What `on_duplicate` does with the candidates: who is answered another task instead does not look at it first, who is rejected does. */
export const splitFor = (onDuplicate: 'return' | 'reject', candidates: readonly DuplicateCandidate[]) =>
  split(candidates, onDuplicate === 'return' ? sameTaskFrom.taken : sameTaskFrom.likely)

const maxCandidates = 5

export type CreateDecision =
  | { outcome: 'create'; possible: DuplicateCandidate[] }
  | { outcome: 'existing'; task: Task }
  | { outcome: 'needs_decision'; candidates: DuplicateCandidate[]; possible: DuplicateCandidate[] }

/**
 * May an agent create this? Agents forget what they (and others) wrote down yesterday, so the list remembers for them. `equal`: the tasks
 * with its key or title, `found`: those that find-duplicates knows.
 */
export function mayCreate(wanted: Wanted, equal: readonly Task[], found: readonly DuplicateCandidate[]): CreateDecision {
  const existing = [...equal, ...found].find((task) => isOpenAndSame(wanted, task))
  if (existing) return { outcome: 'existing', task: existing }
  const { same: likely, possible } = split(found, sameTaskFrom.likely)
  // It was done before: whether it is wanted again is for the agent to say.
  const done = equal
    .filter((task) => task.status === 'done' && !likely.some((other) => other.id === task.id))
    .map((task) => ({ ...task, score: 1, likely: true }))
  const candidates = [...done, ...likely].slice(0, maxCandidates)
  if (candidates.length === 0) return { outcome: 'create', possible }
  return { outcome: 'needs_decision', candidates, possible: possible.filter(({ id }) => !done.some((task) => task.id === id)) }
}
