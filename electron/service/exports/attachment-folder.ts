// The attachments of an export as files, beside the tasks that name them.
import { appendFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { attachmentOf } from '../../../shared/domain/attachments/attachment-link.ts'
import type { ImportedAttachment } from '../../../shared/schema/import.ts'

/** Enough of a hash to tell files of one name apart. */
const shownHash = 12
const ourName = /^[0-9a-f]{12}(?:[-.]|$)/
const partialEnd = '.partial'

const fileOf = (hash: string, name: string | undefined) => (name === undefined ? hash.slice(0, shownHash) : `${hash.slice(0, shownHash)}-${name}`)

export function attachmentsIn(folder: string) {
  /** By hash: the name by which a text called it first. */
  const names = new Map<string, string>()
  const written = new Set<string>()

  return {
    /** The text with its links to attachments leading to the files, from the folder beside theirs. */
    linked(text: string): string {
      return text.replaceAll(/\]\((\/attachments\/[0-9a-f]{64}\/[^)\s]*)\)/g, (whole, address: string) => {
        const file = attachmentOf(address)
        if (!file) return whole
        const name = names.get(file.hash) ?? file.name
        names.set(file.hash, name)
        return `](../attachments/${encodeURIComponent(fileOf(file.hash, name)).replaceAll(/[!'()*~_]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)})`
      })
    },

    /** In the order of an export: the pieces of one file follow one another. It has its name once it is whole. */
    async take({ hash, bytes, offset, data }: ImportedAttachment): Promise<void> {
      const file = fileOf(hash, names.get(hash))
      const partial = join(folder, `${file}${partialEnd}`)
      const content = Buffer.from(data, 'base64')
      if (offset === 0) await writeFile(partial, content, { mode: 0o600 })
      else await appendFile(partial, content)
      if (offset + content.length < bytes) return
      await rename(partial, join(folder, file))
      written.add(file)
    },

    /** What an earlier export left, and what did not become whole. */
    async tidy(): Promise<void> {
      for (const name of await readdir(folder)) if (ourName.test(name) && !written.has(name)) await rm(join(folder, name))
    },
  }
}
