// What an issuer, or somebody between it and us, could say that is not true.
import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCloud, type TestCloud } from '../../../support/cloud/cloud.ts'
import { type LyingIssuer, openLyingIssuer } from '../../../support/cloud/lying-issuer.ts'
import { newVisitor, type Visitor } from '../../../support/cloud/visitor.ts'

let cloud: TestCloud
let issuer: LyingIssuer
let other: LyingIssuer
beforeAll(async () => {
  ;[issuer, other] = [await openLyingIssuer(), await openLyingIssuer()]
  const config = ({ url, clientId, clientSecret }: LyingIssuer, id: string) => ({ id, issuer: new URL(url).href, clientId, clientSecret, name: `Issuer ${id}` })
  cloud = await openCloud({ oidc: [config(issuer, '1'), config(other, '2')] })
})
afterAll(async () => {
  await cloud.close()
  await Promise.all([issuer.close(), other.close()])
})

async function begin(visitor: Visitor, id = '1') {
  const reply = await visitor.fetch(`${cloud.url}/api/auth/oidc/${id}/start`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', origin: cloud.url },
    body: '{}',
  })
  const query = new URL(((await reply.json()) as { url: string }).url).searchParams
  return { state: query.get('state') as string, nonce: query.get('nonce') as string }
}
/** What is said at the end, and whether somebody is signed in. */
async function end(visitor: Visitor, query: Record<string, string>, id = '1'): Promise<[string, boolean]> {
  const reply = await visitor.fetch(`${cloud.url}/api/auth/oidc/${id}/callback?${new URLSearchParams({ code: 'c', iss: issuer.url, ...query }).toString()}`)
  expect(reply.status).toBe(302)
  const signedIn = (await visitor.fetch(`${cloud.url}/api/auth/session`)).status === 200
  return [new URL(reply.headers.get('location') as string).hash, signedIn]
}

const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds
const without = (truth: JWTPayload, name: string): JWTPayload => Object.fromEntries(Object.entries(truth).filter(([claim]) => claim !== name))
const refused: [string, false][] = [['#oidc=failed.1', false]]
const cases: [string, (truth: JWTPayload) => Promise<string> | string, [string, boolean][]][] = [
  ['the truth', (truth) => issuer.sign(truth), [['', true]]],
  ['a clock half a minute behind', (truth) => issuer.sign({ ...truth, exp: ago(30) }), [['', true]]],
  ['a clock half a minute ahead', (truth) => issuer.sign({ ...truth, iat: ago(-30), nbf: ago(-30) }), [['', true]]],
  ['a token that has expired', (truth) => issuer.sign({ ...truth, exp: ago(120) }), refused],
  ['a token for another client', (truth) => issuer.sign({ ...truth, aud: 'somebody else' }), refused],
  ['a token for several, made for another', (truth) => issuer.sign({ ...truth, aud: ['tandem', 'other'], azp: 'other' }), refused],
  ['a token of another issuer', (truth) => issuer.sign({ ...truth, iss: other.url }), refused],
  ['the nonce of another way', (truth) => issuer.sign({ ...truth, nonce: 'x'.repeat(43) }), refused],
  ['no nonce', (truth) => issuer.sign(without(truth, 'nonce')), refused],
  ['no subject', (truth) => issuer.sign(without(truth, 'sub')), refused],
  ['nothing signed', (truth) => new UnsecuredJWT(truth).encode(), refused],
  [
    'signed with our own secret',
    (truth) => new SignJWT(truth).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(issuer.clientSecret)),
    refused,
  ],
  [
    'signed with another key under a known name',
    async (truth) => new SignJWT(truth).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign((await generateKeyPair('RS256')).privateKey),
    refused,
  ],
  ['what the other issuer signed', (truth) => other.sign(truth), refused],
  ['no token at all', () => '', refused],
]
it.each(cases)('[CL199] an ID token: %s', async (_, make, expected) => {
  const visitor = newVisitor()
  const { state, nonce } = await begin(visitor)
  issuer.idToken = await make(issuer.truth(nonce))
  expect([await end(visitor, { state })]).toEqual(expected)
})

it('[CL199] an answer of another issuer is no answer', async () => {
  const visitor = newVisitor()
  const first = await begin(visitor)
  issuer.idToken = await issuer.sign(issuer.truth(first.nonce))
  expect(await end(visitor, { state: first.state, iss: other.url })).toEqual(['#oidc=failed.1', false])
  const second = await begin(visitor)
  other.idToken = await other.sign(other.truth(second.nonce))
  // Sent to the address of the other one with the state of the first.
  expect(await end(visitor, { state: second.state, iss: other.url }, '2')).toEqual(['#oidc=expired.2', false])
  issuer.idToken = await issuer.sign(issuer.truth(second.nonce))
  expect(await end(visitor, { state: second.state })).toEqual(['', true])
})
