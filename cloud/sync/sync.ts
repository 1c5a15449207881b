// What devices bring after they worked offline, and what they read to have all. The writes are done by the use-cases that single calls use.
import type { SyncEntity, SyncPage, SyncReply, SyncWrites } from '../../shared/schema/cloud/sync.ts'
import { requireDevice } from '../attribution.ts'
import type { TeamContext } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import { SyncCall, type SyncFeatures } from './sync-call.ts'
import { shownComment } from './synced-write.ts'
import { type CommentRow, syncStore } from './sync-store.ts'

export type Sync = ReturnType<typeof createSync>

const defaultPage = 500

interface SyncDeps extends SyncFeatures {
  journal: Journal
}

export function createSync({ journal, ...features }: SyncDeps) {
  return {
    async write(writes: SyncWrites, ctx: TeamContext): Promise<SyncReply> {
      requireDevice(ctx)
      return { results: await journal.write(ctx, (write) => new SyncCall(features, writes, ctx, write).run()) }
    },

    async read({ entity, after = 0, limit = defaultPage }: { entity: SyncEntity; after?: number; limit?: number }, ctx: TeamContext): Promise<SyncPage> {
      const { seq, rows } = await journal.read(ctx.team, (tx) => syncStore.page(tx, ctx.team.id, entity, after, limit))
      const shown = entity === 'comment' ? rows.map((row) => shownComment(row as unknown as CommentRow)) : rows
      return { seq, rows: shown, next: rows.length === limit ? (rows.at(-1)?.id as number) : null }
    },
  }
}
