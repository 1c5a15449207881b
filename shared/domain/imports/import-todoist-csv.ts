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
  let current: { cells: Cells; where: string; notes: Cells[]; section: string | undefined; parent: string | undefined } | undefined
  const titles: string[] = []

  function end(): Placed[] {
    if (!current) return []
    const { where, cells, notes, section, parent } = current
    current = undefined
    return [placed(where, () => draft(cells, notes, [section, project], parent))]
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
        titles.length = Math.min(titles.length, depth - 1)
        current = { cells, where, notes: [], section, parent: titles.at(-1) }
        titles.push(splitLabels(cells.CONTENT ?? '').title)
        return before
      }
      // Todoist writes empty rows between sections, and "meta" rows about how it shows them.
      if (!type || type === 'meta') return []
      return [{ where, problem: type === 'note' ? 'a note before the first task' : `TYPE must be task, section or note; got '${cells.TYPE}'` }]
    },
  }
}

function draft(cells: Cells, notes: Cells[], places: (string | undefined)[], parent: string | undefined) {
  const { title, labels } = splitLabels(cells.CONTENT ?? '')
  const due = dueOfTodoist(cells.DATE?.trim() || undefined, undefined, cells.TIMEZONE?.trim())
  const deadline = dueOfTodoist(undefined, cells.DEADLINE?.trim() || undefined, cells.TIMEZONE?.trim())
  const author = person(cells.AUTHOR)
  return {
    task: only({
      title: required(title || undefined, 'CONTENT'),
      description: withFacts(cells.DESCRIPTION?.trim(), [
        ['Part of', parent],
        ['Assigned to', person(cells.RESPONSIBLE)],
        ['Due', due.kept],
      ]),
      status: 'todo' as const,
      priority: priorities[cells.PRIORITY?.trim() ?? ''],
      labels: [...new Set([...labels, ...places].filter((label) => label !== undefined))],
      requesters: author ? [author] : undefined,
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
