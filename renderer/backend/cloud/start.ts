// Begins the web UI that the cloud serves: who is signed in, the copy of the team, what waits to be sent, the stream.
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import { connection } from '../connection.ts'
import { teamChanged } from '../../data/people/cloud-team.ts'
import { unsent } from '../../data/tasks/own-actions.ts'
import { hideTask, showTask } from '../../data/tasks/task-cache.ts'
import { renumber } from '../../data/tasks/task-writes.ts'
import { explain } from '../explain.ts'
import { currentTeam } from '../home.ts'
import { m } from '../../lib/messages.ts'
import { account as says } from '../../messages/account.ts'
import { notify } from '../../lib/notices.ts'
import { queryClient } from '../../data/query-client.ts'
import { storage } from '../../lib/storage.ts'
import { keepSubscribed } from '../web-push.ts'
import { installCloudApi } from './calls.ts'
import { createWriteExecutor } from './execute-write.ts'
import { createFinder } from './find.ts'
import { followTeam } from './follow.ts'
import { keptTeams, openKept } from './kept.ts'
import { Outbox } from './outbox.ts'
import { openReplica } from './replica.ts'
import { farewell, lost, moveOn, readSession, resumeSession, session, teamIsOpen } from './session.ts'
import { openTabChannel } from './tab-channel.ts'
import { createUndo } from './undo.ts'
import { slugOf } from './waiting-contacts.ts'
import type { Answer, Draft, Write } from './write.ts'
import { startWorker } from './worker.ts'

const adoptEvery = 30_000

export async function startCloud(): Promise<void> {
  startWorker()
  await resumeSession()
  // Asks nothing: only who said so before is told again.
  if (session.get()) void keepSubscribed().catch(() => undefined)
  let opened: string | undefined
  async function open(): Promise<void> {
    const team = currentTeam.get()
    // Another team is another page: nothing of one may show, or be written, in the other.
    if (opened !== undefined) return team === opened ? undefined : moveOn(opened, team)
    opened = team
    if (team === undefined) return
    await openTeam(team)
    for (const other of keptTeams()) if (other !== team) void sendLeft(other)
  }
  currentTeam.subscribe(() => void open())
  await open()
}

/** What waits for a team that is not shown now is sent as well. */
async function sendLeft(team: string): Promise<void> {
  const db = await openKept(team)
  if (!db || (await db.count('outbox').catch(() => 0)) === 0) return db?.close()
  const outbox = new Outbox({
    db,
    execute: createWriteExecutor(team),
    waiting: (count) => count === 0 && db.close(),
    arrived: () => undefined,
    refused: (write, error) => notify({ kind: 'problem', text: explain(notSaved(write), error) }),
    notKept: sayNoRoom,
  })
  outbox.live()
  await outbox.adopt()
}

/** Said once it is of use: while nothing can be sent. */
function sayNoRoom(): void {
  if (connection.reach.get() !== 'live') notify({ kind: 'problem', text: says.noRoom })
}

function notSaved(write: Draft): string {
  if (write.kind === 'contact') return says.notSent(write.shown.name)
  if (write.kind === 'contact-change' || write.kind === 'contact-delete') return says.notSent(write.base.name)
  if (write.kind === 'create') return says.notSent(write.body.title)
  return write.kind === 'comment' ? says.notSent(write.shown.body) : m.taskNotSaved(write.id)
}

async function openTeam(team: string): Promise<void> {
  const tabs = openTabChannel(team)
  const db = await openKept(team)
  // A page that is being left closes it under whoever still reads; and one that cannot be read is as good as none.
  const replica = await openReplica(db).catch(() => openReplica(undefined))

  function arrived(write: Write, reply: Answer, isOurs: boolean): void {
    if (write.kind === 'delete') return replica.dropTask(write.id)
    const slug = slugOf(write)
    if (slug !== undefined) {
      const others = replica.contacts().filter((one) => one.slug !== slug && !(reply && 'slug' in reply && one.slug === reply.slug))
      // Whether a delete gave way to a change, the list says that is read after it.
      if (reply && 'slug' in reply) replica.takeContacts([reply, ...others])
      for (const kind of ['contacts', 'contact-tasks']) void queryClient.invalidateQueries({ queryKey: [kind] })
      return
    }
    if (!reply || 'slug' in reply) return
    // Deleted meanwhile, and back under another number for what hangs on it.
    if (!('version' in reply) && reply.task_id !== write.id) {
      void queryClient.invalidateQueries({ queryKey: ['comments', reply.task_id] })
      return renumber(write.id, reply.task_id)
    }
    if ('type' in reply) return void queryClient.invalidateQueries({ queryKey: ['schedules', write.id] })
    if (!('version' in reply)) {
      const known = replica.comments(write.id)
      if (known)
        replica.takeComments(
          write.id,
          [...known.filter(({ id }) => id !== reply.id), reply].sort((a, b) => a.id - b.id),
        )
      if (!isOurs) void queryClient.invalidateQueries({ queryKey: ['comments', write.id] })
      return
    }
    replica.takeTask(reply)
    if (isOurs && write.id === reply.id) return
    const shown = outbox.over(reply)
    if (write.id !== reply.id) {
      hideTask(write.id)
      renumber(write.id, reply.id)
    }
    if (shown) showTask(shown)
  }

  function refused(write: Draft, error: unknown): void {
    const task = replica.tasks.get(write.id)
    if (task) showTask(task)
    else if (write.kind === 'create') hideTask(write.id)
    // No word of it is lost: it is back in the field.
    if (write.kind === 'comment') storage.write(`draft:comment:${write.id}`, write.shown.body)
    if (write.kind === 'contact' || write.kind === 'contact-change') {
      const typed = Object.fromEntries(Object.entries(write.body).map(([field, value]) => [field, value ?? '']))
      storage.write(`draft:contact:${write.kind === 'contact' ? '' : write.slug}`, JSON.stringify(typed))
      void queryClient.invalidateQueries({ queryKey: ['contacts'] })
    }
    notify({ kind: 'problem', text: explain(notSaved(write), error) })
  }

  const outbox = new Outbox({
    db,
    execute: createWriteExecutor(team),
    waiting: (count) => connection.unsent.set(count),
    arrived,
    refused,
    notKept: sayNoRoom,
  })
  unsent.withdraw = ({ taskId, is }) => {
    const taken = outbox.withdraw((write) => write.id === taskId && is(asEntry(write)))
    if (!taken) return false
    if (taken.kind === 'remind' || taken.kind === 'unremind') void queryClient.invalidateQueries({ queryKey: ['schedules', taskId] })
    const task = replica.tasks.get(taskId) ?? (taken.kind === 'change' ? taken.base : undefined)
    const shown = task && outbox.over(task)
    if (shown) showTask(shown)
    return true
  }
  const find = createFinder(() => [...replica.tasks.values()].flatMap((task) => outbox.over(task) ?? []))
  installCloudApi({ replica, outbox, undo: createUndo(), refused, search: async (q, limit) => find(q, limit) })
  outbox.live()
  await outbox.adopt()
  setInterval(() => void outbox.adopt(), adoptEvery)
  teamIsOpen.set(true)
  if (farewell === 'removed') notify({ kind: 'problem', text: lost > 0 ? `${says.farewell.removed} ${says.lost(lost)}` : says.farewell.removed })

  followTeam({
    team,
    tabs,
    replica,
    arrived: () => void outbox.adopt(),
    refused: () => void readSession(),
    teamChanged,
  })
  // Offline from the start: there is nothing to wait for.
  if (!navigator.onLine) connection.reach.set('away')
}

/** As the journal would have it, had it been sent. */
function asEntry(write: Write): JournalEntry {
  const about = (entity: string, entity_id: number, action: string) =>
    ({ entity, entity_id, action, task_id: write.id, after: null, before: null }) as JournalEntry
  if (write.kind === 'comment') return about('comment', write.shown.id, 'created')
  if (write.kind === 'remind') return about('schedule', write.shown.id, 'created')
  if (write.kind === 'unremind') return about('schedule', write.scheduleId, 'deleted')
  const action = write.kind === 'change' ? 'updated' : write.kind === 'delete' ? 'deleted' : 'created'
  return { entity: 'task', action, entity_id: write.id, task_id: write.id, after: write.kind === 'change' ? write.body : null, before: null } as JournalEntry
}
