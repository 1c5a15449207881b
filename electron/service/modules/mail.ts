// Mailboxes that this service watches by itself.
import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import { type MailNet, openNet } from '../../../shared/node/mail/mail-net.ts'
import type { TakeIn } from '../conversations/take-in.ts'
import type { Db } from '../db/open.ts'
import type { Journal } from '../journal/journal.ts'
import { createOwnMailSecrets } from '../mail/own-mail-secrets.ts'
import { createOwnMailWatch, type OwnMailTimes } from '../mail/own-mail-watch.ts'
import { createOwnMailboxStore } from '../mail/own-mailbox-store.ts'
import { ownMailboxRoutes } from '../mail/own-mailbox-routes.ts'
import { createOwnMailboxes } from '../mail/own-mailboxes.ts'
import type { SecretStore } from '../secrets/secret-place.ts'

export interface MailModuleDeps {
  db: Db
  journal: Journal
  secrets: () => Promise<SecretStore>
  takeIn: TakeIn
  now: () => Date
  report: (error: unknown) => void
  times: OwnMailTimes | undefined
}

/** A certificate authority to trust besides, for a server of one's own. */
function netOf(report: (error: unknown) => void): MailNet {
  const { TANDEM_MAIL_CA: file } = process.env
  if (!file) return openNet()
  try {
    return openNet([...rootCertificates, readFileSync(file, 'utf8')])
  } catch (error) {
    report(error)
    return openNet()
  }
}

export function openMail({ db, journal, secrets: openSecrets, takeIn, now, report, times }: MailModuleDeps) {
  const net = netOf(report)
  const store = createOwnMailboxStore(db)
  const secrets = createOwnMailSecrets({ secrets: openSecrets, net, now })
  const watch = createOwnMailWatch({ store, secrets, takeIn, journal, net, now, report, ...times })
  const mailboxes = createOwnMailboxes({ store, secrets, watch, journal, net, plain: process.env.TANDEM_MAIL_TLS === 'optional', now })
  return { routes: ownMailboxRoutes(mailboxes), start: watch.startAll, close: watch.close }
}
