// Looks at a file that Tandem may change: where it really is, and what keeps it from being changed.
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, isAbsolute, sep } from 'node:path'

export interface FoundFile {
  /** Behind all links. */
  path: string
  /** null: there is none. */
  text: string | null
}

/** Why a file is left alone, in words that follow its name: "is read-only". */
export class LeftAlone extends Error {}

const isThere = (path: string): boolean => {
  try {
    lstatSync(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Follows links, also those of folders on the way, up to what does not exist yet. */
function realPath(path: string): string {
  if (isThere(path)) {
    try {
      return realpathSync(path)
    } catch {
      throw new LeftAlone('is a broken link')
    }
  }
  const folder = dirname(path)
  return folder === path ? path : join(realPath(folder), basename(path))
}

export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** `within`: a folder that it must not lead out of. Throws `LeftAlone` where it cannot be read as text. */
export function readTextFile(path: string, within?: string): FoundFile {
  try {
    const real = realPath(path)
    if (within !== undefined && !isInside(realpathSync(within), real)) throw new LeftAlone(`is a link to a place outside the project: ${real}`)
    if (!isThere(real)) return { path: real, text: null }
    if (!statSync(real).isFile()) throw new LeftAlone('is not a file')
    return { path: real, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(real)) }
  } catch (error) {
    throw leftAlone(error)
  }
}

const reasons: Record<string, string> = {
  EACCES: 'cannot be accessed: permission denied',
  EPERM: 'cannot be accessed: permission denied',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'cannot be written: the disk is full',
  ENOTDIR: 'would be inside something that is not a folder',
  EEXIST: 'would be inside something that is not a folder',
  ELOOP: 'is a link that leads to itself',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8 text',
}

/** What the system said, in words. */
export function leftAlone(error: unknown): LeftAlone {
  if (error instanceof LeftAlone) return error
  const { code, message } = error as NodeJS.ErrnoException
  return new LeftAlone(reasons[code ?? ''] ?? `cannot be changed: ${message}`)
}
