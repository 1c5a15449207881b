// The browser's session. `__Host-` ties it to this very host over https; on plain http (this machine only) browsers would refuse that name.
const maxAge = 180 * 24 * 3600

const nameOf = (secure: boolean) => (secure ? '__Host-tandem_session' : 'tandem_session')

export function sessionCookie(token: string, secure: boolean): string {
  return `${nameOf(secure)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure ? '; Secure' : ''}`
}

export function clearCookie(secure: boolean): string {
  return `${nameOf(secure)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure ? '; Secure' : ''}`
}

/** Says which request of a client this browser brought: nobody can be talked into deciding about one that began elsewhere. */
export const requestCookie = 'tandem_connect'

export const readCookie = (header: string | undefined, secure: boolean): string | undefined => readPlainCookie(header, nameOf(secure))

export function readPlainCookie(header: string | undefined, wanted: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [name, value] = part.trim().split('=', 2)
    if (name === wanted && value) return value
  }
  return undefined
}

/** Which browser it is that was sent to an issuer; it opens nothing. */
const browserName = (secure: boolean) => (secure ? '__Host-tandem_browser' : 'tandem_browser')

export function browserCookie(value: string, secure: boolean): string {
  return `${browserName(secure)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=3600${secure ? '; Secure' : ''}`
}

export const readBrowserCookie = (header: string | undefined, secure: boolean): string | undefined => readPlainCookie(header, browserName(secure))
