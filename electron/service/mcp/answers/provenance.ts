// Which texts came from outside, read from the journal: it knows who wrote each field.
import type { Contact } from '../../../../shared/schema/contact.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import { contactSource, createFencing, type FindCopied, isOutside, taskSource, type Write } from '../../../../shared/mcp/answers/fencing.ts'
import type { Db } from '../../db/open.ts'
import { createEntryReader, storedEntry } from '../../journal/entry-reader.ts'
import { createProvenanceStore } from './provenance-store.ts'

export type Provenance = ReturnType<typeof createProvenance>

/** `copied` recognises pieces of texts that came from outside in others. */
export function createProvenance(db: Db, copied: FindCopied = () => undefined) {
  const reader = createEntryReader(db)
  const readWrites = (rows: unknown[]): Write[] =>
    rows.map((row) => {
      const stored = storedEntry(row)
      const { actor, after, undo_of } = stored.texts && isOutside(stored.actor.kind) ? reader.whole(row) : stored
      return { actor, after: after ?? {}, undo_of }
    })
  const store = createProvenanceStore(db)
  const ofContact = (id: number) => readWrites(store.ofContact(id))

  return {
    ...createFencing({ ofTask: (id) => (store.isTouched(id) ? readWrites(store.ofTask(id)) : []), ofContact, copied }),

    /** Who from outside wrote a task's text (title, description, key), for those of whom somebody did. */
    ofTasks(tasks: readonly Task[]): Map<number, string> {
      const ids = new Set(store.touched(tasks.map((task) => task.id)))
      return new Map(
        tasks.flatMap((task) => {
          const source = ids.has(task.id) ? taskSource(readWrites(store.ofTask(task.id)), task) : undefined
          return source ? [[task.id, source.name] as const] : []
        }),
      )
    },

    /** Whether somebody from outside wrote anything that is, or was, in this list. */
    hasAny: (): boolean => store.hasAny(),

    /** The same of a contact. */
    ofContact: (contact: Contact & { id: number }): string | undefined => contactSource(ofContact(contact.id), contact)?.name,
  }
}
