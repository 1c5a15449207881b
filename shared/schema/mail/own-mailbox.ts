// A mailbox that this data folder watches by itself, without any cloud.
import { type Static, Type } from 'typebox'
import { nullable, object, oneOf, Timestamp } from '../field.ts'
import { AnswerSettings } from './reply.ts'
import { mailFaults, MailServers, MailTest, WatchedFolders } from './mail-account.ts'

export const ownMailCauses = ['expired', ...mailFaults] as const

export const OwnMailbox = object('OwnMailbox', {
  id: Type.String({ format: 'uuid' }),
  address: Type.String(),
  servers: MailServers,
  folders: WatchedFolders,
  status: oneOf(['active', 'auth_expired'], 'auth_expired: it needs a password that works.'),
  healthy: Type.Boolean({ description: 'False: emails do not arrive. problem says what to do.' }),
  problem: nullable(Type.String()),
  cause: nullable(oneOf(ownMailCauses, 'The problem in a word, for programs.')),
  since: nullable(Type.String({ format: 'date-time', description: 'Since when.' })),
  last_mail_at: nullable(Type.String({ format: 'date-time', description: 'When the last new email came.' })),
  looked_at: nullable(Type.String({ format: 'date-time', description: 'When it was last looked at since this start.' })),
  test: nullable(MailTest),
  can_send: Type.Boolean({ description: 'It has a server for sending.' }),
  answers: AnswerSettings,
  created_at: Timestamp,
})
export type OwnMailbox = Static<typeof OwnMailbox>
