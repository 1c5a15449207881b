import { epochHeader, type syncContract } from '../../shared/contract/cloud/sync.ts'
import { Answer, type Handlers } from '../../shared/http/mount.ts'
import { epochOf, type TeamContext } from '../context.ts'
import type { Sync } from './sync.ts'

export function syncRoutes(sync: Sync, epoch: () => string | undefined): Handlers<typeof syncContract, TeamContext> {
  return {
    writeSync: ({ body }, ctx) => sync.write(body, ctx),
    async readSync({ query }, ctx) {
      const page = await sync.read(query, ctx)
      const now = epochOf(ctx.team, epoch())
      return new Answer(page, now === undefined ? {} : { headers: { [epochHeader]: now } })
    },
  }
}
