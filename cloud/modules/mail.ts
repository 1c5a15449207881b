// Mailboxes of teams: connecting, watching and reading them.
import type { FastifyInstance } from 'fastify'
import { emailContract } from '../../shared/contract/cloud/email.ts'
import { mount } from '../../shared/http/mount.ts'
import type { Task } from '../../shared/schema/task.ts'
import type { AppOptions } from '../app-options.ts'
import { createAttempts } from '../auth/attempts.ts'
import { createAccessTokens } from '../email/access-tokens.ts'
import { createArrivals } from '../email/arrivals.ts'
import { emailRoutes, verifyProvider } from '../email/email-routes.ts'
import { createHealth } from '../email/health.ts'
import { createImapArrivals } from '../email/imap/imap-arrivals.ts'
import { usualImap } from '../email/imap/imap-config.ts'
import { createImapMailboxes } from '../email/imap/imap-mailboxes.ts'
import { createGuardedNet } from '../email/imap/imap-net.ts'
import { createImapReader } from '../email/imap/imap-reader.ts'
import { createImapWatches } from '../email/imap/imap-watches.ts'
import { createMailboxTests } from '../email/imap/mailbox-tests.ts'
import { createMailFiles } from '../email/mail-files.ts'
import { createMailboxFinder } from '../email/mailbox-finder.ts'
import { createMailboxes } from '../email/mailboxes.ts'
import { createMessages } from '../email/messages.ts'
import { createProviders } from '../email/providers.ts'
import { createWatches } from '../email/watches.ts'
import type { Write } from '../journal/journal.ts'
import type { Files } from '../files/files.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Mounting } from './mounting.ts'
import { createReplyModule, type ReplyModuleDeps } from './replies.ts'

interface MailModuleDeps {
  /** The tasks that mails are about; they are there when a call comes. */
  work: ReplyModuleDeps['work']
  files: Pick<Files, 'upload'>
}

export function createMail(app: FastifyInstance, infrastructure: Infrastructure, options: AppOptions, { work, files }: MailModuleDeps) {
  const { db, journal, now, baseUrl, failed, mailer } = infrastructure
  const mailFailed = failed('working with a mail provider')
  const imapConfig = options.email.imap ?? usualImap
  const net = createGuardedNet(imapConfig, options.imap?.answers)
  const providers = createProviders(options.email, [createImapReader(net, now)], options.key, () => `${baseUrl()}/api/email/webhook`, now)
  const accessTokens = createAccessTokens({ db, journal, key: options.key, providers, now, max: Math.max(1, Math.floor(options.poolSize / 4)) })
  const arrivals = createArrivals({ db, journal, now })
  const watches = createWatches({
    db,
    tokens: accessTokens,
    arrivals,
    providers,
    now,
    onError: mailFailed,
    ...options.watches,
    alarm: (facts) => app.log.error(facts, 'the watch on a mailbox is about to end: emails will stop arriving'),
  })
  const mailboxes = createMailboxes({ db, key: options.key, providers, tokens: accessTokens, watches, now, baseUrl, onError: mailFailed })
  const attempts = createAttempts(db, now, options.signInsPerMinute)
  const imapWatches = createImapWatches({
    db,
    tokens: accessTokens,
    arrivals: createImapArrivals(journal),
    net,
    max: imapConfig.max,
    now,
    onError: mailFailed,
    ...options.imap,
  })
  const replies = createReplyModule(infrastructure, options, { tokens: accessTokens, providers, net, canSend: mailboxes.canSend, work })
  const send = options.smtpUrl === undefined ? undefined : mailer.sendNow
  const tests = createMailboxTests({ db, tokens: accessTokens, net, attempts, send, now })
  const find = createMailboxFinder(db, providers)
  const email = {
    mailboxes,
    arrivals,
    providers,
    readHealth: createHealth(db, now),
    readMessages: createMessages({ find, journal, tokens: accessTokens, withoutTests: tests.without, sorted: replies.sorted }),
    keepFile: createMailFiles({ find, tokens: accessTokens, files }),
    imap: createImapMailboxes({ db, tokens: accessTokens, net, attempts, now, wake: imapWatches.wake }),
    tests,
    link: replies.link,
  }
  return {
    verifyProvider: verifyProvider(providers),
    mailAccessOf: mailboxes.ofTeam,
    ofWork: { replies: replies.replies, tellAskers: (write: Write, task: Task): Promise<void> => replies.byItself(write, task, 'done') },
    mount(mounting: Mounting): void {
      mount(app, emailContract, emailRoutes(email), mounting.open)
      replies.mount(app, mounting)
    },
    close: async () => void (await Promise.all([watches.close(), imapWatches.close(), replies.close()])),
  }
}
