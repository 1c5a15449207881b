// Chooses where secrets are kept, and carries over what an earlier start had to keep in a weaker place.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonFile, writeJsonFile } from '../settings/settings-file.ts'
import { type FileSecrets, openKeyFile, openSystemCipherFile } from './encrypted-file.ts'
import { openKeychain } from './keychain.ts'
import type { SecretStore, SystemCipher } from './secret-place.ts'

export interface SecretsOptions {
  dataDir: string
  /** TANDEM_SECRETS=file leaves the keychain alone: for tests, and for machines whose keychain is trouble. */
  env: NodeJS.ProcessEnv
  systemCipher?: SystemCipher | undefined
  report?: (error: unknown) => void
}

/** Before there was a choice, secrets stood in this file as they are. */
const plainFile = 'secrets.json'

const paths = (dataDir: string) => ({
  plain: join(dataDir, plainFile),
  system: join(dataDir, 'secrets.system.json'),
  sealed: join(dataDir, 'secrets.sealed.json'),
  key: join(dataDir, 'secrets.key'),
})

/** Whether this data folder holds secrets that may have to be moved. */
export function hasSecretFiles(dataDir: string): boolean {
  const { plain, system, sealed } = paths(dataDir)
  return [plain, system, sealed].some((file) => existsSync(file))
}

export async function openSecrets({ dataDir, env, systemCipher, report = () => undefined }: SecretsOptions): Promise<SecretStore> {
  const files = paths(dataDir)
  const usable = systemCipher?.isReal() ? openSystemCipherFile(files.system, systemCipher) : undefined
  const keyFile = (reason: string) => openKeyFile(files.sealed, files.key, reason)
  const chosen = await choose()
  const weaker: Record<SecretStore['kind'], (FileSecrets | undefined)[]> = { keychain: [usable, keyFile('')], system_cipher: [keyFile('')], file: [] }
  await carryOver(
    chosen,
    weaker[chosen.kind].filter((one) => one !== undefined),
  )
  return chosen

  async function choose(): Promise<SecretStore> {
    if (env.TANDEM_SECRETS === 'file') return keyFile('TANDEM_SECRETS=file says so')
    try {
      return await openKeychain(dataDir)
    } catch (error) {
      return usable ?? keyFile((error as Error).message)
    }
  }

  /** Each secret leaves its old place only once the new one gives it back. */
  async function carryOver(to: SecretStore, weaker: readonly FileSecrets[]): Promise<void> {
    try {
      for (const from of weaker) {
        // What the keychain's absence put into a weaker place is newer than what the keychain may still have.
        for (const name of from.names()) if (await keep(to, name, await from.get(name))) await from.set(name, undefined)
        if (from.names().length > 0) continue
        for (const file of from.kind === 'file' ? [files.sealed, files.key] : [files.system]) rmSync(file, { force: true })
      }
      if (!existsSync(files.plain)) return
      const rest: Record<string, unknown> = {}
      for (const [name, value] of Object.entries(readJsonFile(files.plain))) if (typeof value === 'string' && !(await keep(to, name, value))) rest[name] = value
      if (Object.keys(rest).length > 0) writeJsonFile(files.plain, rest)
      else rmSync(files.plain, { force: true })
    } catch (error) {
      // They stay where they are; the next start tries again.
      report(error)
    }
  }
}

async function keep(to: SecretStore, name: string, value: string | undefined): Promise<boolean> {
  if (value === undefined) return false
  await to.set(name, value)
  return (await to.get(name)) === value
}
