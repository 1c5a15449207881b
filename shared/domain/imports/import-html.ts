// The little HTML that to-do programs' editors write, as Markdown. What it does not know it leaves to its text.
import { decodeEntities } from '../mail/html-text.ts'
import { htmlTokens } from '../mail/html-tokens.ts'

function isHtml(text: string): boolean {
  return /<(?:p|br|ul|ol|li|h[1-6]|div|strong|em|a|code|pre|blockquote)\b[^<>]*>/i.test(text)
}

const marks: Readonly<Record<string, string>> = { strong: '**', b: '**', em: '*', i: '*', code: '`' }
const blocks = new Set(['p', 'div', 'ul', 'ol', 'blockquote', 'pre'])
const heading = /^h[1-6]$/

/** How often each tag is closed: one that never is, is no mark around anything. */
function closingTags(html: string): Map<string, number> {
  const count = new Map<string, number>()
  for (const { kind, name } of htmlTokens(html)) if (kind === 'close') count.set(name, (count.get(name) ?? 0) + 1)
  return count
}

function listItem(tag: string): string {
  const checked = /\bdata-checked="(true|false)"/i.exec(tag)?.[1]?.toLowerCase()
  return `\n- ${checked === undefined ? '' : checked === 'true' ? '[x] ' : '[ ] '}`
}

/** Without spaces at the ends of lines that nothing follows at once, and at most one empty line, none before a list's item. */
function tidied(markdown: string): string {
  const lines = markdown.split('\n')
  const kept: string[] = []
  let isBlank = false
  for (const [at, line] of lines.entries()) {
    const isFollowed = /^\S/.test(lines[at + 1] ?? '')
    const text = isFollowed && line.trim() !== '' ? line : line.replace(/[ \t]+$/, '')
    if (text === '') {
      isBlank = true
      continue
    }
    if (isBlank && kept.length > 0 && !text.startsWith('- ')) kept.push('')
    kept.push(text)
    isBlank = false
  }
  return kept.join('\n').trim()
}

export function markdownOfHtml(html: string): string {
  if (!isHtml(html)) return html
  const unclosed = closingTags(html)
  const opened = new Map<string, string[]>()
  const written: string[] = []
  let isItemBegun = false
  let isLabel = false

  function write(text: string): void {
    const shown = isItemBegun ? text.trimStart() : text
    if (shown === '') return
    written.push(shown)
    isItemBegun = false
  }

  /** Opens what a later tag of the same name closes: then `end` is written. */
  function open(name: string, start: string, end: string): void {
    const left = unclosed.get(name) ?? 0
    if (left === 0) return
    unclosed.set(name, left - 1)
    opened.set(name, [...(opened.get(name) ?? []).slice(-20), end])
    write(start)
  }

  for (const { kind, part, name } of htmlTokens(html)) {
    if (isLabel) {
      isLabel = !(kind === 'close' && name === 'label')
      if (!isLabel) unclosed.set(name, (unclosed.get(name) ?? 0) - 1)
    } else if (kind === 'text') write(decodeEntities(part.replaceAll(/\r?\n/g, ' ')))
    else if (name === 'label') isLabel = kind === 'open' && (unclosed.get(name) ?? 0) > 0
    else if (name === 'br') write('  \n')
    else if (name === 'li') {
      if (kind === 'open') written.push(listItem(part))
      isItemBegun = kind === 'open'
    } else if (blocks.has(name)) {
      if (!(isItemBegun && (name === 'p' || name === 'div'))) write('\n\n')
    } else if (kind === 'close') write(opened.get(name)?.pop() ?? '')
    else if (marks[name] !== undefined) open(name, marks[name], marks[name])
    else if (heading.test(name)) open(name, `\n\n${'#'.repeat(Number(name[1]))} `, '\n\n')
    else if (name === 'a') {
      const href = /\bhref="([^"]*)"/i.exec(part)?.[1]
      if (href !== undefined) open(name, '[', `](${decodeEntities(href)})`)
    }
  }
  return tidied(written.join(''))
}
