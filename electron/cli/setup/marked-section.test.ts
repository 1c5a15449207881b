import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { putSection, putSkill, section, skill, takeSection, takeSkill } from './marked-section.ts'

const markdown = fc.array(fc.constantFrom('# A', '', 'text', '- [ ] b', '```', '<!-- c -->', ' indented', '§ ü 日'), { maxLength: 6 })

test('[A13] the section comes and goes, and nothing around it moves', () => {
  fc.assert(
    fc.property(markdown, markdown, fc.constantFrom('\n', '\r\n'), fc.boolean(), (before, behind, eol, isEnded) => {
      const text = before.join(eol) + (isEnded && before.length > 0 ? eol : '')
      const put = putSection(text)
      expect(put.startsWith(text)).toBe(true)
      expect(putSection(put)).toBe(put)
      const taken = takeSection(put) ?? ''
      // Without its record a last line that did not end ends now.
      expect([text, `${text}\n`, `${text}\r\n`]).toContain(text.trim() === '' ? text : taken)
      // Somebody writes behind it.
      const more = `${put}${behind.join(eol)}${eol}`
      if (text.trim() !== '') expect(takeSection(more)).toBe(`${taken}${behind.join(eol)}${eol}`)
    }),
  )
})

test('[A13] what a person changed in it, or left of it, is seen', () => {
  const edited = section.replace('Look first', 'Look twice')
  expect(() => putSection(edited)).toThrow('edited by hand')
  expect(() => takeSection(edited)).toThrow('edited by hand')
  const pieces = [
    section.replace('<!-- tandem:end -->', ''),
    section.replace(/^<!-- tandem:begin.*$/m, ''),
    `${section}\n${section}`,
    '<!-- tandem:end -->\n<!-- tandem:begin x -->\n',
  ]
  for (const text of pieces) expect(() => putSection(text)).toThrow('unmatched')
  // Its words, in other line endings or with a blank line more, are still its own.
  expect(takeSection(section.replaceAll('\n', '\r\n').replace('<!-- tandem:end', '\r\n<!-- tandem:end'))).toBeNull()
})

test('[A13] a skill of Tandem is known by its mark', () => {
  expect([putSkill(null), putSkill(''), putSkill(skill), takeSkill(skill)]).toEqual([skill, skill, skill, null])
  expect(takeSkill('---\nname: tandem\n---\n')).toBe('---\nname: tandem\n---\n')
  expect(() => putSkill('---\nname: tandem\n---\n')).toThrow('another skill')
  expect(() => takeSkill(skill.replace('# Tasks', '# My tasks'))).toThrow('edited by hand')
})
