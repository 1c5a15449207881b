// What the device keeps of a team: one IndexedDB database a team. Where there is none (a private window), all of it lasts as long as the page.
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { Comment } from '../../shared/schema/comment.ts'
import type { Contact } from '../../shared/schema/contact.ts'
import type { Task } from '../../shared/schema/task.ts'
import { storage } from '../storage.ts'
import type { Write } from './write.ts'

interface Kept extends DBSchema {
  tasks: { key: number; value: Task }
  /** Under the number of their task. */
  comments: { key: number; value: Comment[] }
  contacts: { key: string; value: Contact }
  outbox: { key: number; value: Write }
  /** `seen`: up to which event; `whole`: every task of the team is here. */
  facts: { key: string; value: number | boolean }
}
export type KeptDatabase = IDBPDatabase<Kept>

const nameOf = (team: string) => `tandem-team-${team}`
const list = 'kept-teams'

export const keptTeams = (): string[] => storage.read(list).split(' ').filter(Boolean)

export async function openKept(team: string): Promise<KeptDatabase | undefined> {
  try {
    const db = await openDB<Kept>(nameOf(team), 1, {
      upgrade(created) {
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

/** Everything but how the window looks. */
export async function wipeDevice(): Promise<void> {
  await Promise.all(keptTeams().map(wipeTeam))
  const stays = new Set(['theme', 'density', 'language', 'sidebar'].map((name) => `tandem:${name}`))
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('tandem:') && !stays.has(key)) localStorage.removeItem(key)
  } catch {
    // Storage is off: then nothing was kept.
  }
}
