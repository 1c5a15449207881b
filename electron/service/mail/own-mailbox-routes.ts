import type { ownMailboxContract } from '../../../shared/contract/mail/own-mailboxes.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import type { HttpContext } from '../context.ts'
import type { OwnMailboxes } from './own-mailboxes.ts'

export function ownMailboxRoutes(mailboxes: OwnMailboxes): Handlers<typeof ownMailboxContract, HttpContext> {
  return {
    listOwnMailboxes: () => mailboxes.list(),
    discoverOwnMailbox: ({ body }) => mailboxes.discover(body.address),
    connectOwnMailbox: ({ body }, ctx) => mailboxes.connect(body, ctx),
    disconnectOwnMailbox: ({ params }, ctx) => mailboxes.disconnect(params.id, ctx),
    listOwnFolders: ({ params }) => mailboxes.folders(params.id),
    watchOwnFolders: ({ params, body }, ctx) => mailboxes.watchFolders(params.id, body.folders, ctx),
    setOwnAnswers: ({ params, body }, ctx) => mailboxes.setAnswers(params.id, body, ctx),
    testOwnMailbox: ({ params }, ctx) => mailboxes.test(params.id, ctx),
  }
}
