// The token of a data folder: whoever can read its file is the person, or acts for the person.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import { tokenFile } from './token-file.ts'

/** 32 random bytes; less is a file that a full disk or a power cut left behind. */
const wellFormed = /^[\w-]{43,}$/

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Made at the first start; only its owner can read the file. `reportUnwritten`: it could not be kept, so it is known to this process alone. */
export function openFolderToken(dataDir: string, reportUnwritten: (error: unknown) => void): string {
  const file = tokenFile(dataDir)
  try {
    const kept = readFileSync(file, 'utf8').trim()
    if (wellFormed.test(kept)) return kept
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const token = newToken()
  try {
    writeFileSync(`${file}.new`, `${token}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch (error) {
    // A full disk is no reason not to start.
    reportUnwritten(error)
  }
  return token
}

type Headers = Pick<FastifyRequest, 'headers'>

/** The token that a call carries in the header that no page and no program sends by accident. */
export const bearerOf = ({ headers }: Headers): string => /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

/** The one in the cookie of a page that signed in where every call needs it: an event stream can send nothing else. */
export const cookieOf = ({ headers }: Headers): string => /(?:^|;\s*)tandem_token=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? ''

export function isSameToken(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return token !== '' && timingSafeEqual(digest(given), digest(token))
}
