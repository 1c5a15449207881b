import { Type } from 'typebox'
import { object, oneOf } from '../../schema/field.ts'
import { defineContract } from '../route.ts'
import { TeamParams } from './teams.ts'

const tag = 'Import and export'

export const exportContract = defineContract({
  exportTeam: {
    method: 'GET',
    path: '/teams/:teamId/export',
    tag,
    summary: 'Everything of a team as JSON Lines: the list (which a desktop imports), or the journal',
    params: TeamParams,
    query: object('TeamExportQuery', { part: Type.Optional(oneOf(['list', 'journal'], 'Default: list.')) }),
    status: 200,
    stream: true,
    mediaType: 'application/x-ndjson',
    needs: 'work',
  },
  exportAccount: {
    method: 'GET',
    path: '/auth/export',
    tag,
    summary: 'Everything that is kept of me, as JSON Lines: the account, my teams, and what I wrote in them',
    status: 200,
    stream: true,
    mediaType: 'application/x-ndjson',
    needs: 'session',
  },
})
