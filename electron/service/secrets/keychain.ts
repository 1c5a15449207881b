// The operating system's keychain: Keychain, Credential Manager, or a Secret Service (GNOME Keyring, KWallet). Its library is loaded
// only when a secret is wanted: where libsecret is missing it does not load, and a keychain that hangs must not hold up a start.
import type { SecretStore } from './secret-place.ts'

export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

class NoKeychain extends Error {}

const service = 'Tandem'
const probe = 'is the keychain open'
const timeoutMs = 3000

async function inTime<T>(work: Promise<T>, within: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NoKeychain('it does not respond')), within)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Opens the keychain. `place` tells this data folder's secrets from another's. Throws NoKeychain, with the reason, when there is none, it
 * is locked or it does not answer in time.
 */
export async function openKeychain(
  place: string,
  load: () => Promise<Keytar> = async () => (await import('keytar')).default,
  within = timeoutMs,
): Promise<SecretStore> {
  const account = (name: string) => `${name} (${place})`
  try {
    const keytar = await inTime(load(), within)
    // A locked keychain answers "no such entry" to every question, so what tells is an entry that must be there, or can be made.
    if ((await inTime(keytar.getPassword(service, account(probe)), within)) !== 'yes') await inTime(keytar.setPassword(service, account(probe), 'yes'), within)
    return {
      kind: 'keychain',
      warning: null,
      get: async (name) => (await inTime(keytar.getPassword(service, account(name)), within)) ?? undefined,
      async set(name, value) {
        if (value === undefined) await inTime(keytar.deletePassword(service, account(name)), within)
        else await inTime(keytar.setPassword(service, account(name), value), within)
      },
    }
  } catch (error) {
    throw error instanceof NoKeychain ? error : new NoKeychain((error as Error).message, { cause: error })
  }
}
