// What is taken of a client's description, wherever it comes from: it says it of itself.
import { isIP } from 'node:net'
import type { ClientMetadata } from 'oidc-provider'
import { isPlainName } from '../../shared/domain/people/same-name.ts'

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])
const maxUris = 20
const maxUri = 2000
const maxName = 100
/** A scheme of an app is a name that nobody else has by accident; these are the browser's own. */
const dangerous = /^(?:javascript|data|vbscript|file|blob|about|filesystem|view-source|ws|wss|ftp):$/

export interface ReturnsTo {
  kind: 'website' | 'this_device' | 'app'
  host: string
}

/** Where a browser that is sent there ends up. Throws with what is wrong. */
export function returnsTo(uri: string): ReturnsTo {
  const url = URL.parse(uri)
  if (!url || uri.length > maxUri) throw new TypeError('must be an absolute address')
  if (url.hash !== '' || uri.includes('#')) throw new TypeError('must not contain a fragment')
  if (url.username !== '' || url.password !== '') throw new TypeError('must not contain a user name or password')
  if (url.protocol === 'https:') return { kind: loopback.has(url.hostname) ? 'this_device' : 'website', host: url.host }
  if (url.protocol === 'http:') {
    if (!loopback.has(url.hostname)) throw new TypeError('must start with https://, or with http:// and an address of this device: localhost, 127.0.0.1, [::1]')
    return { kind: 'this_device', host: url.hostname }
  }
  if (dangerous.test(url.protocol)) throw new TypeError(`must not use the scheme ${url.protocol}`)
  return { kind: 'app', host: url.protocol.slice(0, -1) }
}

/** In one line, without what turns text around or hides it. */
export function shownName(name: unknown): string {
  if (typeof name !== 'string') return ''
  const plain = name
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return isPlainName(plain) ? [...plain].slice(0, maxName).join('') : ''
}

/** The website that vouches for a client: where its description was read. */
export function hostOf(clientId: string): string | null {
  const url = URL.parse(clientId)
  return url?.protocol === 'https:' ? url.host : null
}

/** May a client's description be at this address? */
export function isFetchable(clientId: string): boolean {
  const url = URL.parse(clientId)
  return (
    url !== null &&
    clientId.length <= maxUri &&
    url.protocol === 'https:' &&
    url.pathname.length > 1 &&
    url.search === '' &&
    isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0
  )
}

/**
 * Brings a description into the form in which we serve clients: public ones with PKCE, which come back to addresses that they named. `refuse` throws.
 * It is changed in place, as the library wants it.
 */
export function settle(metadata: ClientMetadata, refuse: (why: string) => never): void {
  const uris: unknown = metadata.redirect_uris
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > maxUris) return refuse(`redirect_uris must be a list of 1 to ${maxUris} addresses`)
  let isNative = false
  for (const uri of uris as unknown[]) {
    if (typeof uri !== 'string') return refuse('redirect_uris must be texts')
    try {
      isNative = returnsTo(uri).kind !== 'website' || isNative
    } catch (error) {
      return refuse(`redirect_uris: ${uri.slice(0, 100)} ${(error as Error).message}`)
    }
  }
  metadata.application_type = isNative ? 'native' : 'web'
  metadata.client_name = shownName(metadata.client_name) || 'Unnamed client'
  metadata.token_endpoint_auth_method = 'none'
  metadata.grant_types = ['authorization_code', 'refresh_token']
  metadata.response_types = ['code']
  // What is not needed is not kept; pictures from elsewhere would tell others who looks.
  for (const name of Object.keys(metadata)) if (!kept.has(name)) delete metadata[name]
}

const kept: ReadonlySet<string> = new Set([
  'client_id',
  'client_id_issued_at',
  'client_name',
  'redirect_uris',
  'application_type',
  'token_endpoint_auth_method',
  'grant_types',
  'response_types',
  'id_token_signed_response_alg',
  'require_auth_time',
  'subject_type',
])
