// What an entry of the journal is about, behind its sentence.
import { useQuery } from '@tanstack/react-query'
import type { JournalEntry } from '../../shared/schema/journal.ts'
import { taskById } from '../data/tasks/task-queries.ts'
import type { Navigation } from '../lib/navigation.ts'

/** What it was, where no task says so. */
function nameIn({ entity, before, after }: JournalEntry): string | undefined {
  const field = entity === 'contact' || entity === 'list' ? 'name' : 'subject'
  const name = after?.[field] ?? before?.[field]
  return typeof name === 'string' ? name : undefined
}

/** The title of its task: as the entry has it, else as it is now. */
function useTitle({ entity, task_id: id, before, after }: JournalEntry): string | undefined {
  const named = entity === 'task' ? (after?.title ?? before?.title) : undefined
  const { data } = useQuery({ ...taskById(id ?? 0), enabled: id !== null && named === undefined, retry: false })
  return typeof named === 'string' ? named : data?.title
}

/** Its name alone. */
export function NamedSubject({ entry }: { entry: JournalEntry }) {
  const title = useTitle(entry)
  return <bdi>{entry.task_id === null ? nameIn(entry) : (title ?? `#${entry.task_id}`)}</bdi>
}

/** The way to it. */
export function EntrySubject({ entry, nav }: { entry: JournalEntry; nav: Navigation }) {
  const id = entry.task_id
  const title = useTitle(entry)
  if (id === null) {
    const name = nameIn(entry)
    if (name === undefined) return null
    return (
      <>
        <span aria-hidden="true"> · </span>
        <bdi className="font-medium text-text">{name}</bdi>
      </>
    )
  }
  return (
    <>
      <span aria-hidden="true"> · </span>
      <a
        href={`/task/${id}`}
        data-task={id}
        className="rounded-control text-text hover:underline"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          nav.open(id)
        }}
      >
        <span className="tabular">{id}</span> {title && <bdi className="font-medium">{title}</bdi>}
      </a>
    </>
  )
}
