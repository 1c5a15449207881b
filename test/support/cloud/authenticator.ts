// An authenticator in software (WebAuthn Level 3, §6): keeps passkeys of P-256 and answers as a browser would hand it on. It can also lie.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What differs from an honest answer. */
export interface Lies {
  origin?: string
  rpId?: string
  type?: string
  challenge?: unknown
  /** The device has not checked who holds it. */
  unverified?: boolean
  counter?: number
  handle?: string
  /** Signs with another key. */
  forged?: boolean
}

interface Kept {
  id: Buffer
  key: KeyObject
  handle: string
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const userPresent = 1
const userVerified = 4
/** Kept by a password manager: may be, and is, on several devices. */
const synced = 8 | 16
const hasKey = 64

function authenticatorData(rpId: string, { unverified = false, counter = 0 }: Lies, key?: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head[0] = userPresent | (unverified ? 0 : userVerified) | synced | (key ? hasKey : 0)
  head.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), head, key ?? Buffer.alloc(0)])
}

const clientData = (type: string, challenge: unknown, origin: string): Buffer => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** {1: EC2, 3: ES256, -1: P-256, -2: x, -3: y} in CBOR (RFC 9053, §7.1). */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' }) as { x: string; y: string }
  const [head, between] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')]
  return Buffer.concat([head, Buffer.from(x, 'base64url'), between, Buffer.from(y, 'base64url')])
}

/** {"fmt": "none", "attStmt": {}, "authData": …} in CBOR. */
function attestation(data: Buffer): string {
  const text = (word: string) => Buffer.concat([Buffer.from([0x60 | word.length]), Buffer.from(word)])
  const length = Buffer.from([0x59, data.length >> 8, data.length & 255])
  return Buffer.concat([Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), length, data]).toString(
    'base64url',
  )
}

export function newAuthenticator(origin: string) {
  const kept: Kept[] = []

  return {
    kept,

    /** Answers what POST /auth/passkeys takes. */
    create({ challenge, rp, user }: { challenge: string; rp: { id: string }; user: { id: string } }, lies: Lies = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = randomBytes(32)
      kept.push({ id, key: privateKey, handle: user.id })
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)])
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: clientData(lies.type ?? 'webauthn.create', 'challenge' in lies ? lies.challenge : challenge, lies.origin ?? origin).toString(
            'base64url',
          ),
          attestationObject: attestation(authenticatorData(lies.rpId ?? rp.id, lies, credential)),
          transports: ['internal', 'hybrid'],
          publicKeyAlgorithm: -7,
        },
        authenticatorAttachment: 'platform',
        clientExtensionResults: { credProps: { rk: true } },
      }
    },

    /** Answers what POST /auth/passkeys/sign-in takes, with the newest passkey. */
    get({ challenge, rpId }: { challenge: string; rpId: string }, lies: Lies = {}, passkey = kept.at(-1) as Kept) {
      const client = clientData(lies.type ?? 'webauthn.get', 'challenge' in lies ? lies.challenge : challenge, lies.origin ?? origin)
      const data = authenticatorData(lies.rpId ?? rpId, lies)
      const key = lies.forged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : passkey.key
      return {
        id: passkey.id.toString('base64url'),
        rawId: passkey.id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), key).toString('base64url'),
          userHandle: lies.handle ?? passkey.handle,
        },
        authenticatorAttachment: 'platform',
        clientExtensionResults: {},
      }
    },
  }
}

export type Authenticator = ReturnType<typeof newAuthenticator>
