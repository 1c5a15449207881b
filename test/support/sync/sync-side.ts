// One side of sync without a network: a real list, and a cloud that says what a test has it say, when it has it say it.
import { join } from 'node:path'
import { openDatabase } from '../../../electron/service/db/open.ts'
import { createJournal } from '../../../electron/service/journal/journal.ts'
import { openContent } from '../../../electron/service/modules/content.ts'
import { systemClock } from '../../../electron/service/reminders/clock.ts'
import { createReminderStore } from '../../../electron/service/reminders/reminder-store.ts'
import { createInitialSync } from '../../../electron/service/sync/engine/initial-sync.ts'
import { createInbox } from '../../../electron/service/sync/pull/inbox.ts'
import { createSlugCollisions } from '../../../electron/service/sync/state/slug-collisions.ts'
import { createOutbox } from '../../../electron/service/sync/push/outbox.ts'
import { createInitialSyncStore } from '../../../electron/service/sync/engine/initial-sync-store.ts'
import { createSyncStore, type InFlight } from '../../../electron/service/sync/state/sync-store.ts'
import { createRefusals } from '../../../electron/service/sync/push/refusals.ts'
import { createReplicas } from '../../../electron/service/sync/state/replicas.ts'
import { syncActor, type TeamEvent } from '../../../electron/service/sync/pull/team-event.ts'
import type { Actor } from '../../../shared/schema/actor.ts'
import type { SyncEntity, SyncPage, SyncResult } from '../../../shared/schema/cloud/sync.ts'
import { temporaryFolder } from '../service/service.ts'

export const ana: Actor = { kind: 'person', name: 'Ana' }
export const ben: Actor = { kind: 'person', name: 'Ben' }

type Row = Record<string, unknown>
export type Side = ReturnType<typeof openSide>

/** `unread`: everything there is to be read first. */
export function openSide({ unread = false } = {}) {
  const folder = temporaryFolder()
  const db = openDatabase(join(folder.path, 'tandem.db'))
  const { now } = systemClock
  const journal = createJournal(db, now, () => undefined)
  const content = openContent({ db, journal, clock: systemClock, keepMoment: createReminderStore(db).keep })
  const store = createSyncStore(db)
  const replicas = createReplicas(content)
  const slugCollisions = createSlugCollisions({ db, store, journal, replicas })
  const inbox = createInbox({ store, journal, replicas, undo: content.undo, slugCollisions, now })
  const outbox = createOutbox({ store, journal, replicas, inbox, slugCollisions, epoch: 'test' })
  const reading = createInitialSync({ positions: createInitialSyncStore(db), inbox, slugCollisions })
  store.keepConnection({
    connected: true,
    revoked: false,
    url: 'http://127.0.0.1',
    team_id: 'team',
    team_name: 'team',
    role: 'member',
    outbox: 0,
    inbox: unread ? null : 0,
    first_total: null,
    last_synced_at: null,
  })
  let going: ReturnType<typeof outbox.next>['items'] = []

  /** As a session does it: what was written here before is noted first; what the step itself writes is no change of ours. */
  function step(work: () => void, position: () => number | null = () => connected().inbox): void {
    journal.write(syncActor, () => {
      const connection = outbox.readOn(connected())
      work()
      store.keepConnection({ ...connection, inbox: position(), outbox: journal.head() })
    })
  }
  function connected() {
    const connection = store.connection()
    if (!connection) throw new Error('It is not connected.')
    return connection
  }

  return {
    ...content,
    db,
    store,
    refusals: createRefusals({ store, journal, replicas, tasks: content.tasks, undo: content.undo }),
    /** The cloud's stream tells this. */
    takeIn: (events: TeamEvent[], position: number): void =>
      step(
        () => {
          for (const event of events) inbox.take(event)
        },
        () => position,
      ),
    tell(id: number, kind: string, entity_id: number, after: Row | null, more: Partial<Pick<Row, 'task_id' | 'cause'>> = {}): void {
      const data = { entity_id, after, task_id: null, cause: null, actor: ben, ...more }
      step(
        () => inbox.take({ id, kind, data } satisfies TeamEvent),
        () => id,
      )
    },
    /** Everything there is still read. */
    isReading: (): boolean => connected().inbox === null,
    /** The next page of it. */
    reads(page: (entity: SyncEntity, above: number) => SyncPage): void {
      const { entity, above } = reading.next()
      const read = page(entity, above)
      let position: number | null = null
      step(
        () => void (position = reading.take(read)?.inbox ?? null),
        () => position,
      )
    },
    /** What goes out now. */
    send(): InFlight['write'][] {
      going = journal.write(syncActor, () => outbox.next(outbox.readOn(connected()))).items
      return going.flatMap(({ inFlight }) => (inFlight ? [inFlight.write] : []))
    },
    /** Of what went out last: what each of it is. */
    kinds: (): SyncEntity[] => going.map(({ entity }) => entity),
    /** The stream broke, and stands again. */
    reopen: (): void => outbox.waitAnew(),
    /** The cloud keeps no more what comes next: everything is to be read again. */
    resets(): void {
      outbox.waitAnew()
      step(
        () => undefined,
        () => null,
      )
    },
    position: (): number => connected().inbox ?? 0,
    waits: (): number => store.countWaiting(),
    /** The cloud answers all that went out, in the order in which it was sent. */
    answer(seq: number, ...results: Partial<SyncResult>[]): void {
      step(() => {
        for (const [n, { entity, local_id }] of going.entries()) {
          const item = store.byId(entity, local_id)
          const own = results[n]
          if (!item?.inFlight || (own?.key !== undefined && own.key !== item.inFlight.write.key)) continue
          const result = { key: item.inFlight.write.key, id: null, version: null, row: null, reason: null, seq, ...own } as SyncResult
          outbox.settle(item, result, performance.now())
        }
      })
    },
    itemOf: (entity: SyncEntity, id: number) => store.byId(entity, id),
    close() {
      db.close()
      folder.remove()
    },
  }
}
