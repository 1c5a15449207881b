// What a person does needs the token of the data folder (sign-in/person-guard.ts). Tests that act as the person send it as the command line does.
import { tokenHeaders } from '../../../electron/service/sign-in/token-file.ts'

/** Data folders by the origin of the service on them. */
const folders = new Map<string, string>()

const originOf = (url: string) => new URL(url).origin

/** Called by whatever starts a service for tests. */
export function serves(url: string, dataDir: string): void {
  folders.set(originOf(url), dataDir)
}

/** The token of the service at this address; none where it is none that tests started. */
export function tokenOf(url: string): Record<string, string> {
  const dataDir = folders.get(originOf(url))
  return dataDir === undefined ? {} : tokenHeaders(dataDir)
}

/** These headers, with the token where they say that the person calls, and name no other. */
export function signed(url: string, headers: Record<string, string>): Record<string, string> {
  const given = new Headers(headers)
  const isPerson = /^person(?:$|:)/.test(given.get('x-actor') ?? '')
  return isPerson && !given.has('authorization') ? { ...tokenOf(url), ...headers } : headers
}
