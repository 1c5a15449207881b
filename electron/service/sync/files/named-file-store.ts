// SQL for texts that name files, and nothing else.
import { attachmentsIn } from '../../../../shared/domain/attachments/attachment-link.ts'
import type { Db } from '../../db/open.ts'

export type NamedFileStore = ReturnType<typeof createNamedFileStore>

export function createNamedFileStore(db: Db) {
  const texts = db
    .prepare(
      `SELECT description FROM tasks WHERE updated_at >= ? AND description LIKE '%/attachments/%'
       UNION ALL SELECT body FROM comments WHERE updated_at >= ? AND body LIKE '%/attachments/%'`,
    )
    .pluck()
  return {
    /** The hashes that texts name which were written since then. */
    since(moment: string): Set<string> {
      const found = new Set<string>()
      for (const text of texts.iterate(moment, moment)) for (const hash of attachmentsIn(text as string)) found.add(hash)
      return found
    },
  }
}
