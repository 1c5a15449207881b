import { expect, test } from 'vitest'
import { textWithout } from './attachment-link.ts'

const without = (text: string) => textWithout(text, text.indexOf('<'), text.indexOf('>') + 1)

test('[AT10] what is taken out of a text leaves no hole', () => {
  expect(['a <x> b', 'a <x>', '<x> b', '<x>', 'a\n\n<x>\n\nb', 'a\n<x>\nb', 'a\n\n<x>', '<x>\n\nb', 'a<x>b'].map(without)).toEqual([
    'a b',
    'a',
    ' b',
    '',
    'a\n\nb',
    'a\nb',
    'a',
    'b',
    'ab',
  ])
})
