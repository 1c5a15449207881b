// Reads one line: `#label` and `!high` are understood, everything else is the title, untouched.
import { priorities, type Priority } from '../../../shared/schema/task.ts'

export type Token = { kind: 'label'; raw: string; label: string } | { kind: 'priority'; raw: string; priority: Priority }

export interface ReadLine {
  title: string
  priority: Priority | undefined
  labels: string[]
  /** What was understood, in order; each can be dismissed by its `raw` text and is then plain text again. */
  tokens: Token[]
}

// A label begins with a letter: #12 speaks of a task. A token stands alone: C#, a#b and !important stay text.
const tokenPattern = /(?<=^|\s)(?:#(?<label>\p{L}[\p{L}\p{N}\p{M}_/-]*)|!(?<priority>\p{L}+))(?=\s|$)/gu

export function readQuickAdd(line: string, dismissed: ReadonlySet<string> = new Set()): ReadLine {
  const tokens: Token[] = []
  const rest = line.replaceAll(tokenPattern, (raw, ...args) => {
    const { label, priority } = args.at(-1) as { label?: string; priority?: string }
    if (dismissed.has(raw)) return raw
    if (label !== undefined) {
      tokens.push({ kind: 'label', raw, label })
      return ''
    }
    const known = priorities.find((one) => one === priority?.toLowerCase())
    if (!known) return raw
    tokens.push({ kind: 'priority', raw, priority: known })
    return ''
  })
  const title = rest.replaceAll(/\s+/g, ' ').trim()
  // Nothing but tokens is no title: then they are the title.
  if (title === '') return { title: line.replaceAll(/\s+/g, ' ').trim(), priority: undefined, labels: [], tokens: [] }
  const last = tokens.findLast((token) => token.kind === 'priority')
  return {
    title,
    priority: last?.priority,
    labels: [...new Set(tokens.flatMap((token) => (token.kind === 'label' ? [token.label] : [])))],
    // The same token twice is one chip; of several priorities the last counts.
    tokens: tokens.filter((token, index) => (token.kind === 'priority' ? token === last : tokens.findIndex((other) => other.raw === token.raw) === index)),
  }
}
