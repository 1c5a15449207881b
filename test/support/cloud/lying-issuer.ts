// An issuer on the wire that answers with whatever ID token a test makes up: a real one does not lie.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export interface LyingIssuer {
  url: string
  clientId: string
  clientSecret: string
  /** The ID token for the next code. */
  idToken: string
  /** Claims that are all true for now, of a token that was asked for with this nonce. */
  truth(nonce: string): JWTPayload
  sign(claims: JWTPayload): Promise<string>
  close(): Promise<void>
}

export async function openLyingIssuer(): Promise<LyingIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }]
  const server = createServer((request, response) => {
    const { url } = issuer
    const known: Record<string, unknown> = {
      '/.well-known/openid-configuration': {
        issuer: url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        authorization_response_iss_parameter_supported: true,
      },
      '/jwks': { keys },
      '/token': { access_token: 'a', token_type: 'bearer', expires_in: 60, id_token: issuer.idToken },
    }
    const body = known[request.url ?? '']
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer: LyingIssuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'tandem',
    clientSecret: 'a secret that is long enough for HS256 too',
    idToken: '',
    truth: (nonce) => {
      const now = Math.floor(Date.now() / 1000)
      return { iss: issuer.url, aud: issuer.clientId, sub: 'somebody', nonce, iat: now, exp: now + 60, email: 'somebody@liar.example', email_verified: true }
    },
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  return issuer
}
