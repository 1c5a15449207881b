// DSSE (v1): an envelope whose signature covers the type of its payload as well. https://github.com/secure-systems-lab/dsse
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { payloadType } from '../domain/evidence/statement.ts'
import type { Envelope } from '../schema/work/evidence.ts'

/** What is signed ("pre-authentication encoding"): lengths are in bytes. */
export function encodeForSigning(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `), body])
}

/** SHA-256 of the public key in DER form (SubjectPublicKeyInfo). */
export function keyIdOf(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}

export function sealed(statement: object, privateKey: KeyObject): Envelope {
  const body = Buffer.from(JSON.stringify(statement))
  return {
    payload: body.toString('base64'),
    payloadType,
    signatures: [{ keyid: keyIdOf(createPublicKey(privateKey)), sig: sign(null, encodeForSigning(payloadType, body), privateKey).toString('base64') }],
  }
}

/** Standard or URL-safe base64: both are allowed. undefined: it is neither. */
function bytesOf(text: unknown): Buffer | undefined {
  if (typeof text !== 'string' || !/^[\w+/-]*={0,2}$/.test(text)) return undefined
  return Buffer.from(text, 'base64')
}

/** The payload, if one of the signatures is of this key; undefined otherwise. `keyid` is a hint and decides nothing. */
export function openEnvelope(envelope: Partial<Envelope>, publicKey: KeyObject): Buffer | undefined {
  const body = bytesOf(envelope.payload)
  const { payloadType: type, signatures } = envelope
  if (!body || typeof type !== 'string' || !Array.isArray(signatures)) return undefined
  const signed = encodeForSigning(type, body)
  const isSigned = signatures.some((one: { sig?: unknown } | null) => {
    const sig = bytesOf(one?.sig)
    return sig !== undefined && isSignature(signed, sig, publicKey)
  })
  return isSigned ? body : undefined
}

function isSignature(signed: Buffer, sig: Buffer, key: KeyObject): boolean {
  try {
    return key.asymmetricKeyType === 'ec' ? verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, sig) : verify(null, signed, key, sig)
  } catch {
    return false
  }
}
