import type { backupContract } from '../../../shared/contract/files/backups.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import { type Backup, backUp, listBackups } from '../db/backups.ts'
import type { HttpContext } from '../context.ts'
import { noteDifferences } from '../db/notices.ts'
import type { Db } from '../db/open.ts'

const shown = ({ day, file, bytes, attachments }: Backup) => ({ day, file, bytes, attachments })

export function backupRoutes(db: Db, dataDir: string, now: () => Date): Handlers<typeof backupContract, HttpContext> {
  return {
    listBackups: () => listBackups(dataDir).map(shown),
    makeBackup: async () => shown(await backUp(db.name, dataDir, now(), (found) => noteDifferences(db, found, now()))),
  }
}
