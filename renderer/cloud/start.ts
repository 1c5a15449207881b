// Begins the window that the cloud serves: who is signed in, the copy of the team, what waits to be sent, the stream.
import type { Comment } from '../../shared/schema/comment.ts'
import type { Task } from '../../shared/schema/task.ts'
import { connection } from '../connection.ts'
import { hideTask, showTask } from '../data/task-cache.ts'
import { renumber } from '../data/task-writes.ts'
import { explain } from '../errors.ts'
import { currentTeam } from '../home.ts'
import { m } from '../messages.ts'
import { account as says } from '../messages/account.ts'
import { notify } from '../notices.ts'
import { queryClient } from '../query-client.ts'
import { useCloudCalls } from './calls.ts'
import { carry } from './carry.ts'
import { createFinder } from './find.ts'
import { followTeam, openChannel } from './follow.ts'
import { openKept } from './kept.ts'
import { createOutbox } from './outbox.ts'
import { openReplica } from './replica.ts'
import { readSession, resumeSession, teamIsOpen } from './session.ts'
import { createUndo } from './undo.ts'
import type { Write } from './write.ts'
import { startWorker } from './worker.ts'

const adoptEvery = 30_000

export async function startCloud(): Promise<void> {
  startWorker()
  await resumeSession()
  let opening: Promise<void> | undefined
  const open = () => {
    const team = currentTeam.get()
    if (team !== undefined) opening ??= openTeam(team)
    return opening
  }
  currentTeam.subscribe(() => void open())
  await open()
}

/** Another team is another page: nothing of one can show in the other. */
async function openTeam(team: string): Promise<void> {
  const tabs = openChannel(team)
  const db = await openKept(team)
  const replica = await openReplica(db)

  function arrived(write: Write, reply: Task | Comment | undefined, isOurs: boolean): void {
    if (write.kind === 'delete') return replica.dropTask(write.id)
    if (!reply) return
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

  const outbox = createOutbox({
    db,
    carry,
    arrived,
    refused(write, error) {
      const task = replica.tasks.get(write.id)
      if (task) showTask(task)
      else if (write.kind === 'create') hideTask(write.id)
      const what =
        write.kind === 'create' ? says.notSent(write.body.title) : write.kind === 'comment' ? says.notSent(write.shown.body) : m.taskNotSaved(write.id)
      notify({ kind: 'problem', text: explain(what, error) })
    },
  })
  const find = createFinder(() => [...replica.tasks.values()].flatMap((task) => outbox.over(task) ?? []))
  useCloudCalls({ replica, outbox, undo: createUndo(), search: async (q, limit) => find(q, limit) })
  outbox.live()
  await outbox.adopt()
  setInterval(() => void outbox.adopt(), adoptEvery)
  teamIsOpen.set(true)

  followTeam({
    team,
    tabs,
    replica,
    arrived: () => void outbox.adopt(),
    refused: () => void readSession(),
    membersChanged: () => void readSession(),
  })
  // Offline from the start: there is nothing to wait for.
  if (!navigator.onLine) connection.reach.set('away')
}
