// Which texts came from outside, read from the journal: it knows who wrote each field.
import { type Fence, fenceIn, outsideSource, type Source, type TextWrite } from '../../../../shared/domain/agents/outside-text.ts'
import type { Actor, ActorKind } from '../../../../shared/schema/actor.ts'
import type { Contact } from '../../../../shared/schema/contact.ts'
import type { Row } from '../../../../shared/domain/history/difference.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import { contactFields, furtherFields } from '../../../../shared/sync/synced-fields.ts'
import type { Db } from '../../db/open.ts'
import { createEntryReader, storedEntry } from '../../journal/entry-reader.ts'
import { fencedFurther } from '../further-fields.ts'
import type { FindCopied } from './outside-texts.ts'
import { createProvenanceStore } from './provenance-store.ts'

const outsideKinds: ReadonlySet<ActorKind> = new Set(['email'])

export const isOutside = (kind: ActorKind): boolean => outsideKinds.has(kind)

interface Write {
  actor: Actor
  /** Long texts that somebody inside wrote are null here: only that they wrote them matters. */
  after: Record<string, unknown>
  undo_of: number | null
}

export type Provenance = ReturnType<typeof createProvenance>

const sourceOf = ({ actor }: Write): Source => actor

/** Where the text of one field came from. */
function sourceOfField(writes: readonly Write[], field: string, current: string | null): Source | undefined {
  const ofField = writes.flatMap((write): TextWrite[] =>
    Object.hasOwn(write.after, field)
      ? [{ source: sourceOf(write), outside: isOutside(write.actor.kind), isUndo: write.undo_of !== null, text: write.after[field] as string | null }]
      : [],
  )
  return outsideSource(current, ofField)
}

/** Who from outside brought a value into a list such as labels; undefined when somebody inside had it first. */
function sourceOfValue(writes: readonly Write[], field: string, value: string): Source | undefined {
  const first = writes.find(({ after }) => Array.isArray(after[field]) && (after[field] as unknown[]).includes(value))
  return first && isOutside(first.actor.kind) ? sourceOf(first) : undefined
}

const textFields = ['title', 'description', 'dedupe_key', ...furtherFields] as const

const sourceOfText = (writes: readonly Write[], field: string, value: unknown) => (typeof value === 'string' ? sourceOfField(writes, field, value) : undefined)

/** A task as it is shown: `shown` is the part of its description that is. */
export type Fenced = Task & { shown?: string | null; snippet?: string }

const unnamed: Source = { kind: 'email', name: '' }

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

  return {
    /** Who from outside wrote a task's text (title, description, key), for those of whom somebody did. */
    ofTasks(tasks: readonly Task[]): Map<number, string> {
      const ids = new Set(store.touched(tasks.map((task) => task.id)))
      return new Map(
        tasks.flatMap((task) => {
          const writes = ids.has(task.id) ? readWrites(store.ofTask(task.id)) : []
          const source = textFields.map((field) => sourceOfText(writes, field, task[field])).find(Boolean)
          return source ? [[task.id, source.name] as const] : []
        }),
      )
    },

    /** Whether somebody from outside wrote anything that is, or was, in this list. */
    hasAny: (): boolean => store.hasAny(),

    /** The same of a contact. */
    ofContact(contact: Contact & { id: number }): string | undefined {
      const writes = readWrites(store.ofContact(contact.id))
      return contactFields.map((field) => sourceOfField(writes, field, contact[field])).find(Boolean)?.name
    },

    /**
     * A task with its outside texts fenced: those that a mail brought, and pieces of such texts that somebody copied into it. `description`:
     * the part of it that is shown; `snippet`: fenced if the task holds any outside text.
     */
    fenceTask<T extends Fenced>(task: T, fence: Fence): T {
      const { around, aroundUnlessWord } = fenceIn(fence, task.id)
      const writes = store.isTouched(task.id) ? readWrites(store.ofTask(task.id)) : []
      const sourceOfShown = (field: 'title' | 'description' | 'dedupe_key', shown: string | null, whole: string | null) =>
        shown === null ? undefined : (sourceOfField(writes, field, whole) ?? copied(shown, task.updated_at))
      const title = sourceOfShown('title', task.title, task.title)
      const description = task.shown === undefined ? undefined : sourceOfShown('description', task.shown, task.description)
      const key = sourceOfShown('dedupe_key', task.dedupe_key, task.dedupe_key)
      const values = (field: 'labels' | 'requesters') =>
        task[field].map((value) => {
          const source = sourceOfValue(writes, field, value) ?? copied(value, task.updated_at)
          return source ? aroundUnlessWord(value, source) : value
        })
      // A comment from outside has no entry of its author's where it came with an import.
      const anyone =
        title ?? (writes.length > 0 ? (writes.map((write) => (isOutside(write.actor.kind) ? sourceOf(write) : undefined)).find(Boolean) ?? unnamed) : undefined)
      const plain = task.snippet?.replaceAll(/[⟦⟧]/g, '')
      const snippet = plain === undefined ? undefined : (anyone ?? copied(plain, task.updated_at))
      return {
        ...task,
        title: title ? around(task.title, title) : task.title,
        ...(task.shown === undefined ? {} : { shown: description && task.shown !== null ? around(task.shown, description) : task.shown }),
        dedupe_key: key && task.dedupe_key !== null ? aroundUnlessWord(task.dedupe_key, key) : task.dedupe_key,
        labels: values('labels'),
        requesters: values('requesters'),
        ...fencedFurther(
          task,
          (field, text) => sourceOfText(writes, field, (task as Row)[field]) ?? sourceOfValue(writes, field, text) ?? copied(text, task.updated_at),
          aroundUnlessWord,
        ),
        ...(task.snippet !== undefined && snippet ? { snippet: around(task.snippet, snippet) } : {}),
      }
    },

    /** A text of somebody inside, fenced if a piece of it came from outside. */
    fenceCopied(text: string, writtenAt: string, { aroundUnlessWord }: Pick<Fence, 'aroundUnlessWord'>): string {
      const source = copied(text, writtenAt)
      return source ? aroundUnlessWord(text, source) : text
    },

    /** The contact with what a mail said of it fenced. */
    fenceContact<C extends Contact & { id: number }>(contact: C, { aroundUnlessWord }: Fence): C {
      const writes = readWrites(store.ofContact(contact.id))
      const told = contactFields.flatMap((field) => {
        const value = contact[field]
        const source = value === null ? undefined : (sourceOfField(writes, field, value) ?? copied(value, contact.updated_at))
        return source && value !== null ? [[field, aroundUnlessWord(value, source)]] : []
      })
      return { ...contact, ...Object.fromEntries(told) }
    },
  }
}
