// Where the token of a data folder is. Apart from what the service does with it: the command line and the desktop read it as well.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runningUrl } from '../db/running-url.ts'

export const tokenFile = (dataDir: string): string => join(dataDir, 'token')

/** The header that shows a call to be the person's; none where there is no token to be read. */
export function tokenHeaders(dataDir: string): Record<string, string> {
  try {
    const token = readFileSync(tokenFile(dataDir), 'utf8').trim()
    return token === '' ? {} : { Authorization: `Bearer ${token}` }
  } catch {
    return {}
  }
}

/** The same, for an address that somebody named: none unless it is that of the service on this folder. Who else answers there must not get the token. */
export function tokenHeadersFor(url: string, dataDir: string): Record<string, string> {
  const running = runningUrl(dataDir)
  return running !== undefined && placeOf(url) === placeOf(running) ? tokenHeaders(dataDir) : {}
}

/** Host and port; this machine has several names. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return url
  const { protocol, hostname, port } = new URL(url)
  return `${protocol}//${/^(?:localhost|\[::1\])$/.test(hostname) ? '127.0.0.1' : hostname}:${port}`
}
