// Backlog.md: one Markdown file a task, YAML front matter above sections that are marked by HTML comments.
import type { ImportedComment } from '../../schema/import.ts'
import type { Criterion } from '../../schema/task.ts'
import { parse } from 'yaml'
import { maxBlockers } from '../../schema/task.ts'
import { criteriaOf } from './import-criteria.ts'
import { assignedTo } from './import-people.ts'
import { type Draft, only, RefusedRecord, required, withFacts } from './import-draft.ts'
import { dueFieldOf, dueOf, idOf, idsOf, isObject, type Json, momentOf, priorityOf, statusOf, textOf, unreadDue, wordsOf } from './import-values.ts'
import { once } from './import-reminders.ts'

/** In characters. Real ones have hundreds; what a YAML parser makes of a hostile megabyte takes minutes. */
const longestFrontMatter = 20_000

const frontMatter = /^---\n([\s\S]*?)\n---(?:\n|$)/

export function isBacklogTask(text: string): boolean {
  const front = frontMatter.exec(text.replaceAll('\r\n', '\n'))?.[1]
  return front !== undefined && /^id:/m.test(front) && /^title:/m.test(front)
}

/** Its authors write `assignee: @ana` and `[@ana, @bob]`, which strict YAML refuses. */
function lenient(front: string): string {
  return front.replaceAll(
    /^([ \t]*(?:assignee|reporter):[ \t]*)(.*)$/gm,
    (_, name: string, value: string) => name + value.replaceAll(/(^|[[,]\s*)(@[^,\]\s"']+)/g, '$1"$2"'),
  )
}

/** `text`: the file; `names`: of the other tasks of the project. Throws RefusedRecord when it is no task of Backlog.md. */
export function draftOfBacklogTask(text: string, names: BacklogNames = new Map(), defaultStatus?: 'backlog' | 'done'): Draft {
  const plain = text.replaceAll('\r\n', '\n')
  const [whole, front] = frontMatter.exec(plain) ?? []
  if (whole === undefined || front === undefined) throw new RefusedRecord('it does not start with front matter between two lines of ---')
  if (front.length > longestFrontMatter) throw new RefusedRecord(`the front matter has ${front.length} characters; at most ${longestFrontMatter} are read`)
  let fields: unknown
  try {
    fields = parse(lenient(front))
  } catch (error) {
    throw new RefusedRecord(`the front matter is not valid YAML: ${(error as Error).message.split('\n')[0]}`)
  }
  if (!isObject(fields)) throw new RefusedRecord('the front matter is not a list of fields')
  return draft(fields, plain.slice(whole.length), names, defaultStatus)
}

/** Older files write the day first, in two digits. */
function dateOf(value: unknown): string | undefined {
  const [, day, month, year] = /^(\d\d)[-/.](\d\d)[-/.](\d\d)$/.exec(String(value)) ?? []
  return momentOf(year ? `20${year}-${month}-${day}` : value)
}

/** Names of the tasks of a project, by their ids in small letters. */
export type BacklogNames = ReadonlyMap<string, string>

const nameIn = (names: BacklogNames, id: string) => names.get(id.toLowerCase()) ?? id

/** Every project begins at task-1: the time of creation tells two of them apart. */
function externalId(fields: Json): string | undefined {
  const [id, created] = [idOf(fields.id), dateOf(fields.created_date)]
  return id && (created ? `${id}@${created}` : id)
}

/** What others call this task, and what it is called here; undefined for a file that is none. */
export function backlogName(text: string): [id: string, name: string] | undefined {
  const front = frontMatter.exec(text.replaceAll('\r\n', '\n'))?.[1]
  if (front === undefined || front.length > longestFrontMatter) return undefined
  try {
    const fields: unknown = parse(lenient(front))
    const id = isObject(fields) ? idOf(fields.id) : undefined
    return isObject(fields) && id !== undefined ? [id.toLowerCase(), externalId(fields) as string] : undefined
  } catch {
    return undefined
  }
}

function draft(fields: Json, body: string, names: BacklogNames, defaultStatus: 'backlog' | 'done' | undefined): Draft {
  const created = dateOf(fields.created_date)
  const status = statusOf(fields.status)
  const due = dueOf(fields.due_date)
  const list = (value: unknown) => wordsOf(value ?? []).join(', ') || undefined
  const { rest, comments } = splitComments(body)
  const { criteria, sections } = splitCriteria(rest)
  const { assignee, others } = assignedTo(wordsOf(fields.assignee ?? []))
  const blockers = idsOf(fields.dependencies ?? []).map((other) => nameIn(names, other))
  const parent = idOf(fields.parent_task_id)
  return {
    external_id: externalId(fields),
    task: only({
      title: required(textOf(fields.title, 'title')),
      description: withFacts(plainSections(sections), [
        ['Also assigned to', others],
        ['Milestone', idOf(fields.milestone)],
        ['References', list(fields.references)],
        ['Documentation', list(fields.documentation)],
      ]),
      status: status ?? defaultStatus,
      priority: priorityOf(fields.priority),
      labels: wordsOf(fields.labels ?? []),
      requesters: wordsOf(fields.reporter ?? []).map((name) => name.replace(/^@/, '')),
      due: dueFieldOf(fields.due_date),
      assignee,
      parent_external_id: parent && nameIn(names, parent),
      blocked_by_external_ids: blockers.slice(0, maxBlockers),
      criteria,
      created_at: created,
      updated_at: dateOf(fields.updated_date),
      comments,
      schedules: due ? [once(due)] : undefined,
    }),
    notes: [
      ...(status === undefined && fields.status ? [`status ${JSON.stringify(fields.status)} not recognized`] : []),
      ...unreadDue('due_date', fields.due_date),
    ],
  }
}

const commentsBegin = /(?:^|\n)## Comments[ \t]*\n\s*<!-- COMMENTS:BEGIN -->\n?/
const commentsEnd = '<!-- COMMENTS:END -->'
const blockBegin = '<!-- COMMENT:BEGIN -->'
const blockEnd = '<!-- COMMENT:END -->'

/** What stands between each of the two marks. By searching for plain text: a pattern would look for a missing end from each beginning. */
function blocksIn(section: string): string[] {
  const blocks: string[] = []
  for (let from = section.indexOf(blockBegin); from >= 0; from = section.indexOf(blockBegin, from)) {
    const end = section.indexOf(blockEnd, from)
    if (end < 0) break
    blocks.push(section.slice(from + blockBegin.length, end).trimStart())
    from = end
  }
  return blocks
}

function splitComments(body: string): { rest: string; comments: ImportedComment[] } {
  const begin = commentsBegin.exec(body)
  const start = begin ? begin.index + begin[0].length : -1
  const end = body.indexOf(commentsEnd, Math.max(0, start))
  if (!begin || end < 0) return { rest: body, comments: [] }
  const comments = blocksIn(body.slice(start, end)).flatMap((block) => {
    // Lines of "name: value", an empty line, then the text.
    const [head = '', ...paragraphs] = block.split('\n\n')
    const said = paragraphs.join('\n\n').trim()
    const meta = new Map([...head.matchAll(/^(\w+): *(.*)$/gm)].map(([, name, value]) => [name?.toLowerCase(), value?.trim()]))
    const author = meta.get('author')
    if (!said) return []
    return [
      only({ body: said, author: author ? { kind: 'person' as const, name: author.replace(/^@/, '') } : undefined, created_at: momentOf(meta.get('created')) }),
    ]
  })
  return { rest: body.slice(0, begin.index) + body.slice(end + commentsEnd.length), comments }
}

const criteriaHeading = /(?:^|\n)## Acceptance Criteria[^\n]*\n/

/** The section stays in the text where criteria alone would lose something of it: what is ticked, or what stands between them. */
function splitCriteria(body: string): { criteria: Criterion[]; sections: string } {
  const heading = criteriaHeading.exec(body)
  if (!heading) return { criteria: [], sections: body }
  const start = heading.index + heading[0].length
  const next = body.indexOf('\n## ', start - 1)
  const end = next < 0 ? body.length : next
  const { criteria, isWhole } = criteriaOf(body.slice(start, end).replaceAll(/^<!-- AC:(?:BEGIN|END) -->$/gm, ''))
  return { criteria, sections: isWhole ? `${body.slice(0, heading.index)}\n${body.slice(end)}` : body }
}

/** The sections as Markdown: without the marks, and the description without its heading. */
function plainSections(body: string): string {
  return body
    .replaceAll(/^<!-- (?:SECTION:\w+|AC|DOD):(?:BEGIN|END) -->\n?/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .replace(/^## Description\s*\n+/, '')
    .trim()
}
