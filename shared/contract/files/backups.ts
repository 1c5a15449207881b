import { Type } from 'typebox'
import { Backup } from '../../schema/files/backup.ts'
import { defineContract } from '../route.ts'

export const backupContract = defineContract({
  listBackups: {
    method: 'GET',
    path: '/backups',
    tag: 'Service',
    summary: 'The daily backups, the most complete first',
    reply: Type.Array(Backup),
    status: 200,
  },
  makeBackup: {
    method: 'POST',
    path: '/backups',
    tag: 'Service',
    summary: "Create today's backup now, replacing the one from this morning",
    reply: Backup,
    status: 200,
  },
})
