// What is there in the end, read from the database past everything, and through the API as anybody reads it.
import { eventKinds } from '../../shared/schema/event.ts'
import { until } from '../support/until.ts'
import type { Caller } from './caller.ts'
import type { DesktopEnd, Evidence, JournalRow } from './evidence.ts'
import type { History } from './history.ts'
import type { Follower } from './stream-follower.ts'
import type { System } from './system.ts'
import type { CheckedDesktop } from './desktop.ts'

interface EndOptions {
  system: System
  history: History
  teamId: string
  call: Caller
  headers: Record<string, string>
  followers: readonly Follower[]
  desktops: readonly CheckedDesktop[]
  noticeWithinMs: number
  endedAt: number
}

const streamed: ReadonlySet<string> = new Set(eventKinds)

const readJournal = (system: System, teamId: string) =>
  system.onPrimary(async (client) => {
    const { rows } = await client.query<JournalRow & { seq: string }>(
      'SELECT seq, kind, entity_id, created_at, after FROM event_queue WHERE team_id = $1 ORDER BY seq',
      [teamId],
    )
    const counters = await client.query<{ events: string }>('SELECT events FROM team_counters WHERE team_id = $1', [teamId])
    return {
      journal: rows.map((row) => ({ ...row, seq: Number(row.seq), created_at: new Date(row.created_at).toISOString() })),
      head: Number(counters.rows[0]?.events ?? 0),
    }
  })

/** Waits for streams and desktops; those that do not arrive are the verifiers' matter. */
export async function readEnd({ system, history, teamId, call, headers, followers, desktops, noticeWithinMs, endedAt }: EndOptions): Promise<Evidence> {
  const ends: DesktopEnd[] = []
  // All of them before any is read: what waits on one is still on its way to the others. And once more, for what that told them.
  for (let round = 0; round < 2; round++) for (const desktop of desktops) await desktop.settle()
  await until(
    'the desktops to agree',
    async () => new Set(await Promise.all(desktops.map(async (desktop) => (await desktop.end()).titles.length))).size <= 1,
    30_000,
  ).catch(() => undefined)
  for (const desktop of desktops) ends.push(await desktop.end())
  const { journal, head } = await readJournal(system, teamId)
  const last = journal.findLast(({ kind }) => streamed.has(kind))?.seq ?? 0
  await until('all streams to arrive', () => followers.every((follower) => follower.position() >= last), 60_000).catch(() => undefined)
  await Promise.all(followers.map((follower) => follower.stop()))
  const listed = await call({ method: 'GET', path: '/api/tasks', headers })
  if (listed.outcome !== 'ok') throw new Error(`the tasks cannot be listed after everything was healed: ${listed.status}`)
  const tasks = (listed.body as { id: number; title: string; description: string | null }[]).map(({ id, title, description }) => ({
    id,
    title,
    description: description ?? '',
  }))
  return {
    mode: system.mode,
    operations: history.operations,
    streams: history.streams,
    faults: history.faults,
    journal,
    head,
    streamed,
    tasks,
    deliveries: (system.pushes?.pushed ?? []).map(({ token, collapseKey, payload }) => ({
      device: token,
      collapseKey,
      notification: String(payload.notification_id),
    })),
    desktops: ends,
    noticeWithinMs,
    endedAt,
  }
}
