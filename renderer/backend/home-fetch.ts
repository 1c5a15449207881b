// fetch, as this home wants it: the cloud is told for which team, the local service who signed in here, and every refused login is noticed.
import { connection } from './connection.ts'
import { home } from './home.ts'
import { currentTeam } from './session.ts'
import { signedInHeaders } from './signed-in.ts'

/** Where a wrong password answers 401 as well: that says nothing about the session. */
const asksForPassword = /[/]auth[/](?:sign-in|password|totp|prove|passkeys)/

export const homeFetch: typeof fetch = async (input, init) => {
  const team = home === 'cloud' ? currentTeam.get() : undefined
  const own: Record<string, string> = home === 'local' ? signedInHeaders() : team === undefined ? {} : { 'X-Team-Id': team }
  const response = await fetch(input, { ...init, headers: { ...own, ...init?.headers } })
  if (response.status === 401 && !asksForPassword.test(typeof input === 'string' ? input : '')) connection.needsToken.set(true)
  return response
}
