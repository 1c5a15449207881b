import { expect, test } from 'vitest'
import { asSharedTask } from './shared-text.ts'

test.each([
  ['a page', { title: 'Rye prices', url: 'https://bakery.example/rye' }, { line: 'Rye prices', description: 'https://bakery.example/rye' }],
  [
    'a page whose address is in the text',
    { title: 'Rye prices', text: 'https://bakery.example/rye', url: '' },
    { line: 'Rye prices', description: 'https://bakery.example/rye' },
  ],
  [
    'the address twice',
    { text: 'See https://bakery.example/rye', url: 'https://bakery.example/rye' },
    { line: 'See https://bakery.example/rye', description: '' },
  ],
  ['only an address', { url: 'https://bakery.example/rye' }, { line: 'https://bakery.example/rye', description: '' }],
  ['a text of several lines', { text: 'Order flour\r\n\r\n20 kg\r\nby Friday' }, { line: 'Order flour', description: '20 kg\nby Friday' }],
  ['a text that begins with its title', { title: 'Order flour', text: 'Order flour\n20 kg' }, { line: 'Order flour', description: 'Order flour\n20 kg' }],
  ['the same twice', { title: 'Order flour', text: 'Order flour' }, { line: 'Order flour', description: '' }],
  ['nothing', {}, { line: '', description: '' }],
  ['what is no text', { title: 7, text: null, url: ['x'] }, { line: '', description: '' }],
])('%s', (_name, parts, task) => expect(asSharedTask(parts)).toEqual(task))

test('a line that is too long goes on in the description', () => {
  const { line, description } = asSharedTask({ text: 'x'.repeat(1500) })
  expect([line.length, description.length]).toEqual([1000, 500])
})
