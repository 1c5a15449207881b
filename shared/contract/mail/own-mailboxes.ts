import { Type } from 'typebox'
import { MailboxFolderList, MailboxFolders, NewImapMailbox } from '../../schema/cloud/mailbox.ts'
import { object } from '../../schema/field.ts'
import { DiscoveredMail, MailTest } from '../../schema/mail/mail-account.ts'
import { AnswerSettings } from '../../schema/mail/reply.ts'
import { OwnMailbox } from '../../schema/mail/own-mailbox.ts'
import { defineContract } from '../route.ts'

const tag = 'Mail'
const params = object('OwnMailboxParams', { id: Type.String({ format: 'uuid' }) })

/** Mailboxes that this service watches by itself, over IMAP. Passwords are where the other secrets are, and no answer has one. */
export const ownMailboxContract = defineContract({
  listOwnMailboxes: {
    method: 'GET',
    path: '/mailboxes',
    tag,
    summary: 'The mailboxes that are watched here, and whether emails arrive',
    reply: Type.Array(OwnMailbox),
    status: 200,
  },
  discoverOwnMailbox: {
    method: 'POST',
    path: '/mailboxes/discover',
    tag,
    summary: 'Finds the mail servers of an address, without a password',
    body: object('DiscoverOwnMailbox', { address: Type.String({ minLength: 3, maxLength: 254 }) }),
    reply: DiscoveredMail,
    status: 200,
    personal: true,
  },
  connectOwnMailbox: {
    method: 'POST',
    path: '/mailboxes',
    tag,
    summary: 'Watch a mailbox: signs in, and takes in new emails from now on. Of a known address: connects it again',
    body: NewImapMailbox,
    reply: OwnMailbox,
    status: 201,
    personal: true,
  },
  disconnectOwnMailbox: {
    method: 'DELETE',
    path: '/mailboxes/:id',
    tag,
    summary: 'Watch it no longer, and forget its password',
    params,
    status: 204,
    personal: true,
  },
  listOwnFolders: {
    method: 'GET',
    path: '/mailboxes/:id/folders',
    tag,
    summary: 'The folders of a mailbox, as its server lists them now',
    params,
    reply: MailboxFolderList,
    status: 200,
    personal: true,
  },
  watchOwnFolders: {
    method: 'PUT',
    path: '/mailboxes/:id/folders',
    tag,
    summary: 'Which folders are watched: of a new one, emails from now on',
    params,
    body: MailboxFolders,
    reply: MailboxFolderList,
    status: 200,
    personal: true,
  },
  setOwnAnswers: {
    method: 'PUT',
    path: '/mailboxes/:id/answers',
    tag,
    summary: 'Whether and how replies are sent through a mailbox, and what is sent by itself',
    params,
    body: AnswerSettings,
    reply: OwnMailbox,
    status: 200,
    personal: true,
  },
  testOwnMailbox: {
    method: 'POST',
    path: '/mailboxes/:id/test',
    tag,
    summary: 'Sends an email to the mailbox itself; GET /mailboxes says how far it got',
    params,
    reply: MailTest,
    status: 202,
    personal: true,
  },
})
