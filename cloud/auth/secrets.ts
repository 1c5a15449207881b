// Random secrets that we hand out, and their hashes, which are all that we keep.
import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes } from 'node:crypto'

const sessionPrefix = 'tds_'
const sessionShape = /^tds_[\w-]{43}$/

export function newSessionToken(): string {
  return sessionPrefix + randomBytes(32).toString('base64url')
}

export function isSessionShaped(text: string): boolean {
  return sessionShape.test(text)
}

/** For links in mails. */
export function newLinkToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a secret with 256 random bits: nothing is gained by a slower hash. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** The server's keys: the first seals, each opens what it has sealed. There are several while the key is being changed. */
export type Keys = readonly [Buffer, ...Buffer[]]

/** Encrypts what we must be able to read again. `label` says what it is and whose: a text moved elsewhere does not open. */
export function seal([key]: Keys, plain: Buffer, label: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws when none of the keys, or not this label, sealed it. */
export function unseal(keys: Keys, sealed: Buffer, label: string): Buffer {
  const [key, ...others] = keys
  try {
    return unsealWith(key, sealed, label)
  } catch (error) {
    const [next, ...more] = others
    if (next === undefined) throw error
    return unseal([next, ...more], sealed, label)
  }
}

function unsealWith(key: Buffer, sealed: Buffer, label: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(label)).setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
}

/** Tells whether two instances have the same key, without telling the key. */
export function keyFingerprint(key: Buffer): string {
  return createHmac('sha256', key).update('tandem-cloud key').digest('hex').slice(0, 16)
}
