// Which texts of tasks and contacts came from outside: who wrote each field says so. The history itself is read by whoever asks.
import { type Fence, fenceIn, outsideSource, type Source, type TextWrite } from '../../domain/agents/outside-text.ts'
import type { Actor, ActorKind } from '../../schema/actor.ts'
import type { Contact } from '../../schema/contact.ts'
import type { Row } from '../../domain/history/difference.ts'
import type { Task } from '../../schema/task.ts'
import { contactFields, furtherFields } from '../../sync/synced-fields.ts'
import { fencedFurther } from '../further-fields.ts'

const outsideKinds: ReadonlySet<ActorKind> = new Set(['email'])

export const isOutside = (kind: ActorKind): boolean => outsideKinds.has(kind)

/** One write to a task or a contact, as the history knows it. */
export interface Write {
  actor: Actor
  /** Long texts that somebody inside wrote are null here: only that they wrote them matters. */
  after: Record<string, unknown>
  undo_of: number | null
}

/** The source of a text that was written at `writtenAt` and holds a piece of one that had come from outside by then. */
export type FindCopied = (text: string, writtenAt: string) => Source | undefined

/** Where the history is: oldest first, and empty where nobody from outside wrote anything. */
export interface Writes {
  ofTask(taskId: number): readonly Write[]
  ofContact(contactId: number): readonly Write[]
  /** Recognises pieces of texts that came from outside in others. */
  copied: FindCopied
}

export type Fencing = ReturnType<typeof createFencing>

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

/** Who from outside wrote a task's text (title, description, key). */
export const taskSource = (writes: readonly Write[], task: Task): Source | undefined =>
  textFields.map((field) => sourceOfText(writes, field, task[field])).find(Boolean)

/** The same of a contact. */
export const contactSource = (writes: readonly Write[], contact: Contact): Source | undefined =>
  contactFields.map((field) => sourceOfField(writes, field, contact[field])).find(Boolean)

/** A task as it is shown: `shown` is the part of its description that is. */
export type Fenced = Task & { shown?: string | null; snippet?: string }

const unnamed: Source = { kind: 'email', name: '' }

export function createFencing({ ofTask, ofContact, copied }: Writes) {
  return {
    /**
     * A task with its outside texts fenced: those that a mail brought, and pieces of such texts that somebody copied into it. `description`:
     * the part of it that is shown; `snippet`: fenced if the task holds any outside text.
     */
    fenceTask<T extends Fenced>(task: T, fence: Fence): T {
      const { around, aroundUnlessWord } = fenceIn(fence, task.id)
      const writes = ofTask(task.id)
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
      const writes = ofContact(contact.id)
      const told = contactFields.flatMap((field) => {
        const value = contact[field]
        const source = value === null ? undefined : (sourceOfField(writes, field, value) ?? copied(value, contact.updated_at))
        return source && value !== null ? [[field, aroundUnlessWord(value, source)]] : []
      })
      return { ...contact, ...Object.fromEntries(told) }
    },
  }
}
