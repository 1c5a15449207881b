import { expect, it } from 'vitest'
import { fromQuotedPrintable, withoutTransferEncoding } from './transfer-decoding.ts'

async function decoded(text: string, encoding: string, cut: number): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < text.length; at += cut) yield Buffer.from(text.slice(at, at + cut), 'latin1')
  }
  const made: Buffer[] = []
  for await (const piece of withoutTransferEncoding(pieces(), encoding)) made.push(piece)
  return Buffer.concat(made).toString('latin1')
}

const cuts = [1, 2, 3, 5, 77, 10_000]

it.each([
  ['whole lines', 'SGVsbG8sIHdv\r\ncmxkIQ==\r\n', 'Hello, world!'],
  ['without its end', 'SGVsbG8sIHdvcmxkIQ', 'Hello, world!'],
  ['one text behind another', 'SGVsbG8=\r\nLCB3b3JsZCE=', 'Hello, world!'],
  ['signs that are none', 'SGVs*bG8s\0IHdv<b>cmxkIQ==', Buffer.from('SGVsbG8sIHdvbcmxkIQ', 'base64').toString('latin1')],
  ['the other alphabet', '-_-_', '\xfb\xff\xbf'],
  ['nothing', '====', ''],
])('[V27] base64 with %s is the same however it is cut', async (_, text, plain) => {
  for (const cut of cuts) expect(await decoded(text, 'base64', cut)).toBe(plain)
})

it.each([
  ['usual text', 'K=C3=A4se =\r\nund Brot=\n!', 'K\xc3\xa4se und Brot!'],
  ['signs of its own', 'a = b =ZZ =', 'a = b =ZZ '],
  ['small letters', '=c3=a4', '\xc3\xa4'],
])('[V27] quoted-printable with %s is the same however it is cut', async (_, text, plain) => {
  for (const cut of cuts) expect(await decoded(text, 'quoted-printable', cut)).toBe(plain)
  expect(fromQuotedPrintable(Buffer.from(text, 'latin1')).toString('latin1')).toBe(plain)
})

it('[V27] what is in no encoding that is known stays as it is', async () => {
  for (const encoding of ['7bit', '8bit', 'binary', 'x-nonsense', '']) expect(await decoded('=41 QQ==', encoding, 3)).toBe('=41 QQ==')
})

it('[V27] decoding takes no more time than there is of it', async () => {
  for (const one of ['=', 'A=', '=\r\n', 'QUJD', '\0'])
    for (const encoding of ['base64', 'quoted-printable']) {
      const before = process.cpuUsage()
      await decoded(one.repeat(2_000_000 / one.length), encoding, 65_536)
      expect(process.cpuUsage(before).user / 1000, `${one} ${encoding}`).toBeLessThan(3000)
    }
})
