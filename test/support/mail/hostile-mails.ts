// Mails as nobody should make them, from a seed.
import { randomUUID } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { rawMail } from './dovecot.ts'
import { attached, inline, mimeMail, multipart, part } from './mime.ts'

export interface HostileMail {
  kind: string
  raw: string
}

type Random = () => number

/** mulberry32 */
function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const text = (content: string) => part({ type: 'text/plain; charset=utf-8', content })
const below = (random: Random, most: number) => Math.floor(random() * most)
const bytes = (random: Random, length: number) => Buffer.from(Array.from({ length }, () => below(random, 256)))
const pick = <T>(random: Random, all: readonly T[]): T => all[below(random, all.length)] as T

function nested(depth: number, wrap: (inner: string) => string, inner: string): string {
  let body = inner
  for (let i = 0; i < depth; i++) body = wrap(body)
  return body
}

/** A zip of one file of so many zeros, which is a thousand times smaller. */
function zipBomb(length: number): Buffer {
  const content = deflateRawSync(Buffer.alloc(length))
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(content.length, 18)
  head.writeUInt32LE(length, 22)
  head.writeUInt16LE(1, 26)
  return Buffer.concat([head, Buffer.from('0'), content])
}

const names = [
  'invoice\u202Efdp.exe',
  '../../../etc/passwd',
  'C:\\Windows\\system32\\x.dll',
  'a\tb\u0000c\r.txt',
  'x'.repeat(5000) + '.pdf',
  '=?utf-8?B?not base64 at all?=',
  '=?utf-8?Q?=C3=',
  '=?x-unknown?B?w6Q=?=',
  '.htaccess',
  'CON',
  '](javascript:alert(1))',
  '<img src=x onerror=alert(1)>',
  '\u{1F4A3}'.repeat(400),
  '   ',
]
const dispositions = [
  `attachment; filename*=utf-8''%FF%FE%ZZ.txt`,
  `attachment; filename*0="a"; filename*2="c"; filename*1*=%`,
  `attachment; filename*0*=''; filename*999999999999=x`,
  'attachment; filename="unclosed',
  `attachment; ${'a=b;'.repeat(3000)} filename=z.txt`,
  'attachment; __proto__*0*=x; filename=p.txt',
  '; ; ; =',
]

const kinds: Record<string, (random: Random) => string> = {
  'many parts': (random) =>
    multipart(
      'mixed',
      Array.from({ length: random() < 0.1 ? 10_000 : 300 }, (_, i) => `Content-Disposition: attachment; filename="${i}"\r\n\r\nx`),
    ),
  'deeply nested': (random) =>
    nested(pick(random, [25, 90, 400]), (inner) => multipart(pick(random, ['mixed', 'alternative', 'related']), [inner]), text('deep down')),
  'mails within mails': (random) =>
    multipart('mixed', [
      text('See within.'),
      nested(
        pick(random, [3, 30, 110]),
        (inner) => part({ type: 'message/rfc822', encoding: '7bit', content: mimeMail({ subject: 'within' }, inner) }),
        multipart('mixed', [text('innermost')]),
      ),
    ]),
  'lying names': (random) =>
    multipart('mixed', [
      text('Names.'),
      ...Array.from({ length: 4 }, () => attached(pick(random, names).replaceAll('"', ''), bytes(random, 40))),
      ...Array.from({ length: 3 }, () =>
        part({ type: 'application/pdf', headers: [`Content-Disposition: ${pick(random, dispositions)}`], content: bytes(random, 20) }),
      ),
    ]),
  'broken base64': (random) =>
    multipart('mixed', [
      text('Broken.'),
      part({
        type: 'application/octet-stream; name="broken.bin"',
        encoding: 'base64',
        headers: ['Content-Disposition: attachment'],
        content: bytes(random, 500)
          .toString('base64')
          .replaceAll('A', pick(random, ['*', '=', '\0', '\r\n\r\n', '==='])),
      }),
    ]),
  'lying encodings': (random) =>
    multipart('mixed', [
      part({
        type: 'text/plain; charset=x-none',
        encoding: pick(random, ['x-uuencode', 'binary', 'BASE64', 'quoted-printable', 'rot13']),
        content: `=ZZ= hello ${bytes(random, 30).toString('base64')}`,
      }),
      part({ type: 'text/html; charset="utf-16le"', encoding: 'quoted-printable', content: '<img src=3D"cid:x"><a href=3D' }),
    ]),
  'zip bomb': () => multipart('mixed', [text('Unpack me.'), attached('bomb.zip', zipBomb(50_000_000), 'application/zip')]),
  polyglot: (random) =>
    multipart('mixed', [
      text('Which is it?'),
      attached('picture.png', Buffer.concat([Buffer.from('GIF89a/*'), Buffer.from('*/=1;alert(document.domain)//<script>'), bytes(random, 30)]), 'text/html'),
      attached('page.html', '<script>alert(1)</script>', 'image/png'),
      attached('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'),
    ]),
  'one Content-ID for all': (random) =>
    multipart('related', [
      part({ type: 'text/html', content: `<p>${'<img src="cid:same">'.repeat(50)}</p>` }),
      ...Array.from({ length: 5 }, (_, i) => inline('same', `${i}.png`, bytes(random, 30))),
      ...['a]b', '', ' ', 'x'.repeat(3000), '<>', '$&'].map((id) => inline(id, 'id.png', bytes(random, 10))),
    ]),
  'boundaries without end': (random) =>
    `Content-Type: multipart/mixed; boundary="${pick(random, ['', 'b', 'x'.repeat(300)])}"\r\n\r\n--b\r\n--b\r\n\r\n--b--\r\n--b`,
  'huge header': () => `Content-Type: text/plain${'; a=b'.repeat(60_000)}\r\n\r\nHeader.`,
  noise: (random) =>
    `Content-Type: ${bytes(random, 40)
      .toString('latin1')
      .replaceAll(/[\r\n]/g, '')}\r\n\r\n${bytes(random, 3000).toString('latin1')}`,
  'html to choke on': (random) =>
    part({ type: 'text/html', content: pick(random, ['<', '<img src="cid:', '<!--', '<blockquote>', '&nbsp;', '<li ', '[cid:x]']).repeat(50_000) }),
}

/** No answer about it can be read by a client that keeps within bounds. */
const manyRecipients = (subject: string) =>
  rawMail({ subject, from: 'Eve <eve@example.net>', to: Array.from({ length: 80_000 }, (_, i) => `a${i}@example.org`).join(',\r\n '), body: 'To everybody.' })

const twisted = (raw: string, random: Random): string => {
  const at = below(random, raw.length)
  const how = below(random, 4)
  if (how === 0) return raw.slice(0, at)
  if (how === 1) return raw.replaceAll('\r\n', '\n')
  return how === 2 ? `${raw.slice(0, at)}\0\xFF\r${raw.slice(at)}` : raw
}

/** So many, each of a kind in turn. */
export function hostileMails(count: number, seed: number): HostileMail[] {
  const random = randomOf(seed)
  const all = Object.entries(kinds)
  return Array.from({ length: count }, (_, i) => {
    const subject = `Hostile ${i} ${randomUUID().slice(0, 8)}`
    if (i % 100 === 57) return { kind: 'many recipients', raw: manyRecipients(subject) }
    const [kind, make] = all[i % all.length] as (typeof all)[number]
    return { kind, raw: twisted(mimeMail({ subject, from: 'Eve <eve@example.net>' }, make(random)), random) }
  })
}
