// A change of one file as `diff -u` shows it. What Tandem changes stands together, so one hunk tells all.
import { isAbsolute } from 'node:path'

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
const shown = (sign: string, lines: readonly string[]) =>
  lines.map((line) => (line.endsWith('\n') ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`)).join('')
/** Of an empty range diff names the line before it. */
const range = (start: number, length: number) => `${length === 0 ? start : start + 1},${length}`

/** `null` stands for a file that is not there; '' is the answer where nothing changes. */
export function unifiedDiff(name: string, before: string | null, after: string | null, context = 3): string {
  if (before === after) return ''
  const [old, now] = [linesOf(before ?? ''), linesOf(after ?? '')]
  const shorter = Math.min(old.length, now.length)
  let head = 0
  while (head < shorter && old[head] === now[head]) head++
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  const from = Math.max(0, head - context)
  const behind = Math.min(tail, context)
  const left = { from, to: old.length - tail + behind }
  const right = { from, to: now.length - tail + behind }
  const hunk = [
    shown(' ', old.slice(from, head)),
    shown('-', old.slice(head, old.length - tail)),
    shown('+', now.slice(head, now.length - tail)),
    shown(' ', old.slice(old.length - tail, left.to)),
  ].join('')
  const named = (side: string) => (isAbsolute(name) ? name : `${side}/${name}`)
  const files = `--- ${before === null ? '/dev/null' : named('a')}\n+++ ${after === null ? '/dev/null' : named('b')}\n`
  return `${files}@@ -${range(left.from, left.to - left.from)} +${range(right.from, right.to - right.from)} @@\n${hunk}`
}
