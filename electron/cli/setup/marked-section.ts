// A part of a Markdown file that is Tandem's, between two comments; and a file that is Tandem's as a whole. A digest in the comment tells whether a
// person has written in it: then it is theirs.
import { loopText, skillDescription, skillName } from './loop-text.ts'
import { LeftAlone } from './read-file.ts'
import { digestOf } from './written-record.ts'

const shortDigest = (text: string) => digestOf(text.replaceAll('\r\n', '\n').trim()).slice(0, 12)
const eolOf = (text: string) => (text.includes('\r\n') ? '\r\n' : '\n')

const end = '<!-- tandem:end -->'
const beginning = /^<!-- tandem:begin ?(\w*)[^\n]*-->\r?\n/gm
const ending = /^<!-- tandem:end -->/gm

const sectionBody = `## Tasks\n\n${loopText}\n`
export const section = `<!-- tandem:begin ${shortDigest(sectionBody)} (written by \`tandem setup\`; \`tandem setup --undo\` removes it) -->\n${sectionBody}${end}`

interface Found {
  start: number
  end: number
  isUntouched: boolean
}

function find(text: string): Found | undefined {
  const begins = [...text.matchAll(beginning)]
  const ends = [...text.matchAll(ending)]
  const [first, last] = [begins[0], ends[0]]
  if (!first && !last) return undefined
  if (!first || !last || begins.length > 1 || ends.length > 1 || last.index < first.index)
    throw new LeftAlone('has unmatched tandem:begin and tandem:end comments: remove them by hand')
  const body = text.slice(first.index + first[0].length, last.index)
  return { start: first.index, end: last.index + last[0].length, isUntouched: shortDigest(body) === first[1] }
}

const changedByHand = 'has a Tandem section that was edited by hand'

export function putSection(text: string | null): string {
  const there = text ?? ''
  const eol = eolOf(there)
  const ours = section.replaceAll('\n', eol)
  const found = find(there)
  if (found && !found.isUntouched) throw new LeftAlone(`${changedByHand}: delete the section to have it written again`)
  if (found) return there.slice(0, found.start) + ours + there.slice(found.end)
  const gap = there === '' || there === '\uFEFF' ? '' : there.endsWith('\n') ? eol : eol + eol
  return `${there}${gap}${ours}${eol}`
}

/** null: nothing else was in the file. */
export function takeSection(text: string): string | null {
  const found = find(text)
  if (!found) return text
  if (!found.isUntouched) throw new LeftAlone(`${changedByHand}: remove it by hand`)
  const before = text.slice(0, found.start).replace(/(^|\n)\r?\n$/, '$1')
  const rest = before + text.slice(found.end).replace(/^\r?\n/, '')
  return rest.trim() === '' ? null : rest
}

const skillBody = `---\nname: ${skillName}\ndescription: ${skillDescription}\n---\n\n# Tasks in Tandem\n\n${loopText}\n`
const skillMark = /\n<!-- tandem:file (\w*)[^\n]*-->\s*$/
export const skill = `${skillBody}\n<!-- tandem:file ${shortDigest(skillBody)} (written by \`tandem setup\`; \`tandem setup --undo\` removes it) -->\n`

/** undefined: it is no file of Tandem. */
function isUntouchedSkill(text: string): boolean | undefined {
  const mark = skillMark.exec(text)
  return mark ? shortDigest(text.slice(0, mark.index)) === mark[1] : undefined
}

export function putSkill(text: string | null): string {
  if (text === null || text.trim() === '') return skill
  const isUntouched = isUntouchedSkill(text)
  if (isUntouched === undefined) throw new LeftAlone('belongs to another skill with that name')
  if (!isUntouched) throw new LeftAlone('was edited by hand: delete it to have it written again')
  return skill.replaceAll('\n', eolOf(text))
}

export function takeSkill(text: string): string | null {
  const isUntouched = isUntouchedSkill(text)
  if (isUntouched === undefined) return text
  if (!isUntouched) throw new LeftAlone('was edited by hand: remove it by hand')
  return null
}
