import type { Content } from './content.ts'
import type { Db } from '../db/open.ts'
import type { Journal } from '../journal/journal.ts'
import type { SecretStore } from '../secrets/secret-place.ts'
import type { Remote as RemoteState } from '../../../shared/schema/remote.ts'
import type { FastifyInstance } from 'fastify'
import type { MountOptions } from '../../../shared/http/mount.ts'
import type { HttpContext } from '../context.ts'
import type { TakeInMail } from '../conversations/take-in-mail.ts'
import type { TeamClaims, TeamLink } from '../claims/team-claims.ts'
import { LinkError } from '../sync/transport/link-error.ts'
import { createConflicts } from '../sync/state/conflicts.ts'
import { createInitialSync } from '../sync/engine/initial-sync.ts'
import { createKnownEvent } from '../sync/engine/last-known-event-store.ts'
import { createInbox } from '../sync/pull/inbox.ts'
import { createSlugCollisions } from '../sync/state/slug-collisions.ts'
import { createOutbox } from '../sync/push/outbox.ts'
import { createUnsentAge } from '../sync/push/unsent-age.ts'
import { openWaiting, type WaitingDeps } from './waiting.ts'
import { openTeamFeed } from './team-feed.ts'
import { serveProxy } from '../sync/transport/proxy.ts'
import { createRefusals } from '../sync/push/refusals.ts'
import { createInitialSyncStore } from '../sync/engine/initial-sync-store.ts'
import { createSyncConnection, type SyncConnection, type SyncTimes } from '../sync/connection.ts'
import { remoteRoutes } from '../sync/sync-routes.ts'
import { createSyncStore, type SyncStore } from '../sync/state/sync-store.ts'
import { createCloudFields } from '../sync/state/cloud-fields.ts'
import { createFieldStore } from '../sync/state/field-store.ts'
import { createReplicas } from '../sync/state/replicas.ts'
import { noteCloudWentBack } from '../db/notices.ts'
import { createNamedFileStore } from '../sync/files/named-file-store.ts'
import { createTeamFiles, type TeamFileDeps } from '../sync/files/team-files.ts'
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
  /** Who works on what in the team. */
  team: Pick<TeamClaims, 'told' | 'connected' | 'settle' | 'parted' | 'close'>
  /** What the team shares beside the list. */
  shared: Pick<WaitingDeps, 'questions' | 'proposals' | 'evidence' | 'pairs' | 'isOwnMail'>
  attachments: TeamFileDeps['attachments']
}

export type Sync = ReturnType<typeof openSync>

/** Milliseconds that the cloud has to agree to a claim. */
const claimWithinMs = 2000

function teamLinkOf(remote: SyncConnection, store: Pick<SyncStore, 'byCloudId'>): TeamLink {
  return {
    isTeam: () => remote.teamId() !== undefined,
    call() {
      const link = remote.isOnline() ? remote.link() : undefined
      return link && ((method, path, body, headers) => link.call(method, path, body, headers, claimWithinMs))
    },
    cloudIdOf: remote.cloudIdOf,
    localIdOf: (cloudId) => store.byCloudId('task', cloudId)?.local_id,
  }
}

/** Tells whoever knows of claims when the cloud comes and goes. What does not get through is asked again once the way stands again. */
function createFollowTeam(team: SyncModuleDeps['team'], report: (error: unknown) => void) {
  let wasOnline = false
  const reportUnlessLink = (error: unknown) => {
    if (!(error instanceof LinkError)) report(error)
  }
  return (isOnline: boolean): void => {
    if (isOnline !== wasOnline) void team.connected((wasOnline = isOnline)).catch(reportUnlessLink)
    else if (isOnline) team.settle()
  }
}

function openTeamFiles({ db, ...deps }: Pick<SyncModuleDeps, 'db' | 'attachments' | 'report'>, remote: () => SyncConnection) {
  return createTeamFiles({
    ...deps,
    named: createNamedFileStore(db),
    link: () => (remote().isOnline() ? remote().link() : undefined),
    teamId: () => remote().teamId(),
    changed: () => remote().tell(),
  })
}

export function openSync({ db, journal, content, epoch, now, version, secrets, changed, report, times, takeIn, team, shared, attachments }: SyncModuleDeps) {
  const store = createSyncStore(db)
  const fields = createCloudFields({ store, fieldStore: createFieldStore(db), journal, replicas: () => replicas })
  const replicas = createReplicas(content, fields.takes)
  const slugCollisions = createSlugCollisions({ db, store, journal, replicas })
  const inbox = createInbox({ store, journal, replicas, undo: content.undo, slugCollisions, now })
  const outbox = createOutbox({ store, journal, replicas, inbox, slugCollisions, epoch, fields, unsentAge: createUnsentAge(store, now) })
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
  const files = openTeamFiles({ db, attachments, report }, () => remote)
  const { waiting, ...decided } = openWaiting({ db, journal, ...shared, report }, store, () => remote)
  const decidedLater = { store, journal, replicas, tasks: content.tasks, undo: content.undo, now }
  const followTeam = createFollowTeam(team, report)
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
      followTeam(remote.isOnline())
      waiting.flush()
      files.flush()
    },
    report,
    wentBack: () => noteCloudWentBack(db, now()),
    times,
    async onEvent(event, link) {
      if (event.kind.startsWith('claim.')) team.told(event.kind, event.data)
      else await feed.onEvent(event, link)
    },
    problem: () => feed.problem() ?? files.problem(),
    waiting,
    parted() {
      feed.forget()
      waiting.forget()
      files.forget()
      team.parted()
    },
    inStep: uniteContacts.look,
  })
  return {
    start: remote.start,
    async close(): Promise<void> {
      uniteContacts.stop()
      slugCollisions.stop()
      for (const part of [remote, team, waiting, feed, files]) await part.close()
    },
    routes: remoteRoutes(remote, createConflicts(decidedLater), createRefusals(decidedLater)),
    teamLink: teamLinkOf(remote, store),
    ...feed.heard,
    files,
    ...decided,
    serveProxy: (app: FastifyInstance, mounted: Pick<MountOptions<HttpContext>, 'context'>) => serveProxy(app, remote.link, mounted),
  }
}
