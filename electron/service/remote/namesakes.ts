// Two lists that meet for the first time may mean two people by one slug. Tasks that name one of them by it name them by their address from then
// on, which means the same person on every device: a reply must not go to somebody else of that name.
import type { Row } from '../../../shared/domain/difference.ts'
import type { Journal } from '../journal/journal.ts'
import type { RemoteStore } from './remote-store.ts'
import type { Replicas } from './replicas.ts'
import { tandem } from './team-event.ts'

export type TellApart = ReturnType<typeof createTellApart>

export function createTellApart({ store, journal, replicas }: { store: RemoteStore; journal: Journal; replicas: Pick<Replicas, 'task' | 'contact'> }) {
  const read = (id: number) => replicas.contact.read(id)

  /** `slugs`: by uid, as the contacts are called there. After everything there was taken in, before anything here is sent. */
  return function tellApart(slugs: ReadonlyMap<string, string>): void {
    const theirs = new Map<string, string>()
    const ours = new Map<string, string>()
    const taken = new Set(slugs.values())
    for (const item of store.all('contact')) {
      const contact = read(item.local_id)
      const [slug, email] = [contact?.slug as string | undefined, contact?.email as string | null | undefined]
      if (slug === undefined || !email) continue
      const there = slugs.get(item.uid)
      if (there === slug) continue
      if (there !== undefined) theirs.set(there, email)
      if (taken.has(slug)) ours.set(slug, email)
    }
    if (theirs.size === 0 && ours.size === 0) return
    for (const item of store.all('task')) {
      const task = replicas.task.read(item.local_id)
      const words = (task?.requesters ?? []) as string[]
      const meant = item.base === null ? ours : theirs
      if (!words.some((word) => meant.has(word))) continue
      const requesters = [...new Set(words.map((word) => meant.get(word) ?? word))]
      journal.write(tandem, (record) => replicas.task.assign(item.local_id, { requesters } satisfies Row, record, null))
      store.put({ ...item, changes: item.changes + 1 })
    }
  }
}
