import type { Content } from '../open-content.ts'
import type { Db } from '../db/open.ts'
import type { Journal } from '../journal/journal.ts'
import type { SecretStore } from '../secrets/secret-place.ts'
import type { Remote as RemoteState } from '../../../shared/schema/remote.ts'
import { createConflicts } from './conflicts.ts'
import { createInbox } from './inbox.ts'
import { createOutbox } from './outbox.ts'
import { createRemote, type OnTeamEvent, type RemoteTimes } from './remote.ts'
import { remoteRoutes } from './remote-routes.ts'
import { createRemoteStore } from './remote-store.ts'
import { createReplicas } from './replicas.ts'

export interface RemoteRoomDeps {
  db: Db
  journal: Journal
  content: Content
  epoch: string
  now: () => Date
  version: string
  secrets: () => Promise<SecretStore>
  changed: (state: RemoteState) => void
  report: (error: unknown) => void
  times?: Partial<RemoteTimes> | undefined
  /** What the team's stream tells beside tasks and what belongs to them: mails that arrived. */
  onEvent?: OnTeamEvent | undefined
}

export function openRemote({ db, journal, content, epoch, now, version, secrets, changed, report, times, onEvent }: RemoteRoomDeps) {
  const store = createRemoteStore(db)
  const replicas = createReplicas(content)
  const inbox = createInbox({ store, journal, replicas, undo: content.undo, now })
  const outbox = createOutbox({ store, journal, replicas, inbox, epoch })
  const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck()
  const counts = { tasks: count('tasks'), comments: count('comments'), contacts: count('contacts'), schedules: count('schedules') }
  const amounts = () => ({
    tasks: counts.tasks.get() as number,
    comments: counts.comments.get() as number,
    contacts: counts.contacts.get() as number,
    schedules: counts.schedules.get() as number,
  })
  const remote = createRemote({
    store,
    journal,
    inbox,
    outbox,
    secrets,
    amounts,
    requireTask: content.requireTask,
    now,
    version,
    changed,
    report,
    times,
    onEvent,
  })
  return { start: remote.start, close: remote.close, routes: remoteRoutes(remote, createConflicts({ store, journal, replicas, now })) }
}
