// Reads one line: `#label`, `!high`, `@requester`, `+assignee`, dates and repetitions are understood, everything else is the title, untouched. What is
// in quotes, in an address or in code is never read.
import { priorities, type Priority } from '../../../shared/schema/task.ts'
import type { NewSchedule } from '../../../shared/schema/schedule.ts'
import type { Unsure, When } from '../../../shared/domain/time/when/read-when.ts'

export type Token =
  | { kind: 'label'; raw: string; label: string }
  | { kind: 'priority'; raw: string; priority: Priority }
  | { kind: 'requester'; raw: string; requester: string }
  | { kind: 'assignee'; raw: string; assignee: string }
  | { kind: 'date' | 'repeat' | 'due' | 'before'; raw: string; also?: readonly string[] }

export interface ReadLine {
  title: string
  priority: Priority | undefined
  labels: string[]
  requesters: string[]
  /** The word after the +, as it was typed. */
  assignee: string | undefined
  due: string | undefined
  schedules: NewSchedule[]
  /** As it was read, for what follows from it. */
  when: When | undefined
  /** What could say when, and stays text: with the places in the line. */
  unsure: Unsure[]
  /** What was understood, in order; each can be dismissed by its `raw` text and is then plain text again. */
  tokens: Token[]
  /** The whole line again: what stays text, what became a chip, and what only joined a chip to the text ("call Ana, tomorrow"). */
  parts: { raw: string; isToken: boolean; isJoint?: true }[]
}

export type ReadTimes = (text: string) => When

// A label begins with a letter: #12 speaks of a task. A token stands alone: C#, a#b, a@b.c and !important stay text.
const tokenPattern =
  /(?<=^|\s)(?:#(?<label>\p{L}[\p{L}\p{N}\p{M}_/-]*)|!(?<priority>\p{L}+)|\+(?<assignee>\p{L}[\p{L}\p{N}\p{M}_.:-]*(?:@[\p{L}\p{N}.-]+)?)|@(?<requester>\p{L}[\p{L}\p{N}\p{M}_-]*(?:\.[\p{L}\p{N}\p{M}_-]+)*))(?=\s|$)/gu
/** Quotes, code, addresses. */
const leftAlone = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|»[^«]*«|`[^`]*`|\S+:\/\/\S+|\S+@\S+|\S*[#@!]\S+/gu
const priorityWords: Record<string, Priority> = { ...Object.fromEntries(priorities.map((one) => [one, one])), hoch: 'high', mittel: 'medium', niedrig: 'low' }

interface Span {
  start: number
  end: number
  token: Token
}

const separator = '\uFFFC'
/** What is before and after a chip's text. ("#a" is dismissed, "#ab" is not.) */
const standsAlone = /^[\s(]?\uFFFC[^\p{L}\p{N}_/-]?$/u

const blanked = (text: string) => '\uFFFC'.repeat(text.length)

/** The line with everything blanked that the person has dismissed, or that must not be read. */
function blankedLine(line: string, dismissed: ReadonlySet<string>): string {
  let text = line
  for (const raw of dismissed)
    text = text.replaceAll(raw, (found, at: number) =>
      standsAlone.test(text.slice(at - 1, at) + separator + text.slice(at + raw.length, at + raw.length + 1)) ? blanked(found) : found,
    )
  return text.replaceAll(/"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|»[^«]*«|`[^`]*`/gu, blanked)
}

function tokenOf(raw: string, groups: Record<string, string | undefined>): Token | undefined {
  const { label, priority, requester, assignee } = groups
  if (assignee !== undefined) return { kind: 'assignee', raw, assignee }
  if (label !== undefined) return { kind: 'label', raw, label }
  if (requester !== undefined) return { kind: 'requester', raw, requester }
  const known = priorityWords[priority?.toLowerCase() ?? '']
  return known && { kind: 'priority', raw, priority: known }
}

function partsOf(line: string, spans: readonly Span[]): ReadLine['parts'] {
  const parts: ReadLine['parts'] = []
  let at = 0
  for (const { start, end } of spans) {
    if (start > at) parts.push({ raw: line.slice(at, start), isToken: false })
    parts.push({ raw: line.slice(start, end), isToken: true })
    at = end
  }
  if (at < line.length) parts.push({ raw: line.slice(at), isToken: false })
  return parts
}

const jointBefore = /(?:\s*[,;:]|\s[–—-])+\s*$/u
const jointAfter = /^\s*(?:[,;:]|[–—-](?=\s))\s*/u

/** A comma that stood between the text and a chip joins nothing once the chip is out of the line. */
function withJoints(parts: ReadLine['parts']): ReadLine['parts'] {
  const isText = (part: ReadLine['parts'][number]) => !part.isToken && part.raw.trim() !== ''
  const [first, last] = [parts.findIndex(isText), parts.findLastIndex(isText)]
  /** The text part in two, the joint among them; nothing but a joint is a text. */
  const cut = (raw: string, at: number, jointFirst: boolean): ReadLine['parts'] =>
    at <= 0 || at >= raw.length
      ? [{ raw, isToken: false }]
      : [
          { raw: raw.slice(0, at), isToken: false, ...(jointFirst && { isJoint: true as const }) },
          { raw: raw.slice(at), isToken: false, ...(!jointFirst && { isJoint: true as const }) },
        ]
  return parts.flatMap((part, index) => {
    const { raw } = part
    const hasChipAfter = index === last && index < parts.length - 1
    const [text = part, joint] = hasChipAfter ? cut(raw, jointBefore.exec(raw)?.index ?? 0, false) : [part]
    const front = index === first && index > 0 ? cut(text.raw, jointAfter.exec(text.raw)?.[0].length ?? 0, true) : [text]
    return joint ? [...front, joint] : front
  })
}

const asTitle = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** What a chip stands for in the line. */
export const rawsOf = (token: Token): readonly string[] => ('also' in token && token.also ? [token.raw, ...token.also] : [token.raw])

/** One chip for what is one: a date and its time that stand apart in the line. `also`: what is dismissed with it. */
function chipsOf(tokens: readonly Token[]): Token[] {
  const dates = tokens.filter(({ kind }) => kind === 'date')
  const [first, ...more] = dates
  return tokens.flatMap((token): Token[] => {
    if (token.kind !== 'date' || !first || more.length === 0) return [token]
    return token === first ? [{ kind: 'date', raw: token.raw, also: more.map(({ raw }) => raw) }] : []
  })
}

/** `readTimes` is loaded on its own; until it is there, dates are text. */
export function readQuickAdd(line: string, dismissed: ReadonlySet<string> = new Set(), readTimes?: ReadTimes): ReadLine {
  const readable = blankedLine(line, dismissed)
  const spans: Span[] = []
  for (const match of readable.matchAll(tokenPattern)) {
    const token = tokenOf(match[0], match.groups ?? {})
    if (token) spans.push({ start: match.index, end: match.index + match[0].length, token })
  }
  // Of several priorities, and of several who are to do it, the last counts; the others stay text.
  const last = (kind: Token['kind']) => spans.findLast(({ token }) => token.kind === kind)
  const [lastPriority, lastAssignee] = [last('priority'), last('assignee')]
  for (let index = spans.length - 1; index >= 0; index--) {
    const span = spans[index] as Span
    const counting = span.token.kind === 'priority' ? lastPriority : span.token.kind === 'assignee' ? lastAssignee : span
    if (span !== counting) spans.splice(index, 1)
  }
  const times = readTimes?.(readable.replaceAll(leftAlone, blanked))
  for (const { kind, start, end } of times?.spans ?? []) spans.push({ start, end, token: { kind, raw: line.slice(start, end) } })
  spans.sort((a, b) => a.start - b.start)
  const parts = withJoints(partsOf(line, spans))
  const title = asTitle(
    parts
      .filter((part) => !part.isToken && !part.isJoint)
      .map((part) => part.raw)
      .join(''),
  )
  const nothing = {
    priority: undefined,
    labels: [],
    requesters: [],
    assignee: undefined,
    due: undefined,
    schedules: [],
    when: undefined,
    unsure: [],
    tokens: [],
  }
  // Nothing but tokens is no title: then they are the title.
  if (title === '') return { ...nothing, title: asTitle(line), parts: line === '' ? [] : [{ raw: line, isToken: false }] }
  const tokens = spans.map((span) => span.token)
  return {
    title,
    parts,
    priority: lastPriority?.token.kind === 'priority' ? lastPriority.token.priority : undefined,
    labels: [...new Set(tokens.flatMap((token) => (token.kind === 'label' ? [token.label] : [])))],
    requesters: [...new Set(tokens.flatMap((token) => (token.kind === 'requester' ? [token.requester] : [])))],
    assignee: lastAssignee?.token.kind === 'assignee' ? lastAssignee.token.assignee : undefined,
    due: times?.due,
    schedules: times?.schedules ?? [],
    when: times,
    unsure: times?.unsure ?? [],
    // The same token twice is one chip.
    tokens: chipsOf(tokens).filter((token, index, all) => all.findIndex((other) => other.raw === token.raw) === index),
  }
}
