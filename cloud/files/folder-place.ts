// Files in a folder: of this machine where there is one instance, else one that all instances see.
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FilePlace } from './file-place.ts'
import type { FileObject } from './sealed-file.ts'

async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export function createFolderPlace(folder: string): FilePlace {
  const pathOf = ({ team, object }: FileObject) => join(folder, team, object)
  return {
    // In the same file system, so that a rename is all that is left to do.
    spoolFolder: join(folder, 'incoming'),
    async put(to, { path }) {
      const place = pathOf(to)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      await rename(path, place)
      await flushFolder(dirname(place))
      await flushFolder(folder)
    },
    async read(from) {
      const handle = await open(pathOf(from), 'r').catch((error: { code?: string }) => {
        if (error.code !== 'ENOENT') throw error
      })
      return handle?.createReadStream({ highWaterMark: 65_552 })
    },
    has: (one) =>
      access(pathOf(one)).then(
        () => true,
        () => false,
      ),
    remove: (one) => rm(pathOf(one), { force: true }),
  }
}
