// Several lines that were pasted where one task is written: what each would be as a task of its own, and as a part of the one above it.

export interface PastedItem {
  /** Without its bullet or box. */
  line: string
  isDone: boolean
  /** Lines that stand further in. */
  parts: PastedItem[]
}

/** More are a file to import. */
export const maxPasted = 200
/** A part of a part of …: as deep as tasks go. */
const maxDepth = 5

const bullet = /^(?:[-*+•◦▪–—]|\d{1,3}[.)])(?:\s+|$)/
const box = /^\[([ xX✓]?)\]\s+|^([☐☑✓✔])\s*/

/** Columns of the white space before a line; a tab goes on to the next fourth. */
function indentOf(line: string): number {
  let columns = 0
  for (const sign of /^\s*/.exec(line)?.[0] ?? '') columns += sign === '\t' ? 4 - (columns % 4) : 1
  return columns
}

function itemOf(line: string): PastedItem {
  const text = line.trim().replace(bullet, '')
  const [found, inBrackets, sign] = box.exec(text) ?? []
  return { line: text.slice(found?.length ?? 0).trim(), isDone: /[xX✓]/.test(inBrackets ?? '') || /[☑✓✔]/.test(sign ?? ''), parts: [] }
}

/** Empty lines, bullets without words and rules are none. */
export function readPasted(text: string): PastedItem[] {
  const items: PastedItem[] = []
  /** Those that the next line could be a part of, the outermost first. */
  let above: { indent: number; item: PastedItem }[] = []
  for (const line of text.split(/\r\n|\r|\n/)) {
    const item = itemOf(line)
    if (/^[-–—=*_]*$/.test(item.line)) continue
    const indent = indentOf(line)
    above = above.filter((one) => one.indent < indent)
    const whole = above.at(-1)?.item
    if (whole) whole.parts.push(item)
    else items.push(item)
    if (above.length < maxDepth - 1) above.push({ indent, item })
  }
  return items
}

export const countOf = (items: readonly PastedItem[]): number => items.reduce((sum, { parts }) => sum + 1 + countOf(parts), 0)

/** The first line, and what stands below it. */
export function asOneTask(text: string): { line: string; description: string } {
  const [first = '', ...rest] = text.replaceAll(/\r\n?/g, '\n').trim().split('\n')
  return { line: itemOf(first).line, description: rest.join('\n').replace(/^\n+/, '').trimEnd() }
}
