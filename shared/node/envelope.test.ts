import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { encodeForSigning, openEnvelope, sealed } from './envelope.ts'

const coordinate = (decimal: string) => Buffer.from(BigInt(decimal).toString(16).padStart(64, '0'), 'hex').toString('base64url')

/** The test vector of the specification (protocol.md): ECDSA over P-256. */
const published = {
  payload: 'aGVsbG8gd29ybGQ=',
  payloadType: 'http://example.com/HelloWorld',
  signatures: [{ keyid: '', sig: 'A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F+FnZ+O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA==' }],
}
const publishedKey = createPublicKey({
  format: 'jwk',
  key: {
    kty: 'EC',
    crv: 'P-256',
    x: coordinate('46950820868899156662930047687818585632848591499744589407958293238635476079160'),
    y: coordinate('5640078356564379163099075877009565129882514886557779369047442380624545832820'),
  },
})

it('[EV3] encodes and checks as the test vector of DSSE says', () => {
  expect(encodeForSigning('http://example.com/HelloWorld', Buffer.from('hello world')).toString()).toBe(
    'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
  )
  // Lengths are in bytes.
  expect(encodeForSigning('ü', Buffer.from('€')).toString()).toBe('DSSEv1 2 ü 3 €')
  expect(openEnvelope(published, publishedKey)?.toString()).toBe('hello world')
  const urlSafe = published.signatures.map(({ sig }) => ({ keyid: 'whatever', sig: sig.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') }))
  expect(openEnvelope({ ...published, signatures: urlSafe }, publishedKey)?.toString()).toBe('hello world')
})

it('[EV3] takes nothing that was changed: payload, type, signature or key', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const envelope = sealed({ result: 'FAILED' }, privateKey)
  expect(JSON.parse(String(openEnvelope(envelope, publicKey)))).toEqual({ result: 'FAILED' })
  const sig = envelope.signatures[0]?.sig ?? ''
  const other = { ...envelope, payload: Buffer.from('{"result":"PASSED"}').toString('base64') }
  for (const changed of [
    other,
    { ...envelope, payloadType: 'application/json' },
    { ...envelope, signatures: [] },
    { ...envelope, signatures: [{ keyid: '', sig: `${sig.startsWith('A') ? 'B' : 'A'}${sig.slice(1)}` }] },
    { ...envelope, signatures: [{ keyid: '', sig: '!' }] },
    {},
  ])
    expect(openEnvelope(changed, publicKey), JSON.stringify(changed)).toBeUndefined()
  expect(openEnvelope(envelope, generateKeyPairSync('ed25519').publicKey)).toBeUndefined()
  expect(openEnvelope(envelope, publishedKey)).toBeUndefined()
})
