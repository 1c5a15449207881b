// How a mailbox is reached over IMAP and SMTP: what a person or the discovery says of its servers.
import { type Static, Type } from 'typebox'
import { nullable, object, oneOf, Timestamp } from '../field.ts'

export const mailSecurities = ['tls', 'starttls', 'none'] as const

export const MailServer = object('MailServer', {
  host: Type.String({ minLength: 1, maxLength: 253, description: 'Its name, such as imap.example.org.' }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  security: oneOf(
    mailSecurities,
    'tls: from the first byte; starttls: begins in the clear and never goes on without TLS; none: only where the operator allows it.',
  ),
})
export type MailServer = Static<typeof MailServer>

export const MailServers = object('MailServers', {
  imap: MailServer,
  smtp: nullable(MailServer),
  user: Type.String({ minLength: 1, maxLength: 320, description: 'The name to sign in with; mostly the address.' }),
})
export type MailServers = Static<typeof MailServers>

export const MailOAuth = object('MailOAuth', {
  token_url: Type.String({ pattern: '^https://[^/@\\\\\\s]+/[^\\s]*$', maxLength: 500, description: 'Where the issuer gives access tokens.' }),
  client_id: Type.String({ minLength: 1, maxLength: 500 }),
  client_secret: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  refresh_token: Type.String({ minLength: 1, maxLength: 4000 }),
})
export type MailOAuth = Static<typeof MailOAuth>

export const discoverySources = ['srv', 'autoconfig', 'names', 'none'] as const

export const DiscoveredMail = object('DiscoveredMail', {
  source: oneOf(discoverySources, 'Where it stands: in the DNS, in a file of the domain, or under the usual names; none: nothing was found.'),
  servers: nullable(MailServers),
})
export type DiscoveredMail = Static<typeof DiscoveredMail>

export const MailFolder = object('MailFolder', {
  path: Type.String({ description: 'As the server has it.' }),
  use: nullable(Type.String({ description: 'What it is for, where the server says so: inbox, sent, drafts, junk, trash, archive, all, flagged.' })),
  watched: Type.Boolean(),
})
export type MailFolder = Static<typeof MailFolder>

export const maxFolders = 20
export const folderPath = Type.String({ minLength: 1, maxLength: 250 })
export const WatchedFolders = Type.Array(folderPath, {
  minItems: 1,
  maxItems: maxFolders,
  description: 'Folders whose new mails become tasks; the first one is told of at once. Default: INBOX.',
})

/** Why a mailbox cannot be used. Each has words for what to do. */
export const mailFaults = ['password', 'unreachable', 'certificate', 'no_tls', 'not_allowed', 'folder', 'busy', 'protocol', 'closed', 'refused'] as const
export type MailFaultCode = (typeof mailFaults)[number]

export const MailTest = object('MailTest', {
  sent_at: Timestamp,
  accepted_at: nullable(Type.String({ format: 'date-time', description: 'When the sending server took it.' })),
  arrived_at: nullable(Type.String({ format: 'date-time', description: 'When it was seen in a watched folder.' })),
  read_at: nullable(Type.String({ format: 'date-time', description: 'When whatever makes tasks of mails had it. It makes none.' })),
  problem: nullable(Type.String({ description: 'Why it got no further, and what to do.' })),
})
export type MailTest = Static<typeof MailTest>
