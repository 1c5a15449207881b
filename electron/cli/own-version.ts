// What this command line is: its package.json.
import { readFileSync } from 'node:fs'

export const ownManifest = new URL('../../package.json', import.meta.url)

export const ownPackage = (): { name: string; version: string } => JSON.parse(readFileSync(ownManifest, 'utf8')) as { name: string; version: string }
