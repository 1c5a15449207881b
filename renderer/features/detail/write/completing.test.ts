import { expect, test } from 'vitest'
import { completingAt } from './completing.ts'

const at = (text: string) => completingAt(text, text.length)

test('[TP3] a number or a name is completed where one begins, and never in code', () => {
  expect(at('see #1')).toEqual({ sign: '#', from: 4, word: '1' })
  expect(at('@')).toEqual({ sign: '@', from: 0, word: '' })
  expect(at('(@ana-l')).toEqual({ sign: '@', from: 1, word: 'ana-l' })
  expect(completingAt('@ana is here', 3)).toEqual({ sign: '@', from: 0, word: 'an' })
  for (const text of ['#', '## ', 'ana@exa', 'a#1', '@ana ', '`@an', '```js\n@an', '~~~\n#1']) expect(at(text)).toBeUndefined()
  expect(at('`code` @an')).toMatchObject({ word: 'an' })
  expect(at('```\ncode\n```\n@an')).toMatchObject({ word: 'an' })
})
