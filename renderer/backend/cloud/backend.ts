// The cloud's backend: who is signed in, the copy of their team, what waits to be sent, the stream. One page is for one team.
import { connection } from '../connection.ts'
import type { Backend } from '../backend.ts'
import type { CopyListener } from '../listener.ts'
import { notify } from '../../lib/notices.ts'
import { account as says } from '../../messages/account.ts'
import { currentTeam, session, teamIsOpen } from '../session.ts'
import { keepSubscribed } from '../web-push.ts'
import { createCalls } from './calls/calls.ts'
import { createWriteExecutor } from './outbox/execute-write.ts'
import { followTeam } from './stream/follow.ts'
import { keptTeams, openKept } from './replica/kept.ts'
import { Outbox } from './outbox/outbox.ts'
import { openReplica } from './replica/replica.ts'
import { openAmong, openConflicts } from './replica/kept-conflicts.ts'
import { seenTask, type TeamCopy } from './seen.ts'
import { farewell, lost, moveOn, readSession, resumeSession, switchTeam } from './session.ts'
import { sayRefused, showRefusal, showReply } from './outbox/show-reply.ts'
import { openTabChannel } from './stream/tab-channel.ts'
import { takeBackUnsent } from './outbox/taken-back.ts'
import type { Draft } from './outbox/write.ts'
import { startWorker } from './worker.ts'

const adoptEvery = 30_000

export function createCloudBackend(listener: CopyListener): Backend {
  let opened: TeamCopy | undefined
  /** No screen is drawn before the team is open. */
  function copy(): TeamCopy {
    if (!opened) throw new Error('no team is open')
    return opened
  }
  const me = (): ReturnType<Backend['me']> => {
    const user = session.get()?.user
    return { kind: 'person', name: user?.name ?? user?.email ?? '' }
  }
  const refused = (write: Draft, error: unknown) => showRefusal(copy(), listener, write, error)

  return {
    api: createCalls({ copy, me, refused, listener, schedulesChanged: (taskId) => listener.changed('schedules', taskId) }),
    me,
    isMe: ({ kind, name }) => kind === 'person' && name === me().name,
    withdraw: (write) => takeBackUnsent(copy(), listener, write),
    conflicts: {
      list: async () => openAmong(await copy().conflicts.list(), (id) => seenTask(copy(), id)),
      put: (conflict) => copy().conflicts.put([conflict]),
      drop: (id) => copy().conflicts.drop(id),
    },
    account: { readSession, switchTeam },
    start: () =>
      startCloud(listener, (team) => {
        opened = team
      }),
  }
}

async function startCloud(listener: CopyListener, isOpen: (copy: TeamCopy) => void): Promise<void> {
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
    await openTeam(team, listener, isOpen)
    for (const other of keptTeams()) if (other !== team) void sendLeft(other, listener)
  }
  currentTeam.subscribe(() => void open())
  await open()
}

async function openTeam(team: string, listener: CopyListener, isOpen: (copy: TeamCopy) => void): Promise<void> {
  const tabs = openTabChannel(team)
  const db = await openKept(team)
  // A page that is being left closes it under whoever still reads; and one that cannot be read is as good as none.
  const replica = await openReplica(db).catch(() => openReplica(undefined))
  const conflicts = openConflicts(team, db, listener.conflictsChanged)
  const outbox: Outbox = new Outbox({
    db,
    execute: createWriteExecutor(team, listener, conflicts),
    waiting(count) {
      connection.unsent.set(count)
      listener.countsChanged()
    },
    arrived: (write, reply, isOurs) => showReply(copy, listener, write, reply, isOurs),
    refused: (write, error) => showRefusal(copy, listener, write, error),
    held: (count, error) => connection.held.set(error && { count, error, retry: () => outbox.retry() }),
    notKept: sayNoRoom,
  })
  const copy: TeamCopy = { replica, outbox, conflicts }
  isOpen(copy)
  outbox.live()
  await outbox.adopt()
  setInterval(() => void outbox.adopt(), adoptEvery)
  teamIsOpen.set(true)
  if (farewell === 'removed') notify({ kind: 'problem', text: lost > 0 ? `${says.farewell.removed} ${says.lost(lost)}` : says.farewell.removed })

  followTeam({ team, tabs, replica, listener, arrived: () => void outbox.adopt(), refused: () => void readSession() })
  // Offline from the start: there is nothing to wait for.
  if (!navigator.onLine) connection.reach.set('away')
}

/** What waits for a team that is not shown now is sent as well. */
async function sendLeft(team: string, listener: CopyListener): Promise<void> {
  const db = await openKept(team)
  if (!db || (await db.count('outbox').catch(() => 0)) === 0) return db?.close()
  const outbox = new Outbox({
    db,
    execute: createWriteExecutor(
      team,
      listener,
      openConflicts(team, db, () => undefined),
    ),
    waiting: (count) => count === 0 && db.close(),
    arrived: () => undefined,
    refused: sayRefused,
    // Said where that team is shown.
    held: () => undefined,
    notKept: sayNoRoom,
  })
  outbox.live()
  await outbox.adopt()
}

/** Said once it is of use: while nothing can be sent. */
function sayNoRoom(): void {
  if (connection.reach.get() !== 'live') notify({ kind: 'problem', text: says.noRoom })
}
