// What the app is told: the configuration, read and completed, and what tests replace.
import type { Config } from './config.ts'
import type { MailTimes } from '../shared/node/mail/mail-net.ts'
import type { ImapWatchTimes } from './email/imap/imap-watches.ts'
import type { FileSweepDeps } from './files/file-sweep.ts'
import type { McpOptions } from './mcp/mcp.ts'
import type { StreamOptions } from './events/streams.ts'
import type { DocumentOptions } from './oauth/fetch-document.ts'
import type { TeamIndexesDeps } from './search/team-indexes.ts'
import type { TeamSearchDeps } from './search/team-search.ts'
import type { CourierOptions } from './notifications/courier.ts'
import type { ReplySenderTimes } from './email/replies/reply-sender.ts'
import type { PostmanOptions } from './webhooks/postman.ts'
import type { OutboxTimes } from './watch/outboxes.ts'
import type { VapidKeys } from './push/vapid.ts'
import type { Instance } from './instances/presence.ts'
import type { Keys } from './auth/secrets.ts'

export interface AppOptions extends Omit<Config, 'databaseUrl' | 'key' | 'otherKeys' | 'port' | 'host' | 'dataDir'> {
  databaseUrl: string
  key: Keys
  /** This one, as others know it. */
  instance: Instance
  vapid: VapidKeys
  /** Where mails go that nobody delivers. */
  mailFolder: string
  /** Where indexes for search are kept, which can be lost. */
  searchFolder: string
  /** Where files are kept that are kept nowhere else. */
  filesFolder: string
  version: string
  /** The built window; without it `/` says how to build it. */
  windowDir?: string
  /** Our own address, once we listen. */
  ownUrl: () => string
  now?: () => Date
  /** Other times, for tests. */
  watches?: { lookEvery?: number }
  imap?: ImapWatchTimes & { answers?: Partial<MailTimes> }
  courier?: Partial<Pick<CourierOptions, 'takeFor' | 'lookEvery' | 'random'>>
  replies?: ReplySenderTimes
  postman?: Partial<Pick<PostmanOptions, 'takeFor' | 'lookEvery' | 'random'>>
  claims?: { lookEvery?: number }
  searching?: Partial<Pick<TeamIndexesDeps, 'maxOpen' | 'idleMs'> & Pick<TeamSearchDeps, 'freshWithin' | 'deadlines'>>
  fileTimes?: Partial<Pick<FileSweepDeps, 'lookEvery' | 'graceMs' | 'checkEveryMs' | 'pendingMs'>>
  mcp?: McpOptions
  /** Where clients may be described besides the public internet. */
  oauth?: DocumentOptions
  outboxes?: Partial<OutboxTimes>
  streams?: Partial<Pick<StreamOptions, 'pollEvery' | 'heartbeatEvery' | 'leaseFor'>>
}
