// Whom an assignee means, as people read it: an agent, a member or a contact by name, or what was written.
import { m } from '../messages.ts'
import { createStore } from '../store.ts'

/** Agents and people have marks of their own. */
export interface Assignee {
  kind: 'person' | 'agent'
  name: string
}

/** One that a task can be assigned to: what is written, and how it is shown. */
export interface Assignable extends Assignee {
  word: string
  hint?: string | undefined
}

/** Everybody who can be chosen. */
export interface Assignables {
  /** Undefined where nobody can tell which member the person is. */
  me: string | undefined
  people: readonly Assignable[]
  agents: readonly Assignable[]
}

const agentMark = 'agent:'
export const asAgent = (name: string): string => `${agentMark}${name}`
export const isAgent = (word: string): boolean => word.startsWith(agentMark)

/** The person in front of a service of their own, as the journal calls them. */
const alone = 'person'

/** Names by the words that stand for them: members by their addresses, contacts by theirs. As far as they were read. */
export const namesByWord = createStore<ReadonlyMap<string, string>>(new Map())

export function knowNames(names: Iterable<readonly [word: string, name: string]>): void {
  const known = new Map(namesByWord.get())
  for (const [word, name] of names) known.set(word, name)
  namesByWord.set(known)
}

export function assigneeOf(word: string, names: ReadonlyMap<string, string> = namesByWord.get()): Assignee {
  if (isAgent(word)) return { kind: 'agent', name: word.slice(agentMark.length) }
  if (word === alone) return { kind: 'person', name: m.you }
  // An address is long; who it is stands before the @.
  return { kind: 'person', name: names.get(word) ?? word.replace(/(?<=.)@\S+$/, '') }
}

/** What a filter by assignee says: `me` and `none` stand for nobody's word. */
export function assigneeText(word: string): string {
  if (word === 'me') return m.assign.me
  return word === 'none' ? m.assign.nobody : assigneeOf(word).name
}
