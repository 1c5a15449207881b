// Backlog.md: one Markdown file a task, YAML front matter above sections that are marked by HTML comments.
import type { ImportedComment } from '../../schema/import.ts'
import { parse } from 'yaml'
import { type Draft, only, RefusedRecord, required, withFacts } from './import-draft.ts'
import { dueOf, idOf, isObject, type Json, momentOf, priorityOf, statusOf, textOf, wordsOf } from './import-values.ts'
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

/** `text`: the file. Throws RefusedRecord when it is no task of Backlog.md. */
export function draftOfBacklogTask(text: string, defaultStatus?: 'backlog' | 'done'): Draft {
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
  return draft(fields, plain.slice(whole.length), defaultStatus)
}

/** Older files write the day first, in two digits. */
function dateOf(value: unknown): string | undefined {
  const [, day, month, year] = /^(\d\d)[-/.](\d\d)[-/.](\d\d)$/.exec(String(value)) ?? []
  return momentOf(year ? `20${year}-${month}-${day}` : value)
}

function draft(fields: Json, body: string, defaultStatus: 'backlog' | 'done' | undefined): Draft {
  const id = idOf(fields.id)
  const created = dateOf(fields.created_date)
  const status = statusOf(fields.status)
  const due = dueOf(fields.due_date)
  const list = (value: unknown) => wordsOf(value ?? []).join(', ') || undefined
  const { rest, comments } = splitComments(body)
  return {
    // Every project begins at task-1: the time of creation tells two of them apart.
    external_id: id && (created ? `${id}@${created}` : id),
    task: only({
      title: required(textOf(fields.title, 'title')),
      description: withFacts(plainSections(rest), [
        ['Part of', idOf(fields.parent_task_id)],
        ['Depends on', list(fields.dependencies)],
        ['Assigned to', list(fields.assignee)],
        ['Milestone', idOf(fields.milestone)],
        ['References', list(fields.references)],
        ['Documentation', list(fields.documentation)],
      ]),
      status: status ?? defaultStatus,
      priority: priorityOf(fields.priority),
      labels: wordsOf(fields.labels ?? []),
      requesters: wordsOf(fields.reporter ?? []).map((name) => name.replace(/^@/, '')),
      created_at: created,
      updated_at: dateOf(fields.updated_date),
      comments,
      schedules: due ? [once(due)] : undefined,
    }),
    notes: status === undefined && fields.status ? [`status ${JSON.stringify(fields.status)} not recognized`] : [],
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

/** The sections as Markdown: without the marks, and the description without its heading. */
function plainSections(body: string): string {
  return body
    .replaceAll(/^<!-- (?:SECTION:\w+|AC|DOD):(?:BEGIN|END) -->\n?/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .replace(/^## Description\s*\n+/, '')
    .trim()
}
