// fetch, as this home wants it: the cloud is told for which team, and every refused login is noticed.
import { connection } from './connection.ts'
import { currentTeam, home } from './home.ts'

/** Where a wrong password answers 401 as well: that says nothing about the session. */
const asksForPassword = /[/]auth[/](?:sign-in|password|totp)/

export const homeFetch: typeof fetch = async (input, init) => {
  const team = home === 'cloud' ? currentTeam.get() : undefined
  const response = await fetch(input, team === undefined ? init : { ...init, headers: { 'X-Team-Id': team, ...init?.headers } })
  if (response.status === 401 && !asksForPassword.test(typeof input === 'string' ? input : '')) connection.needsToken.set(true)
  return response
}
