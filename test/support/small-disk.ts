// A real disk of a few megabytes (tmpfs), where the system lets us mount one: as root on Linux, mostly.
import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './service/service.ts'

export interface SmallDisk {
  path: string
  /** Leaves not one byte free. */
  fill(): void
  free(): void
  readOnly(on: boolean): void
  remove(): void
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder.path], { stdio: 'pipe' })
  } catch (error) {
    folder.remove()
    throw error
  }
  const filler = join(folder.path, 'filler')
  return {
    path: folder.path,
    fill() {
      const file = openSync(filler, 'a')
      for (const size of [65_536, 4096, 1]) {
        try {
          for (;;) writeSync(file, Buffer.alloc(size))
        } catch (error) {
          if ((error as { code?: string }).code !== 'ENOSPC') throw error
        }
      }
      closeSync(file)
    },
    free: () => rmSync(filler, { force: true }),
    readOnly: (on) => void execFileSync('mount', ['-o', `remount,${on ? 'ro' : 'rw'}`, folder.path], { stdio: 'pipe' }),
    remove() {
      execFileSync('umount', ['-l', folder.path], { stdio: 'pipe' })
      folder.remove()
    },
  }
}

/** Why no small disk can be had here; undefined when it can. */
export const noSmallDisk: string | undefined = (() => {
  if (process.platform !== 'linux') return 'needs Linux'
  if (process.getuid?.() !== 0) return 'needs root to mount a tmpfs'
  try {
    mountSmallDisk(1).remove()
    return undefined
  } catch (error) {
    return `cannot mount a tmpfs: ${(error as Error).message.split('\n')[0]}`
  }
})()

/** Nobody may write to that file, not even root, for whom its mode does not count; gives back how that ends. */
export function makeReadOnly(file: string): () => void {
  if (process.getuid?.() !== 0) {
    chmodSync(file, 0o444)
    return () => chmodSync(file, 0o600)
  }
  execFileSync('mount', ['--bind', file, file], { stdio: 'pipe' })
  execFileSync('mount', ['-o', 'remount,bind,ro', file], { stdio: 'pipe' })
  return () => void execFileSync('umount', ['-l', file], { stdio: 'pipe' })
}

/** Why no file can be made read-only here; undefined when it can. */
export const noReadOnlyFile = process.getuid?.() === 0 ? noSmallDisk : undefined
