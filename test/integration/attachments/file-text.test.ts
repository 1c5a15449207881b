// What search reads of files: whole ones, and those of strangers who mean ill. Real threads, real limits.
import { randomBytes } from 'node:crypto'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readFileText } from '../../../shared/node/file-text/file-text.ts'
import { docxOf, paragraph, pdfBomb, pdfOf } from '../../support/files/made-files.ts'

const textOf = (bytes: Uint8Array | string, limits?: { timeoutMs?: number; maxBytes?: number }) => readFileText(new Uint8Array(Buffer.from(bytes)), limits)

test('[Q17] the text of a PDF, of a Word document and of plain text is read, whatever they are called', async () => {
  expect(await textOf(pdfOf({ pages: ['The notice period is three months', 'signed in Lisbon'] }))).toBe('The notice period is three months\nsigned in Lisbon')
  const word = docxOf(
    `${paragraph('Kündigung &amp; Frist &#x2013; <ok>'.replace('<ok>', '&lt;ok&gt;'))}<w:p><w:r><w:t>two</w:t><w:tab/><w:t>words</w:t></w:r></w:p>`,
    {
      'word/footnotes.xml': `<w:footnotes>${paragraph('a footnote')}</w:footnotes>`,
    },
  )
  expect(await textOf(word)).toBe('Kündigung & Frist – <ok>\ntwo words\na footnote')
  expect(await textOf('# Notes\n\n- eins,  zwei\n')).toBe('# Notes\n- eins, zwei')
})

test.each([
  ['UTF-8 with a mark', Buffer.from('\ufeffgrün', 'utf8')],
  ['UTF-16LE with a mark', Buffer.from('\ufeffgrün', 'utf16le')],
  ['UTF-16BE with a mark', Buffer.from('\ufeffgrün', 'utf16le').swap16()],
  ['UTF-16LE without one', Buffer.from('grün', 'utf16le')],
  ['Windows-1252', Buffer.from('grün', 'latin1')],
])('[Q17] plain text as %s', async (_, bytes) => {
  expect(await textOf(bytes)).toBe('grün')
})

test('[Q17] at most 200,000 characters are kept, and what is no text has none', async () => {
  expect((await textOf('word '.repeat(100_000))).length).toBeLessThanOrEqual(200_000)
  for (const bytes of [randomBytes(5000), Buffer.from('\x89PNG\r\n\x1a\n\0\0'), Buffer.from('{\\rtf1 no}'), Buffer.from([0])])
    expect(await textOf(bytes)).toBe('')
})

const bomb = pdfBomb(600)
const manyPages = pdfOf({ pages: Array.from({ length: 10_000 }, (_, at) => `page number ${at}`) })
const loop = pdfOf({ pages: ['x'] })
  .toString('latin1')
  .replace('/Parent 2 0 R', '/Parent 4 0 R')
  .replace('/Kids [4 0 R]', '/Kids [2 0 R]')
const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY e SYSTEM "file:///etc/passwd">]>`
const lying = docxOf(paragraph('short'))
// Its sizes in the directory say that it becomes four thousand million bytes.
lying.writeUInt32LE(0xfffffffe, lying.indexOf(Buffer.from('PK\x01\x02')) + 24)

test('[Q18] a file of a stranger takes its time and its memory, and no more', async () => {
  const limits = { timeoutMs: 20_000, maxBytes: 200 * 1_048_576 }
  const before = process.memoryUsage().rss
  const hostile: [string, Buffer | string, string | RegExp][] = [
    ['a PDF that becomes 600 MB', bomb, ''],
    ['a zip that becomes 60 MB', docxOf(paragraph('a'.repeat(60 * 1_048_576))), ''],
    ['sizes that lie', lying, /^(?:short)?$/],
    ['a PDF whose pages lead back to themselves', Buffer.from(loop, 'latin1'), /^x?$/],
    ['a broken xref', pdfOf({ pages: ['found all the same'], brokenXref: true }), 'found all the same'],
    [
      'an encrypted PDF',
      pdfOf({ pages: ['secret'], trailer: `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'00'.repeat(32)}> /U <${'11'.repeat(32)}> /P -4 >> /ID [<00><00>]` }),
      '',
    ],
    ['a PDF that ends at once', '%PDF-1.7', ''],
    ['an empty zip', Buffer.from(zipSync({})), ''],
    ['noise that says it is a PDF', Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(100_000)]), ''],
    ['tags without an end', docxOf('<'.repeat(3_000_000)), ''],
  ]
  for (const [what, bytes, expected] of hostile) expect(await textOf(Buffer.from(bytes), limits), what).toMatch(expected === '' ? /^$/ : expected)
  const pages = await textOf(manyPages, limits)
  // As far as it came on this machine.
  expect(pages).toMatch(/^(?:page number 0\npage number 1\n|$)/)
  expect(process.memoryUsage().rss - before).toBeLessThan(900 * 1_048_576)
}, 240_000)

test('[Q18] an XML names nothing outside of itself, and no entity grows', async () => {
  const text = await textOf(
    docxOf(paragraph('&a;&b;&e; ok &#99999999999;'), { 'word/document.xml': `${entities}<w:document>${paragraph('&b;&e; ok')}</w:document>` }),
  )
  expect(text).toBe('&b;&e; ok')
})

test('[Q18] a thread that goes on for ever is ended in time', async () => {
  const begun = performance.now()
  expect(await textOf(bomb, { timeoutMs: 200, maxBytes: 1e12 })).toBe('')
  expect(performance.now() - begun).toBeLessThan(5000)
})
