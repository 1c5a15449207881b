// Which version is the newest, asked only when a person asks. By default npm is asked, which knows its registry, proxy and certificates from
// its own settings; TANDEM_RELEASES names another place.
import { spawn } from 'node:child_process'

/** It could not be found out; the message says why and what helps. */
export class NewestUnknown extends Error {}

const longestMs = 20_000
const versionForm = /^v?(\d+\.\d+\.\d+(?:-[\w.]+)?)$/

/** Of what the place answered: npm's metadata (`dist-tags`, or `version` of one version), or a release of GitHub (`tag_name`). */
export function versionIn(answer: unknown): string | undefined {
  const said = answer as { version?: unknown; tag_name?: unknown; 'dist-tags'?: { latest?: unknown } } | string | null
  const text = typeof said === 'string' ? said : (said?.tag_name ?? said?.['dist-tags']?.latest ?? said?.version)
  return typeof text === 'string' ? versionForm.exec(text)?.[1] : undefined
}

async function fromAddress(address: string): Promise<unknown> {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new NewestUnknown(`TANDEM_RELEASES must be an address that begins with https://; got '${address}'.`)
  try {
    const reply = await fetch(address, { headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(longestMs) })
    if (!reply.ok) throw new NewestUnknown(`${address} answered ${reply.status}: set TANDEM_RELEASES to where the releases are.`)
    return await reply.json()
  } catch (error) {
    if (error instanceof NewestUnknown) throw error
    const { message, cause } = error as Error
    throw new NewestUnknown(`${address} could not be asked (${cause instanceof Error ? cause.message : message}). Are you online?`)
  }
}

/** `npm view`, as whoever installed it with npm would ask. */
function fromNpm(name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['view', name, 'version', '--json', '--fetch-retries=0'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: longestMs,
      shell: process.platform === 'win32',
    })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.once('error', () => reject(new NewestUnknown('it is not known here where releases are. Set TANDEM_RELEASES to their address.')))
    child.once('close', (code) => {
      let said: unknown
      try {
        said = JSON.parse(out)
      } catch {
        said = undefined
      }
      if (code === 0) return resolve(said)
      const problem = (said as { error?: { code?: string; summary?: string } } | undefined)?.error
      if (problem?.code === 'E404') return reject(new NewestUnknown(`Your npm registry has no package ${name} yet.`))
      reject(new NewestUnknown(`Your npm registry could not be asked${problem?.code ? ` (${problem.code})` : ''}. Are you online?`))
    })
  })
}

/** Rejects with NewestUnknown. `releases`: an address; undefined: npm is asked for `name`. */
export async function newestVersion(name: string, releases: string | undefined): Promise<string> {
  const version = versionIn(await (releases ? fromAddress(releases) : fromNpm(name)))
  if (version === undefined) throw new NewestUnknown(`${releases ?? 'npm'} names no version: set TANDEM_RELEASES to where the releases are.`)
  return version
}

/** Whether `version` comes after `than`. Of two with the same numbers the one without a pre-release is later. */
export function isNewer(version: string, than: string): boolean {
  const [numbers = '', pre] = version.split('-', 2)
  const [ownNumbers = '', ownPre] = than.split('-', 2)
  const [own, theirs] = [ownNumbers.split('.').map(Number), numbers.split('.').map(Number)]
  const at = theirs.findIndex((number, i) => number !== own[i])
  if (at !== -1) return theirs[at]! > (own[at] ?? 0)
  return pre === undefined ? ownPre !== undefined : ownPre !== undefined && pre.localeCompare(ownPre, 'en', { numeric: true }) > 0
}
