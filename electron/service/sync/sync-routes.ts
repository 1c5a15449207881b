import type { remoteContract } from '../../../shared/contract/remote.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import type { HttpContext } from '../context.ts'
import type { Conflicts } from './state/conflicts.ts'
import type { Refusals } from './push/refusals.ts'
import type { SyncConnection } from './connection.ts'

export function remoteRoutes(remote: SyncConnection, conflicts: Conflicts, refusals: Refusals): Handlers<typeof remoteContract, HttpContext> {
  return {
    readRemote: () => remote.state(),
    checkRemote: ({ body }, ctx) => remote.check(body, ctx),
    connectRemote: ({ body }, ctx) => remote.connect(body, ctx),
    disconnectRemote: (_, ctx) => remote.disconnect(ctx),
    syncRemote: () => remote.syncNow(),
    listRefused: () => refusals.list(),
    takeBackRefused: ({ body }, ctx) => refusals.takeBack(body, ctx),
    listConflicts: () => conflicts.list(),
    settleConflict: ({ params, body }, ctx) => conflicts.settle(params.id, body, ctx),
    reopenConflict: ({ params }, ctx) => conflicts.reopen(params.id, ctx),
    readRemoteTask: ({ params }) => remote.ofTask(params.id),
  }
}
