// Where a passkey holds (WebAuthn: the relying party's id and origin).
import { isIP } from 'node:net'

export interface Place {
  rpId: string
  origin: string
}

/** Undefined where browsers allow no passkeys: they want HTTPS, or this machine, and a name in place of a number. */
export function placeOf(baseUrl: string): Place | undefined {
  const { protocol, hostname, origin } = new URL(baseUrl)
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return undefined
  return protocol === 'https:' || isHere ? { rpId: hostname, origin } : undefined
}
