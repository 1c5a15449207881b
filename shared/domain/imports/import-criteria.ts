// What must be true for a task to be done, where other programs keep it as Markdown.
import type { Criterion } from '../../schema/task.ts'

const maxCriteria = 100
const longest = 1000

const item = /^(\s*)(?:[-*+]|\d{1,3}[.)])\s+(?:\[([ xX])\]\s+)?(?:#\d+\s+)?(\S.*)$/

/** `isWhole`: they say all that the text says. If not (something is ticked, nested or too long), the text is to be kept beside them. */
export function criteriaOf(text: string | undefined): { criteria: Criterion[]; isWhole: boolean } {
  const lines = (text ?? '').split('\n').filter((line) => line.trim() !== '')
  const items = lines.map((line) => item.exec(line))
  // Without a list each line is one of its own.
  const isList = items.some((found) => found !== null)
  const found = isList
    ? items.flatMap((one) => (one ? [{ text: (one[3] as string).trim(), isPlain: one[1] === '' && !/x/i.test(one[2] ?? '') }] : []))
    : lines.map((line) => ({ text: line.trim(), isPlain: !/^\s*(?:#|>|```|\|)/.test(line) }))
  const criteria = found.filter((one) => one.text.length <= longest).slice(0, maxCriteria)
  return { criteria: criteria.map((one) => ({ text: one.text })), isWhole: criteria.length === lines.length && criteria.every(({ isPlain }) => isPlain) }
}
