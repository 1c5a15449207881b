// The settings as a JSON file in the data folder. (Secrets are kept apart from them: ../secrets.)
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

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
