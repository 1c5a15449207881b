import type { cloudPairContract } from '../../shared/contract/cloud/cloud.ts'
import type { pairSyncContract } from '../../shared/contract/cloud/sync-pairs.ts'
import type { Handlers } from '../../shared/http/mount.ts'
import type { TeamContext } from '../context.ts'
import type { Pairs } from './pairs.ts'

export function pairRoutes(pairs: Pairs): Handlers<typeof cloudPairContract, TeamContext> {
  return { judgeDuplicates: ({ body }, ctx) => pairs.judge(body, ctx) }
}

export function pairSyncRoutes(pairs: Pairs): Handlers<typeof pairSyncContract, TeamContext> {
  return {
    syncPair: ({ params, body }, ctx) => pairs.write(params.uid, body, ctx),
    readSyncPairs: (_input, ctx) => pairs.read(ctx),
  }
}
