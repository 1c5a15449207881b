// The settings as a JSON file in the data folder, and the secrets apart from them in another that only its owner can read. (Where
// there is a keychain, the desktop gives one that keeps them there.)
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

export interface SecretStore {
  get(name: string): string | undefined
  /** undefined forgets it. */
  set(name: string, value: string | undefined): void
}

/** Reads a JSON object; an unreadable or broken file counts as empty: settings must never keep the service from starting. */
export function readJsonFile(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Replaces the file as a whole: a crash leaves the old one or the new one. */
export function writeJsonFile(file: string, value: unknown): void {
  writeFileSync(`${file}.partial`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.partial`, file)
}

export function openSecretFile(file: string): SecretStore {
  return {
    get: (name) => readJsonFile(file)[name] as string | undefined,
    set(name, value) {
      const { [name]: _old, ...rest } = readJsonFile(file)
      writeJsonFile(file, value === undefined ? rest : { ...rest, [name]: value })
    },
  }
}
