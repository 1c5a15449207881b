// What whoever starts the service gives it, and may give otherwise for tests.
import type { Db } from './db/open.ts'
import type { GuardOptions } from './http/local-guard.ts'
import type { PeerOptions } from './http/peer-user.ts'
import type { ServerOptions } from './http/server.ts'
import type { McpOptions } from './mcp/mcp.ts'
import type { OwnMailTimes } from './mail/own-mail-watch.ts'
import type { Clock } from './reminders/clock.ts'
import type { Notifier } from './reminders/notifier.ts'
import type { SystemCipher } from './secrets/secret-place.ts'
import type { SyncTimes } from './sync/connection.ts'

export interface AppOptions extends GuardOptions, PeerOptions, ServerOptions {
  db: Db
  /** Where the search index lives; it can be made again. */
  indexFile: string
  version: string
  /** The built window; without it `/` says how to build it. */
  windowDir?: string
  /** Time as it passes here; `zone` is the person's, for reminders that name none. Default: the machine's own. */
  clock?: Partial<Clock>
  /** Shows due reminders. Default: notify-send where there is one, else the log. */
  notifier?: Notifier
  /** Called after each commit with the seq of the newest entry, before the write is acknowledged. */
  committed?: (head: number) => void
  mcp?: McpOptions
  /** Milliseconds that pass, whatever the clock says. Default: this process's. */
  monotonic?: () => number
  /** The desktop's, for machines without a keychain. */
  systemCipher?: SystemCipher
  /** Other waits with mail servers, for tests. */
  mailTimes?: OwnMailTimes
  /** Other waits between attempts to reach the cloud, for tests. */
  syncTimes?: Partial<SyncTimes>
}
