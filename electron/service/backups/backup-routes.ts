import type { backupContract } from '../../../shared/contract/backups.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import { backUp, listBackups } from '../db/backups.ts'
import type { HttpContext } from '../context.ts'

export function backupRoutes(databaseFile: string, dataDir: string, now: () => Date): Handlers<typeof backupContract, HttpContext> {
  return {
    listBackups: () => listBackups(dataDir),
    makeBackup: () => backUp(databaseFile, dataDir, now()),
  }
}
