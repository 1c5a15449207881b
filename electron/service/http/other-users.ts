// TANDEM_ALLOW_OTHER_USERS: which other accounts of this machine may call.
import { readFileSync } from 'node:fs'
import { StartError } from '../start-error.ts'

/** `1` for all, or account names and numbers (uids) with commas between. Throws StartError for a name that this machine does not know. */
export function readOtherUsers(text: string | undefined): 'all' | readonly number[] {
  const names = (text ?? '').split(',').flatMap((name) => (name.trim() ? [name.trim()] : []))
  if (names.length === 1 && names[0] === '1') return 'all'
  if (names.length === 0 || process.platform !== 'linux') return []
  const accounts = accountsHere()
  return names.map((name) => {
    const uid = /^\d+$/.test(name) ? Number(name) : accounts.get(name)
    if (uid === undefined)
      throw new StartError('usage', `TANDEM_ALLOW_OTHER_USERS must be 1 (all), or account names or numbers separated by commas; there is no account '${name}'.`)
    return uid
  })
}

function accountsHere(): Map<string, number> {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return new Map(lines.map((line) => line.split(':')).flatMap(([name, , uid]) => (name && uid ? [[name, Number(uid)]] : [])))
}
