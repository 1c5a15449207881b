// What the device keeps of a team: one IndexedDB database a team. Where there is none (a private window), all of it lasts as long as the page.
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { Comment } from '../../../../shared/schema/comment.ts'
import type { Contact } from '../../../../shared/schema/contact.ts'
import type { RemoteConflict } from '../../../../shared/schema/remote.ts'
import type { Schedule } from '../../../../shared/schema/schedule.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import { storage } from '../../../lib/storage.ts'
import type { Write } from '../outbox/write.ts'

interface Kept extends DBSchema {
  tasks: { key: number; value: Task }
  /** Under the number of their task. */
  comments: { key: number; value: Comment[] }
  /** Likewise. */
  schedules: { key: number; value: Schedule[] }
  contacts: { key: string; value: Contact }
  outbox: { key: number; value: Write }
  conflicts: { key: number; value: RemoteConflict }
  /** `seen`: up to which event, `seen-at`: when that was written, `epoch`: to which history it belongs; `whole`: every task of the team is here. */
  facts: { key: string; value: number | boolean | string }
}
export type KeptDatabase = IDBPDatabase<Kept>

const nameOf = (team: string) => `tandem-team-${team}`
const list = 'kept-teams'
const waitsFor = 'waits-for'

export const keptTeams = (): string[] => storage.read(list).split(' ').filter(Boolean)

export async function openKept(team: string): Promise<KeptDatabase | undefined> {
  try {
    const db = await openDB<Kept>(nameOf(team), 3, {
      upgrade(created, before, _now, tx) {
        created.createObjectStore('conflicts', { keyPath: 'id' })
        if (before === 2) return
        created.createObjectStore('schedules')
        // What there is stays readable, and all of it is read again with the reminders, which were not kept before.
        if (before > 0) return void tx.objectStore('facts').delete('seen')
        created.createObjectStore('tasks', { keyPath: 'id' })
        created.createObjectStore('comments')
        created.createObjectStore('contacts', { keyPath: 'slug' })
        created.createObjectStore('outbox', { keyPath: 'turn' })
        created.createObjectStore('facts')
      },
      // Another tab signs out.
      blocking: (_from, _to, event) => (event.target as IDBDatabase).close(),
    })
    storage.write(list, [...new Set([...keptTeams(), team])].join(' '))
    return db
  } catch {
    return undefined
  }
}

export async function wipeTeam(team: string): Promise<void> {
  storage.write(
    list,
    keptTeams()
      .filter((one) => one !== team)
      .join(' '),
  )
  await deleteDB(nameOf(team)).catch(() => undefined)
}

/** How many writes, for any team, the cloud does not have yet. */
export async function countUnsent(): Promise<number> {
  let sum = 0
  for (const team of keptTeams()) {
    const db = await openKept(team)
    sum += (await db?.count('outbox').catch(() => 0)) ?? 0
    db?.close()
  }
  return sum
}

/** How many writes wait here for somebody whose session ended, and whose they are. */
export function orphaned(): { person: string; count: number } | undefined {
  const [person, count] = storage.read(waitsFor).split(' ')
  return person ? { person, count: Number(count) } : undefined
}

/** What waits for another person goes before this one's is opened. */
export async function takeBack(person: string): Promise<void> {
  const left = orphaned()
  if (!left) return
  if (left.person !== person) await Promise.all(keptTeams().map(wipeTeam))
  storage.write(waitsFor, '')
}

export async function dropOrphaned(): Promise<void> {
  await takeBack('')
}

/** How many writes of a team are left; none: then nothing of it. */
async function leaveUnsent(team: string): Promise<number> {
  const db = await openKept(team)
  const count = (await db?.count('outbox').catch(() => 0)) ?? 0
  if (db && count > 0) {
    const tx = db.transaction(['tasks', 'comments', 'schedules', 'contacts', 'facts'], 'readwrite')
    await Promise.all([...tx.objectStoreNames].map((name) => tx.objectStore(name).clear()))
    await tx.done
  }
  db?.close()
  if (count === 0) await wipeTeam(team)
  return count
}

/** Everything but how the web UI looks; and, if it is said whose it is, what the cloud does not have yet. */
export async function wipeDevice(person?: string): Promise<void> {
  let unsent = 0
  if (person === undefined) await Promise.all(keptTeams().map(wipeTeam))
  else for (const team of keptTeams()) unsent += await leaveUnsent(team)
  const stays = new Set(['theme', 'density', 'language', 'sidebar'].map((name) => `tandem:${name}`))
  if (person !== undefined && unsent > 0) {
    // First: another tab starts over as soon as the session is gone.
    storage.write(waitsFor, `${person} ${unsent}`)
    for (const name of [waitsFor, list]) stays.add(`tandem:${name}`)
  }
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('tandem:') && !stays.has(key)) localStorage.removeItem(key)
  } catch {
    // Storage is off: then nothing was kept.
  }
}
