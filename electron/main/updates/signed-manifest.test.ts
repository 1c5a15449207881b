import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type PublicKey, readPublicKey, signContent, verifyContent, writePublicKey } from './minisign.ts'
import { checkManifest, commentOf } from './signed-manifest.ts'

const file = 'latest-linux.yml'
const text = 'version: 9.0.0\npath: tandem_9.0.0_amd64.deb\nsha512: abc\n'

function makeKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const id = randomBytes(8)
  return { secret: privateKey, id, key: readPublicKey(writePublicKey({ id, key: publicKey })) }
}
const own = makeKey()
const at = new Date('2027-01-31T09:00:00Z')
const seconds = at.getTime() / 1000
const signed = (by = own, name = file, content = text) => signContent(content, by.secret, by.id, commentOf(name, at))
const check = (signature: string | null, given: { text?: string; key?: PublicKey; newestSeen?: number } = {}) =>
  checkManifest({ file, text: given.text ?? text, signature }, given.key ?? own.key, given.newestSeen ?? 0)

describe('[DT22] what a feed says', () => {
  it('is believed when it is signed with the key of this Tandem', () => {
    expect(check(signed())).toBe(seconds)
    expect(check(signed(), { newestSeen: seconds })).toBe(seconds)
  })

  it('is refused without a signature, with a damaged one, and with that of another key', () => {
    for (const none of [null, '', ' \n', 'not a signature', signed().split('\n').slice(0, 2).join('\n')]) expect(() => check(none)).toThrow(/signed|damaged/)
    expect(() => check(signed(makeKey()))).toThrow('different key')
    // Somebody else's key under our number.
    expect(() => check(signed({ ...makeKey(), id: own.id }))).toThrow('does not match')
  })

  it('is refused when a byte of it, of its signature or of its comment was changed', () => {
    expect(() => check(signed(), { text: text.replace('abc', 'abd') })).toThrow('does not match')
    const later = signed().replace(/timestamp:\d+/, `timestamp:${seconds + 1}`)
    expect(() => check(later)).toThrow('does not match')
    const bytes = Buffer.from(signed().split('\n')[1] as string, 'base64')
    for (const index of [10, 40, 73]) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] as number) ^ 1
      expect(() => check(signed().replace(bytes.toString('base64'), changed.toString('base64')))).toThrow('does not match')
    }
  })

  it('is refused when it is that of another system, or an old one shown again', () => {
    expect(() => check(signed(own, 'latest-mac.yml'))).toThrow('signed as latest-mac.yml')
    expect(() => check(signed(), { newestSeen: seconds + 1 })).toThrow('older')
    expect(() => check(signContent(text, own.secret, own.id, `file:${file}`))).toThrow('when it was signed')
  })

  it('is checked as minisign checks it', () => {
    // Made by minisign itself: the example of its author.
    const theirs = readPublicKey('untrusted comment: minisign public key\nRWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3\n')
    const signature = [
      'untrusted comment: signature from minisign secret key',
      'RWQf6LRCGA9i59SLOFxz6NxvASXDJeRtuZykwQepbDEGt87ig1BNpWaVWuNrm73YiIiJbq71Wi+dP9eKL8OC351vwIasSSbXxwA=',
      'trusted comment: timestamp:1555779966\tfile:test',
      'QtKMXWyYcwdpZAlPF7tE2ENJkRd1ujvKjlj1m9RtHTBnZPa5WKU5uWRs5GoP5M/VqE81QFuMKI5k/SfNQUaOAA==',
      '',
    ].join('\n')
    expect(verifyContent('test', signature, theirs)).toContain('file:test')
    expect(() => verifyContent('tesT', signature, theirs)).toThrow('does not match')
    expect(() => readPublicKey('RWQ')).toThrow('not a minisign public key')
  })
})
