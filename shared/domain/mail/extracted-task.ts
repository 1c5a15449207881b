// What may come out of a conversation, whoever reads it: rules or a language model that somebody's mail talks to. This is all that an
// extraction can say. It names no task, no status, no person that is not in the conversation, and nothing that could be done to them.
import { oneLine, onlySeen } from './mail-text.ts'

export interface ExtractedTask {
  title: string
  description: string | null
  priority: 'low' | 'medium' | 'high'
  /** A wall-clock time or a moment at which to remind. */
  due: string | null
  /** Who wants it besides those who wrote: addresses, with or without names. */
  also?: string[] | undefined
  /** When it has to be done: a day, or a moment in UTC. */
  deadline?: string | undefined
  /** Positions in the list of messages that were read: where it comes from, and by that who asks. Never empty. */
  messages: number[]
  /** 0..1 that somebody wants this done. */
  confidence: number
  /** Why it is not surer, in words for a person; null when it is sure. */
  doubt: string | null
}

export const maxTasks = 10
export const longestTitle = 200
const longestDescription = 20_000

const moment = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** One task from whatever a model wrote; undefined when it is none. `count`: how many messages there were to read. */
export function readExtracted(value: unknown, count: number): ExtractedTask | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
  const given = value as Record<string, unknown>
  const title = oneLine(text(given.title), longestTitle)
  if (!/[\p{L}\p{N}]/u.test(title)) return undefined
  const description = onlySeen(text(given.description)).slice(0, longestDescription).toWellFormed().trim()
  const numbers = Array.isArray(given.messages) ? given.messages : []
  const messages = [...new Set(numbers.filter((one): one is number => Number.isInteger(one) && one >= 1 && one <= count))].map((one) => one - 1)
  const { confidence, priority, due } = given
  return {
    title,
    description: description === '' ? null : description,
    priority: priority === 'low' || priority === 'high' ? priority : 'medium',
    due: typeof due === 'string' && moment.test(due) ? (due.length === 10 ? `${due}T09:00` : due) : null,
    messages: messages.length > 0 ? messages : Array.from({ length: count }, (_, i) => i),
    confidence: typeof confidence === 'number' && confidence >= 0 && confidence <= 1 ? confidence : 0,
    doubt: null,
  }
}
