// The copy of a team as the device keeps it. Where there is no database, or the disk is full, that costs only the copy.
import type { Comment } from '../../../../shared/schema/comment.ts'
import type { Contact } from '../../../../shared/schema/contact.ts'
import type { Schedule } from '../../../../shared/schema/schedule.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import { withAllFields } from '../../../../shared/sync/synced-fields.ts'
import type { KeptDatabase } from './kept.ts'

/** What is in memory. */
export interface Loaded {
  tasks: Map<number, Task>
  /** Under the number of their task, like schedules. */
  comments: Map<number, readonly Comment[]>
  schedules: Map<number, readonly Schedule[]>
  contacts: readonly Contact[]
  contactsAreOld: boolean
  seen: number | undefined
  seenAt: string | undefined
  epoch: string | undefined
  isWhole: boolean
}

export const emptyReplica = (): Loaded => ({
  tasks: new Map(),
  comments: new Map(),
  schedules: new Map(),
  contacts: [],
  contactsAreOld: false,
  seen: undefined,
  seenAt: undefined,
  epoch: undefined,
  isWhole: false,
})

export async function loadReplica(db: KeptDatabase): Promise<Loaded> {
  const loaded = emptyReplica()
  for (const task of await db.getAll('tasks')) loaded.tasks.set(task.id, withAllFields(task))
  for (const id of await db.getAllKeys('comments')) loaded.comments.set(id, (await db.get('comments', id)) ?? [])
  for (const id of await db.getAllKeys('schedules')) loaded.schedules.set(id, (await db.get('schedules', id)) ?? [])
  return {
    ...loaded,
    contacts: await db.getAll('contacts'),
    contactsAreOld: (await db.get('facts', 'contacts-old')) === true,
    seen: (await db.get('facts', 'seen')) as number | undefined,
    seenAt: (await db.get('facts', 'seen-at')) as string | undefined,
    epoch: (await db.get('facts', 'epoch')) as string | undefined,
    isWhole: (await db.get('facts', 'whole')) === true,
  }
}

const names = ['tasks', 'comments', 'schedules', 'contacts', 'facts'] as const

/** What can be done to a store; nobody waits for it, and what fails is not there at the next start. */
interface Store {
  put(value: object | number | string | boolean, key?: number | string): void
  delete(key: number | string): void
  clear(): void
}

type Stores = Record<(typeof names)[number], Store>

/** Of which tasks something changed. */
type Touched = Record<'tasks' | 'comments' | 'schedules', ReadonlySet<number>>

export class KeptReplica {
  private readonly db: KeptDatabase | undefined

  constructor(db: KeptDatabase | undefined) {
    this.db = db
  }

  /** One transaction, or nothing: the position never runs ahead of what it stands for. */
  write(work: (stores: Stores) => void): void {
    if (!this.db) return
    try {
      const tx = this.db.transaction(names, 'readwrite')
      const ignore = (writing: Promise<unknown>) => void writing.catch(() => undefined)
      const store = (name: (typeof names)[number]): Store => {
        const own = tx.objectStore(name)
        return {
          put: (value, key) => ignore(own.put(value as never, key)),
          delete: (key) => ignore(own.delete(key)),
          clear: () => ignore(own.clear()),
        }
      }
      work(Object.fromEntries(names.map((name) => [name, store(name)])) as Stores)
      tx.done.catch(() => undefined)
    } catch {
      // It is being deleted.
    }
  }

  writeAll(state: Loaded): void {
    this.write((stores) => {
      for (const store of ['tasks', 'contacts', 'comments', 'schedules'] as const) stores[store].clear()
      for (const task of state.tasks.values()) stores.tasks.put(task)
      for (const contact of state.contacts) stores.contacts.put(contact)
      for (const [id, list] of state.comments) if (list.length > 0) stores.comments.put([...list], id)
      for (const [id, list] of state.schedules) stores.schedules.put([...list], id)
      putPosition(stores, state)
      stores.facts.put(true, 'whole')
      stores.facts.delete('contacts-old')
    })
  }

  writeTouched(state: Loaded, touched: Touched): void {
    this.write((stores) => {
      for (const id of touched.tasks) {
        const task = state.tasks.get(id)
        if (task) stores.tasks.put(task)
        else stores.tasks.delete(id)
      }
      for (const id of touched.schedules) stores.schedules.put([...(state.schedules.get(id) ?? [])], id)
      for (const id of touched.comments) stores.comments.put([...(state.comments.get(id) ?? [])], id)
      putPosition(stores, state)
      if (state.contactsAreOld) stores.facts.put(true, 'contacts-old')
    })
  }
}

function putPosition({ facts }: Stores, { seen, seenAt }: Loaded): void {
  if (seen !== undefined) facts.put(seen, 'seen')
  if (seenAt === undefined) facts.delete('seen-at')
  else facts.put(seenAt, 'seen-at')
}
