import type { Content } from './content.ts'
import type { Db } from '../db/open.ts'
import type { Journal } from '../journal/journal.ts'
import type { SecretStore } from '../secrets/secret-place.ts'
import type { Remote as RemoteState } from '../../../shared/schema/remote.ts'
import type { FastifyInstance } from 'fastify'
import type { MountOptions } from '../../../shared/http/mount.ts'
import type { HttpContext } from '../context.ts'
import type { TakeInMail } from '../conversations/take-in-mail.ts'
import { createConflicts } from '../sync/state/conflicts.ts'
import { createInitialSync } from '../sync/engine/initial-sync.ts'
import { createKnownEvent } from '../sync/engine/last-known-event-store.ts'
import { createInbox } from '../sync/pull/inbox.ts'
import { createSlugCollisions } from '../sync/state/slug-collisions.ts'
import { createOutbox } from '../sync/push/outbox.ts'
import { openTeamFeed } from './team-feed.ts'
import { serveProxy } from '../sync/transport/proxy.ts'
import { createRefusals } from '../sync/push/refusals.ts'
import { createInitialSyncStore } from '../sync/engine/initial-sync-store.ts'
import { createSyncConnection, type SyncTimes } from '../sync/connection.ts'
import { remoteRoutes } from '../sync/sync-routes.ts'
import { createSyncStore } from '../sync/state/sync-store.ts'
import { createCloudFields } from '../sync/state/cloud-fields.ts'
import { createFieldStore } from '../sync/state/field-store.ts'
import { createReplicas } from '../sync/state/replicas.ts'
import { createUniteContacts } from '../sync/state/unite-contacts.ts'
import { createAmounts } from '../sync/state/amount-store.ts'

export interface SyncModuleDeps {
  db: Db
  journal: Journal
  content: Content
  epoch: string
  now: () => Date
  version: string
  secrets: () => Promise<SecretStore>
  changed: (state: RemoteState) => void
  report: (error: unknown) => void
  times?: Partial<SyncTimes> | undefined
  /** Takes in the mails of the team's mailbox. */
  takeIn: TakeInMail
}

export function openSync({ db, journal, content, epoch, now, version, secrets, changed, report, times, takeIn }: SyncModuleDeps) {
  const store = createSyncStore(db)
  const fields = createCloudFields({ store, fieldStore: createFieldStore(db), journal, replicas: () => replicas })
  const replicas = createReplicas(content, fields.takes)
  const slugCollisions = createSlugCollisions({ db, store, journal, replicas })
  const inbox = createInbox({ store, journal, replicas, undo: content.undo, slugCollisions, now })
  const outbox = createOutbox({ store, journal, replicas, inbox, slugCollisions, epoch, fields })
  const feed = openTeamFeed({
    db,
    journal,
    schedules: content.schedules,
    takeIn,
    now,
    report,
    link: () => remote.link(),
    teamId: () => remote.teamId(),
    cloudIdOf: (taskId) => remote.cloudIdOf(taskId),
    changed: () => remote.tell(),
  })
  const uniteContacts = createUniteContacts({ store, journal, contacts: content.contacts, merge: content.mergeContacts, now })
  const remote = createSyncConnection({
    store,
    journal,
    inbox,
    outbox,
    reading: createInitialSync({ positions: createInitialSyncStore(db), inbox, slugCollisions }),
    slugCollisions,
    known: createKnownEvent(db),
    fields,
    secrets,
    amounts: createAmounts(db),
    requireTask: content.requireTask,
    now,
    version,
    changed(state) {
      changed(state)
      feed.flush()
    },
    report,
    times,
    onEvent: feed.onEvent,
    problem: feed.problem,
    parted: feed.forget,
    inStep: uniteContacts.look,
  })
  return {
    start: remote.start,
    async close(): Promise<void> {
      uniteContacts.stop()
      slugCollisions.stop()
      await remote.close()
      await feed.close()
    },
    routes: remoteRoutes(
      remote,
      createConflicts({ store, journal, replicas, tasks: content.tasks, now }),
      createRefusals({ store, journal, replicas, tasks: content.tasks, undo: content.undo }),
    ),
    /** For reminders that fire here. */
    fired: feed.fired,
    serveProxy: (app: FastifyInstance, mounted: Pick<MountOptions<HttpContext>, 'context'>) => serveProxy(app, remote.link, mounted),
  }
}
