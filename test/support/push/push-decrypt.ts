// RFC 8291 (and 8188) as a browser does it, written from the RFCs on WebCrypto: it shares no code with what encrypts.
import type { webcrypto } from 'node:crypto'

const { subtle } = globalThis.crypto
type Bytes = Uint8Array<ArrayBuffer>
const utf8 = new TextEncoder()

export interface Receiver {
  /** base64url, for the subscription. */
  p256dh: string
  auth: string
  decrypt(body: Uint8Array): Promise<string>
}

async function hkdf(salt: Bytes, secret: Bytes, info: Bytes, bytes: number): Promise<Bytes> {
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  return new Uint8Array(await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: salt, info: info }, key, bytes * 8))
}

const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

/** `known`: key pair (JWK) and secret, instead of new ones. */
export async function newReceiver(known?: { jwk: webcrypto.JsonWebKey; auth: string }): Promise<Receiver> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const pair = known ? undefined : await subtle.generateKey(curve, true, ['deriveBits'])
  const jwk = known?.jwk ?? (await subtle.exportKey('jwk', (pair as webcrypto.CryptoKeyPair).privateKey))
  const key = await subtle.importKey('jwk', { ...jwk, key_ops: ['deriveBits'] }, curve, false, ['deriveBits'])
  const own = joined(Uint8Array.of(4), Buffer.from(jwk.x as string, 'base64url'), Buffer.from(jwk.y as string, 'base64url'))
  const secret = known ? new Uint8Array(Buffer.from(known.auth, 'base64url')) : globalThis.crypto.getRandomValues(new Uint8Array(16))
  return {
    p256dh: Buffer.from(own).toString('base64url'),
    auth: Buffer.from(secret).toString('base64url'),
    async decrypt(given) {
      const body = new Uint8Array(given)
      // salt (16), record size (4), length of the key id, key id: the sender's public key. Then one record.
      const salt = body.slice(0, 16)
      const recordSize = new DataView(body.buffer, 16, 4).getUint32(0)
      const idLength = body[20] as number
      const sender = body.slice(21, 21 + idLength)
      const record = body.slice(21 + idLength)
      if (idLength !== 65 || record.length > recordSize) throw new Error('not one aes128gcm record')
      const theirs = await subtle.importKey('raw', sender, curve, false, [])
      const shared = new Uint8Array(await subtle.deriveBits({ name: 'ECDH', public: theirs }, key, 256))
      const ikm = await hkdf(secret, shared, joined(utf8.encode('WebPush: info\0'), own, sender), 32)
      const contentKey = await hkdf(salt, ikm, utf8.encode('Content-Encoding: aes128gcm\0'), 16)
      const nonce = await hkdf(salt, ikm, utf8.encode('Content-Encoding: nonce\0'), 12)
      const aes = await subtle.importKey('raw', contentKey, 'AES-GCM', false, ['decrypt'])
      const padded = new Uint8Array(await subtle.decrypt({ name: 'AES-GCM', iv: nonce }, aes, record))
      // The last record ends with a 2 and zeros.
      const end = padded.findLastIndex((byte) => byte !== 0)
      if (padded[end] !== 2) throw new Error('no delimiter')
      return new TextDecoder().decode(padded.subarray(0, end))
    },
  }
}
