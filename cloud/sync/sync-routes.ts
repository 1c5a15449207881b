import type { syncContract } from '../../shared/contract/sync.ts'
import type { Handlers } from '../../shared/http/mount.ts'
import type { TeamContext } from '../context.ts'
import type { Sync } from './sync.ts'

export function syncRoutes(sync: Sync): Handlers<typeof syncContract, TeamContext> {
  return {
    writeSync: ({ body }, ctx) => sync.write(body, ctx),
    readSync: ({ query }, ctx) => sync.read(query, ctx),
  }
}
