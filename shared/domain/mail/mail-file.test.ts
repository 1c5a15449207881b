import { expect, test } from 'vitest'
import { maxAttachmentBytes } from '../attachments/attachment-link.ts'
import { chooseMailFiles, maxMailFiles, textWithFiles } from './mail-file.ts'

const hash = 'a'.repeat(64)

test('[AT12] of a mail 50 files are kept, none above 25 MB and no more than 100 MB together', () => {
  const sized = (...sizes: (number | null)[]) => chooseMailFiles(sizes.map((bytes) => ({ bytes }))).map(({ leftOut }) => leftOut)
  expect(sized(1, maxAttachmentBytes, maxAttachmentBytes + 1, null)).toEqual([undefined, undefined, 'too_large', undefined])
  expect(sized(...Array.from({ length: 5 }, () => maxAttachmentBytes), 1)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    'mail_too_large',
    'mail_too_large',
  ])
  const many = sized(...Array.from({ length: 10_000 }, () => 1))
  expect(many.length).toBeLessThan(200)
  expect(many.filter((one) => one === undefined)).toHaveLength(maxMailFiles)
})

test('[AT12] a file stands where the text shows it, the others below, and what was left out is named without a link', () => {
  const link = (name: string) => `[${name}](/attachments/${hash}/${name})`
  const files = [
    { hash, name: 'a.png', content_id: 'ii_1' },
    { hash, name: 'b.png', content_id: null },
    { hash, name: 'c.pdf' },
    { hash: null, name: 'huge.iso', bytes: 31_457_280 },
  ]
  expect(textWithFiles('Look: [cid:ii_1]\nand [image: b.png]!\n', files)).toBe(
    `Look: ${link('a.png')}\nand ${link('b.png')}!\n\n${link('c.pdf')}  \nhuge.iso (30 MB)`,
  )
  expect(textWithFiles('', files.slice(2, 3))).toBe(link('c.pdf'))
  expect(textWithFiles('As it was.', [])).toBe('As it was.')
})

test('[AT12] names lie: none of them makes a link, an image, another direction or a folder', () => {
  const shown = (name: string, of: string | null = hash) => textWithFiles('', [{ hash: of, name }])
  expect(shown('../../etc/passwd')).toBe(`[passwd](/attachments/${hash}/passwd)`)
  expect(shown('invoice‮fdp.exe')).toBe(`[invoice_fdp.exe](/attachments/${hash}/invoice%5Ffdp.exe)`)
  expect(shown('a](http://evil.example) ![b')).not.toMatch(/[^\\]\]\(http/)
  expect(shown('![x](http://evil.example/y)', null)).not.toMatch(/(?:^|[^\\])\]\(/)
  expect(textWithFiles('[image: $&]', [{ hash, name: '$&' }])).toBe(`[$&](/attachments/${hash}/%24%26)`)
})
