import { expect, test } from 'vitest'
import { asOneTask, countOf, type PastedItem, readPasted } from './pasted-lines.ts'

const shape = (items: readonly PastedItem[]): unknown[] => items.map(({ line, isDone, parts }) => [`${line}${isDone ? ' ✓' : ''}`, ...shape(parts)])

test('[TP5] a task a line, without bullets and boxes; what stands further in is a part', () => {
  const items = readPasted('- Bake\r\n  1. [x] flour\r\n  2) [ ] water !high\r\n\r\n\tsalt\n• Clean\n-\n---\n  \nCall 12 people\n')
  expect(shape(items)).toEqual([['Bake', ['flour ✓'], ['water !high', ['salt']]], ['Clean'], ['Call 12 people']])
  expect(countOf(items)).toBe(6)
})

test('[TP5] parts are no deeper than tasks go, and a text that is all further in has none', () => {
  const depth = (items: readonly PastedItem[]): number => (items.length === 0 ? 0 : 1 + Math.max(...items.map(({ parts }) => depth(parts))))
  const deep = readPasted(Array.from({ length: 9 }, (_, n) => `${' '.repeat(n)}line ${n}`).join('\n'))
  expect([depth(deep), countOf(deep)]).toEqual([5, 9])
  expect(shape(readPasted('   a\n   b'))).toEqual([['a'], ['b']])
})

test('[TP5] or one task, with the rest as its description', () => {
  expect(asOneTask('\n- Bake the bread\r\n\r\nFirst:\r\n  - flour\r\n')).toEqual({ line: 'Bake the bread', description: 'First:\n  - flour' })
})
