// Signatures that minisign makes and checks (https://jedisct1.github.io/minisign/): Ed25519 over a file, and over a comment that may be
// trusted. `minisign -Vm latest-linux.yml -P KEY` checks what is signed here, and `minisign -S -l` signs what is checked here: the form without a hash before
// it, because Electron's cryptography has no BLAKE2b.
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

export interface PublicKey {
  /** Eight bytes by which a signature says which key made it. */
  id: Buffer
  key: KeyObject
}

/** A signature that is missing, damaged, or somebody else's; the message says which. */
export class SignatureError extends Error {}

const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')
const untrusted = 'untrusted comment: '
const trusted = 'trusted comment: '

/** The key in the file or line that minisign prints. Throws `SignatureError` when it is none. */
export function readPublicKey(text: string): PublicKey {
  const line = text.split('\n').findLast((one) => one.trim() !== '' && !one.startsWith(untrusted))
  const bytes = Buffer.from(line?.trim() ?? '', 'base64')
  if (bytes.length !== 42 || bytes.toString('latin1', 0, 2) !== 'Ed') throw new SignatureError('This is not a minisign public key.')
  return { id: bytes.subarray(2, 10), key: createPublicKey({ key: Buffer.concat([derPrefix, bytes.subarray(10)]), format: 'der', type: 'spki' }) }
}

/** As minisign writes it to a .pub file. */
export function writePublicKey({ id, key }: PublicKey): string {
  const raw = key.export({ format: 'der', type: 'spki' }).subarray(derPrefix.length)
  const name = Buffer.from(id).reverse().toString('hex').toUpperCase()
  return `${untrusted}minisign public key ${name}\n${Buffer.concat([Buffer.from('Ed'), id, raw]).toString('base64')}\n`
}

/** The text of a .minisig file. `comment` is one line, and is signed too. */
export function signContent(content: string | Buffer, secret: KeyObject, id: Buffer, comment: string): string {
  const signature = sign(null, Buffer.from(content), secret)
  const both = sign(null, Buffer.concat([signature, Buffer.from(comment)]), secret)
  return [
    `${untrusted}signature of Tandem's releases`,
    Buffer.concat([Buffer.from('Ed'), id, signature]).toString('base64'),
    `${trusted}${comment}`,
    both.toString('base64'),
    '',
  ].join('\n')
}

/** The comment that may be trusted. Throws `SignatureError` unless content and comment were signed with just this key. */
export function verifyContent(content: string | Buffer, signatureText: string, { id, key }: PublicKey): string {
  const [, first = '', third = '', last = ''] = signatureText.split(/\r?\n/)
  const bytes = Buffer.from(first, 'base64')
  const kind = bytes.toString('latin1', 0, 2)
  if (bytes.length !== 74 || (kind !== 'ED' && kind !== 'Ed') || !third.startsWith(trusted)) throw new SignatureError('The signature is damaged.')
  if (kind === 'ED') throw new SignatureError('The signature covers a hash. Sign the file with scripts/packaging/sign-update.mjs, or with minisign -S -l.')
  if (!bytes.subarray(2, 10).equals(id)) throw new SignatureError('It is signed with a different key than this copy of Tandem trusts.')
  const signature = bytes.subarray(10)
  const comment = third.slice(trusted.length)
  const isSigned =
    verify(null, Buffer.from(content), key, signature) && verify(null, Buffer.concat([signature, Buffer.from(comment)]), key, Buffer.from(last, 'base64'))
  if (!isSigned) throw new SignatureError('The signature does not match: the file was changed after it was signed.')
  return comment
}
