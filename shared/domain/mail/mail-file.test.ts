import { expect, test } from 'vitest'
import { maxAttachmentBytes } from '../attachments/attachment-link.ts'
import { type LeftOut, leftOutReasons } from '../../schema/files/mail-file.ts'
import { textOfHtml } from './html-text.ts'
import { chooseMailFiles, maxMailFiles, nameOfPart, ownFiles, textWithFiles } from './mail-file.ts'

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

test('[AT14] where a picture stands in HTML stands its file; a picture that did not come leaves nothing', () => {
  const html =
    '<p>Look: <img alt="x" src="cid:ii_1%40mail"> here</p><p>and <IMG SRC=\'cid:gone\'></p><img src="https://tracker.example/x.png"><img src=cid:b&amp;c>'
  const text = textOfHtml(html)
  expect(text).toBe('Look: [cid:ii_1@mail] here\n\nand [cid:gone]\n\n[cid:b&c]')
  const files = [
    { hash, name: 'a.png', content_id: 'ii_1@mail' },
    { hash: null, name: 'b.png', bytes: 9, content_id: 'b&c', left_out: 'gone' as const },
  ]
  expect(textWithFiles(text, files)).toBe(`Look: [a.png](/attachments/${hash}/a.png) here\n\nand\n\nb.png (0.1 MB; left out: it could not be read)`)
  for (const id of ['a]b', 'a b', 'a\nb', '', 'x'.repeat(2000)]) expect(textOfHtml(`<img src="cid:${id}">`)).toBe('')
})

test('[AT14] two pictures with one Content-ID are both there', () => {
  const shown = textWithFiles('[cid:x]', [
    { hash, name: 'a.png', content_id: 'x' },
    { hash: 'b'.repeat(64), name: 'b.png', content_id: 'x' },
  ])
  expect(shown).toBe(`[a.png](/attachments/${hash}/a.png)\n\n[b.png](/attachments/${'b'.repeat(64)}/b.png)`)
})

test('[AT15] pictures of what a mail quotes, and of the signature, do not come again with every answer', () => {
  const file = (content_id: string | null, name = 'x.png') => ({ part: '1', name, bytes: 9, content_id })
  const body = 'See [cid:mine]\n\n-- \nBo [cid:logo]\n\nOn 3 March 2026 Ana wrote:\n> as here [cid:theirs]\n> [image: old.pdf]\n'
  const kept = ownFiles({
    subject: 'Re: x',
    body,
    files: [file('mine'), file('logo'), file('theirs'), file('nowhere'), file(null, 'a.pdf'), file(null, 'old.pdf')],
  })
  expect(kept.map(({ content_id, name }) => content_id ?? name)).toEqual(['mine', 'nowhere', 'a.pdf', 'old.pdf'])
  // What is passed on is what the mail is about.
  expect(
    ownFiles({ subject: 'Fwd: x', body: '---------- Forwarded message ---------\nFrom: Ana\nSent: today\nTo: Bo\n\n[cid:theirs]', files: [file('theirs')] }),
  ).toHaveLength(1)
})

test('[AT15] what was left out says why', () => {
  const said = (left_out: LeftOut) => textWithFiles('', [{ hash: null, name: 'a.iso', bytes: 31_457_280, left_out }])
  expect(said('too_large')).toBe('a.iso (30 MB; left out: larger than 25 MB)')
  expect(said('no_room')).toContain('no more room')
  expect(leftOutReasons.map(said).every((text) => text.length > 15)).toBe(true)
  expect(chooseMailFiles([{ bytes: 0 }, { bytes: 3, left_out: 'elsewhere' }]).map(({ leftOut }) => leftOut)).toEqual(['empty', 'elsewhere'])
})

test('[AT16] a part without a name gets one by what it says that it is', () => {
  expect(['image/png', 'application/pdf', 'message/rfc822', 'text/calendar', 'image/x-y', 'a/b'].map((type) => nameOfPart(type))).toEqual([
    'image.png',
    'file.pdf',
    'mail.eml',
    'invitation.ics',
    'image',
    'file',
  ])
  expect(nameOfPart('message/rfc822', ' Re: Order ')).toBe('Re: Order.eml')
})
