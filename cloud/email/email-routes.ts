import type { FastifyRequest } from 'fastify'
import type { emailContract } from '../../shared/contract/cloud/email.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { Answer, type Handlers } from '../../shared/http/mount.ts'
import type { MailProviderName } from '../../shared/schema/cloud/mailbox.ts'
import type { EmailLinks } from '../../shared/schema/mail/email-links.ts'
import { type Context, type TeamContext, teamOf } from '../context.ts'
import type { Arrivals } from './arrivals.ts'
import type { createHealth } from './health.ts'
import type { ImapMailboxes } from './imap/imap-mailboxes.ts'
import type { MailboxTests } from './imap/mailbox-tests.ts'
import type { Mailboxes } from './mailboxes.ts'
import type { createMessages } from './messages.ts'
import type { MailFiles } from './mail-files.ts'
import type { MailProvider } from './provider.ts'
import type { Providers } from './providers.ts'

export interface EmailParts {
  mailboxes: Mailboxes
  arrivals: Arrivals
  providers: Providers
  readMessages: ReturnType<typeof createMessages>
  keepFile: MailFiles
  readHealth: ReturnType<typeof createHealth>
  imap: ImapMailboxes
  tests: MailboxTests
  link: (body: EmailLinks, ctx: TeamContext) => Promise<void>
}

/** Nobody may keep an answer that leads to a consent screen or comes back from one. */
const redirect = (to: string) => new Answer(undefined, { status: 302, headers: { Location: to, 'Cache-Control': 'no-store' } })

export function emailRoutes({
  mailboxes,
  arrivals,
  providers,
  readMessages,
  keepFile,
  readHealth,
  imap,
  tests,
  link,
}: EmailParts): Handlers<typeof emailContract, Context> {
  return {
    authorizeEmail: async ({ query }, ctx) => redirect(await mailboxes.authorize(query.provider ?? 'gmail', query.sends ?? false, teamOf(ctx))),
    finishEmail: async ({ query }, ctx) => redirect(await mailboxes.finish(query, ctx)),
    listMailboxes: (_, ctx) => mailboxes.list(teamOf(ctx)),
    revokeEmail: ({ body }, ctx) => mailboxes.revoke(body.id, teamOf(ctx)),
    discoverMailbox: ({ body }, ctx) => imap.discover(body.address, teamOf(ctx)),
    connectImap: ({ body }, ctx) => imap.connect(body, teamOf(ctx)),
    listMailboxFolders: ({ params }, ctx) => imap.folders(params.id, teamOf(ctx)),
    watchMailboxFolders: ({ params, body }, ctx) => imap.watch(params.id, body.folders, teamOf(ctx)),
    testMailbox: ({ params }, ctx) => tests.start(params.id, teamOf(ctx)),
    setAnswers: ({ params, body }, ctx) => mailboxes.setAnswers(params.id, body, teamOf(ctx)),
    linkEmails: ({ body }, ctx) => link(body, teamOf(ctx)),
    async emailWebhook({ query, body }) {
      // Microsoft asks whether the address is ours before it uses it.
      if (query.validationToken !== undefined)
        return new Answer(query.validationToken, { status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
      await arrivals.receive(providers.telling.get(query.provider ?? 'gmail') as MailProvider, body)
      return new Answer('', { status: 204 })
    },
    readMessages: ({ query }, ctx) => readMessages(query, teamOf(ctx)),
    keepMailFile: ({ body }, ctx) => keepFile(body, teamOf(ctx)),
    readEmailHealth: (_, ctx) => readHealth(teamOf(ctx)),
  }
}

/** For the auth guard: is it a provider of ours who calls? */
export function verifyProvider(providers: Providers) {
  return async (request: FastifyRequest): Promise<void> => {
    const { provider = 'gmail', key } = request.query as { provider?: string; key?: string }
    const known = providers.telling.get(provider as MailProviderName)
    if (!known) throw new AppError('unauthenticated', 'No such provider is configured here.')
    await known.verifyPush({ authorization: request.headers.authorization, key: typeof key === 'string' ? key : undefined })
  }
}
