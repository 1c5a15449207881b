import { Type } from 'typebox'
import { Backup } from '../schema/backup.ts'
import { defineContract } from './route.ts'

export const backupContract = defineContract({
  listBackups: {
    method: 'GET',
    path: '/backups',
    tag: 'Service',
    summary: 'The daily copies that are kept; the one that holds most of the journal first',
    reply: Type.Array(Backup),
    status: 200,
  },
  makeBackup: {
    method: 'POST',
    path: '/backups',
    tag: 'Service',
    summary: "Make today's copy now, in place of the one from this morning",
    reply: Backup,
    status: 200,
  },
})
