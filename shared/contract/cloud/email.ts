import { Type } from 'typebox'
import { object } from '../../schema/field.ts'
import { consentProviders, MailBatch, Mailbox, MailboxFolderList, MailboxFolders, MailHealth, NewImapMailbox, provider } from '../../schema/cloud/mailbox.ts'
import { KeptMailFile, WantedMailFile } from '../../schema/cloud/kept-mail-file.ts'
import { DiscoveredMail, MailTest } from '../../schema/mail/mail-account.ts'
import { EmailLinks } from '../../schema/mail/email-links.ts'
import { AnswerSettings } from '../../schema/mail/reply.ts'
import { inTeam } from '../paging.ts'
import { defineContract } from '../route.ts'

const tag = 'E-mail'
const text = (description: string, maxLength = 4000) => Type.Optional(Type.String({ maxLength, description }))
const optionalProvider = Type.Optional(
  Type.Unsafe<(typeof consentProviders)[number]>({ type: 'string', enum: [...consentProviders], description: 'Default: gmail.' }),
)

const mailboxId = object('MailboxId', { id: Type.String({ format: 'uuid' }) })

export const emailContract = defineContract({
  authorizeEmail: {
    method: 'GET',
    path: '/email/oauth/authorize',
    tag,
    summary: "Redirects to the provider's consent screen, to connect a mailbox with the team",
    query: object('AuthorizeQuery', {
      provider: optionalProvider,
      sends: Type.Optional(Type.Boolean({ description: 'Asks for what sending replies needs, too, and switches it on. Default: false.' })),
      ...inTeam,
    }),
    status: 302,
    needs: 'manage_email',
  },
  finishEmail: {
    method: 'GET',
    path: '/email/oauth/callback',
    tag,
    summary: "Receives the provider's redirect and stores the tokens. Works once, for the session that began it.",
    // Providers add parameters of their own.
    query: Type.Object(
      { code: text('Exchanged for tokens.'), state: text('As we sent it.', 300), error: text('Why there is no code.', 200) },
      { title: 'CallbackQuery' },
    ),
    status: 302,
    needs: 'session',
  },
  listMailboxes: {
    method: 'GET',
    path: '/email/oauth/tokens',
    tag,
    summary: "What is known of the team's OAuth tokens, without the tokens",
    reply: Type.Array(Mailbox),
    status: 200,
  },
  revokeEmail: {
    method: 'POST',
    path: '/email/oauth/revoke',
    tag,
    summary: 'Revoke the OAuth tokens at the provider and remove them here: of all mailboxes, or of one',
    body: object('RevokeEmail', { id: Type.Optional(Type.String({ format: 'uuid', description: 'One mailbox. Default: all of the team.' })) }),
    bodyOptional: true,
    status: 204,
    needs: 'manage_email',
  },
  discoverMailbox: {
    method: 'POST',
    path: '/email/imap/discover',
    tag,
    summary: 'Finds the mail servers of an address, without a password',
    body: object('DiscoverMailbox', { address: Type.String({ minLength: 3, maxLength: 254 }) }),
    reply: DiscoveredMail,
    status: 200,
    needs: 'manage_email',
  },
  connectImap: {
    method: 'POST',
    path: '/email/imap',
    tag,
    summary: 'Connect a mailbox over IMAP: signs in, and watches for new emails from now on',
    body: NewImapMailbox,
    reply: Mailbox,
    status: 201,
    needs: 'manage_email',
  },
  listMailboxFolders: {
    method: 'GET',
    path: '/email/imap/:id/folders',
    tag,
    summary: 'The folders of a mailbox over IMAP, as its server lists them now',
    params: mailboxId,
    reply: MailboxFolderList,
    status: 200,
    needs: 'manage_email',
  },
  watchMailboxFolders: {
    method: 'PUT',
    path: '/email/imap/:id/folders',
    tag,
    summary: 'Which folders are watched: of a new one, emails from now on',
    params: mailboxId,
    body: MailboxFolders,
    reply: MailboxFolderList,
    status: 200,
    needs: 'manage_email',
  },
  testMailbox: {
    method: 'POST',
    path: '/email/mailboxes/:id/test',
    tag,
    summary: 'Sends an email to the mailbox itself; GET /email/health says how far it got',
    params: mailboxId,
    reply: MailTest,
    status: 202,
    needs: 'manage_email',
  },
  setAnswers: {
    method: 'PUT',
    path: '/email/mailboxes/:id/answers',
    tag,
    summary: 'Whether and how replies are sent through a mailbox, and what is sent by itself',
    params: mailboxId,
    body: AnswerSettings,
    reply: Mailbox,
    status: 200,
    needs: 'manage_email',
  },
  linkEmails: {
    method: 'POST',
    path: '/email/links',
    tag,
    summary: 'For devices: which tasks came of the emails that they were given',
    body: EmailLinks,
    status: 204,
    needs: 'bring',
  },
  emailWebhook: {
    method: 'POST',
    path: '/email/webhook',
    tag,
    summary: 'For providers: something happened in a mailbox',
    query: Type.Object({
      provider: optionalProvider,
      key: text('Ours, in the address that we gave to Microsoft.', 200),
      validationToken: text('Microsoft checks the address.'),
    }),
    // Its form is the provider's, and providers add fields.
    body: Type.Unknown(),
    bodyOptional: true,
    reply: Type.String({ description: '200, when Microsoft checks the address: the validationToken.' }),
    mediaType: 'text/plain',
    status: 204,
    otherStatuses: [200],
    needs: 'provider',
  },
  readMessages: {
    method: 'GET',
    path: '/email/messages',
    tag,
    summary: 'The emails of an email.received event: pass its mailbox and history_id',
    query: object('MessagesQuery', {
      history_id: Type.String({ minLength: 1, maxLength: 1000, description: 'From the event.' }),
      mailbox: Type.Optional(Type.String({ maxLength: 320, description: 'From the event. May be left out when the team has one mailbox only.' })),
      provider: Type.Optional(provider),
    }),
    reply: MailBatch,
    status: 200,
  },
  keepMailFile: {
    method: 'POST',
    path: '/email/files',
    tag,
    summary:
      'Keep a file of an email for the team: pass the history_id of the event, the ref of the email and the part of the file. Then put a link to its hash into a text, as with any file. 25 MB at most, and the files of one email 100 MB',
    body: WantedMailFile,
    reply: KeptMailFile,
    status: 200,
  },
  readEmailHealth: { method: 'GET', path: '/email/health', tag, summary: 'Health of the mailboxes', reply: Type.Array(MailHealth), status: 200 },
})
