import { expect, test } from 'vitest'
import { toggledCheckbox } from './checklist.ts'

test('[TP1] exactly one sign changes, and only in a checkbox', () => {
  const text = 'See:\r\n\r\n  1. [ ] one\n> * [X] two [ ]\n- [y] none'
  expect(toggledCheckbox(text, text.indexOf('1.'))).toEqual({ text: text.replace('1. [ ]', '1. [x]'), isTicked: true })
  expect(toggledCheckbox(text, text.indexOf('*'))).toEqual({ text: text.replace('[X]', '[ ]'), isTicked: false })
  for (const at of [0, text.indexOf('one'), text.indexOf('- [y]'), text.length]) expect(toggledCheckbox(text, at)).toBeUndefined()
})
