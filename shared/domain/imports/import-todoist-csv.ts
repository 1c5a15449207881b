// Todoist's CSV of a project ("Export as CSV", and the files of its backups): rows of TYPE task, section or note, in the order of the list.
import { only, placed, type Placed, required, withFacts } from './import-draft.ts'
import { dueOfTodoist, splitLabels } from './import-todoist.ts'

type Cells = Record<string, string>

/** In the CSV 1 is the highest priority (in the API it is 4). */
const priorities: Record<string, 'high' | 'medium' | 'low'> = { 1: 'high', 2: 'medium', 3: 'medium', 4: 'low' }

/** "Evan (14781400)" → "Evan". */
const person = (cell: string | undefined) => cell?.replace(/\s*\(\d+\)\s*$/, '').trim() || undefined

export interface TodoistCsv {
  /** Takes one row, by column names in capitals. Returns the task before it once that is complete. */
  row(cells: Cells, where: string): Placed[]
  end(): Placed[]
}

/** `project` becomes a label of each task. */
export function createTodoistCsv(project?: string): TodoistCsv {
  let section: string | undefined
  let current: { cells: Cells; where: string; notes: Cells[]; section: string | undefined; depth: number } | undefined
  /** The rows above it, from the outermost in. */
  const above: string[] = []

  function end(): Placed[] {
    if (!current) return []
    const { where, cells, notes, section, depth } = current
    current = undefined
    return [placed(where, () => ({ ...draft(cells, notes, [section, project]), key: where, parent_key: above[depth - 2] }))]
  }

  return {
    end,
    row(cells, where) {
      const type = cells.TYPE?.trim().toLowerCase()
      if (type === 'note' && current) {
        current.notes.push(cells)
        return []
      }
      if (type === 'section') {
        const before = end()
        section = cells.CONTENT?.trim() || undefined
        return before
      }
      if (type === 'task') {
        const before = end()
        const depth = Math.max(1, Number(cells.INDENT) || 1)
        // An indent may skip a level.
        above.length = Math.min(above.length, depth - 1)
        above.push(where)
        current = { cells, where, notes: [], section, depth: above.length }
        return before
      }
      // Todoist writes empty rows between sections, and "meta" rows about how it shows them.
      if (!type || type === 'meta') return []
      return [{ where, problem: type === 'note' ? 'a note before the first task' : `TYPE must be task, section or note; got '${cells.TYPE}'` }]
    },
  }
}

function draft(cells: Cells, notes: Cells[], places: (string | undefined)[]) {
  const { title, labels } = splitLabels(cells.CONTENT ?? '')
  const due = dueOfTodoist(cells.DATE?.trim() || undefined, undefined, cells.TIMEZONE?.trim())
  const deadline = dueOfTodoist(undefined, cells.DEADLINE?.trim() || undefined, cells.TIMEZONE?.trim())
  const author = person(cells.AUTHOR)
  return {
    task: only({
      title: required(title || undefined, 'CONTENT'),
      description: withFacts(cells.DESCRIPTION?.trim(), [['Due', due.kept]]),
      status: 'todo' as const,
      priority: priorities[cells.PRIORITY?.trim() ?? ''],
      labels: [...new Set([...labels, ...places].filter((label) => label !== undefined))],
      requesters: author ? [author] : undefined,
      due: (due.schedules.some(({ type }) => type !== 'one_time') ? due.due : undefined) ?? deadline.due ?? due.due,
      assignee: person(cells.RESPONSIBLE),
      comments: notes.flatMap((note) => {
        const body = note.CONTENT?.trim()
        const by = person(note.AUTHOR)
        return body ? [only({ body, author: by ? { kind: 'person' as const, name: by } : undefined })] : []
      }),
      schedules: [...due.schedules, ...deadline.schedules],
    }),
    notes: [
      ...(due.kept ? ['the due date is not one Tandem recognizes: kept in the description'] : []),
      ...(cells.DURATION && cells.DURATION !== 'None' ? ['duration skipped'] : []),
    ],
  }
}
