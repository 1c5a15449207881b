// What `tandem update --check` answers, on the command line and of the desktop app.
import type { Installation } from './installation.ts'
import { isNewer, NewestUnknown, newestVersion } from './newest-version.ts'

export interface UpdateCheck {
  installed: string
  installed_as: string
  newest: string | null
  update_available: boolean
  /** What to do; null: nothing. */
  how: string | null
  /** Why the newest is not known. */
  problem?: string
}

interface Own {
  version: string
  installation: Installation
  /** Where releases are, if it is not npm's registry. */
  releases: string | undefined
}

export async function checkForUpdate({ version: installed, installation, releases }: Own): Promise<UpdateCheck> {
  const own = { installed, installed_as: installation.kind }
  try {
    const newest = await newestVersion('tandem-tasks', releases)
    const isBehind = isNewer(newest, installed)
    return { ...own, newest, update_available: isBehind, how: isBehind ? installation.update(newest) : null }
  } catch (error) {
    if (!(error instanceof NewestUnknown)) throw error
    return { ...own, newest: null, update_available: false, how: null, problem: error.message }
  }
}

export function checkInWords({ installed, newest, how, problem }: UpdateCheck, { says }: Installation): string {
  const first = `Tandem ${installed}, ${says}.`
  if (problem !== undefined) return `${first}\nThe newest version is not known: ${problem}`
  return how === null
    ? `${first}\n${newest === installed ? 'That is the newest version.' : `The newest release is ${newest}.`}`
    : `${first}\nThe newest is ${newest}. To update: ${how}.`
}
