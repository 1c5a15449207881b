import { expect, test } from 'vitest'
import { referencesIn } from './text-references.ts'

const found = (text: string) => referencesIn(text).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.text]))

test('[TP2] numbers and names are found where they stand alone', () => {
  expect(found('See #12, (#7) and #3. @ana-lopez, @claude: @Jürgen.')).toEqual(['#12', '#7', '#3', '@ana-lopez', '@claude', '@Jürgen'])
  expect(found('ana@example.org a#1 repo/x#12 ##4 #12a #0 C# &#39; @ @@x http://a.b/#5 @_x')).toEqual([])
})

test('[TP2] the pieces are the text', () => {
  for (const text of ['', 'plain', '#1', 'a #1 b @c', '@a@b #2#3'])
    expect(
      referencesIn(text)
        .map((piece) => (typeof piece === 'string' ? piece : piece.text))
        .join(''),
    ).toBe(text)
})
