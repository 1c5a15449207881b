// beads: one issue a line (.beads/issues.jsonl), with what it depends on.
import { maxBlockers } from '../../schema/task.ts'
import { criteriaOf } from './import-criteria.ts'
import { type Draft, LeftOutRecord, only, required, withFacts } from './import-draft.ts'
import { assignedTo } from './import-people.ts'
import { once } from './import-reminders.ts'
import { dueFieldOf, dueOf, idOf, isObject, type Json, momentOf, objectsIn, personOf, statusOf, textOf, unreadDue, wordsOf } from './import-values.ts'

/** One of its lines. A deleted issue keeps its line, too. */
export function isBeads(value: unknown): value is Json {
  return isObject(value) && typeof value.id === 'string' && typeof value.title === 'string' && 'issue_type' in value && 'created_at' in value
}

/** 0 is critical, 4 the backlog. Without one it is 0: what is zero is not written. */
const priorities = ['high', 'high', 'medium', 'low', 'low'] as const

const ownStatuses: Record<string, 'backlog' | 'todo' | 'in_progress'> = { deferred: 'backlog', pinned: 'todo', hooked: 'in_progress' }

/** What must be done first. */
const blocking = new Set(['blocks', 'conditional-blocks', 'waits-for'])
const otherLinks: Record<string, string> = { 'discovered-from': 'Discovered from', duplicates: 'Duplicate of', supersedes: 'Supersedes' }

export function draftOfBeads(issue: Json): Draft {
  // An export may hold what agents remembered, too.
  if (idOf(issue._type) !== undefined && issue._type !== 'issue') throw new LeftOutRecord(`${idOf(issue._type)} in beads, no issue`)
  if (issue.status === 'tombstone' || issue.deleted_at) throw new LeftOutRecord('deleted in beads')
  const notes: string[] = []
  const status = ownStatuses[String(issue.status)] ?? statusOf(issue.status ?? 'open')
  if (status === undefined) notes.push(`status ${JSON.stringify(issue.status)?.slice(0, 40)} not recognized`)
  notes.push(...unreadDue('due_at', issue.due_at))
  if (Number(issue.estimated_minutes) > 0) notes.push('estimates left out')
  const type = idOf(issue.issue_type)
  const { assignee, others } = assignedTo([issue.assignee].flat().flatMap((who) => personOf(who) ?? []))
  const { parent, blockers, facts } = linksOf(issue, notes)
  const { criteria, text } = describe(issue)
  const requester = personOf(issue.created_by)
  const due = dueOf(issue.due_at)
  return {
    external_id: idOf(issue.id),
    task: only({
      title: required(textOf(issue.title, 'title')),
      description: withFacts(text, [
        ...facts,
        ['Also assigned to', others],
        ['External reference', idOf(issue.external_ref)],
        ['Closed because', textOf(issue.close_reason, 'close_reason')],
      ]),
      status,
      priority: priorities[Number(issue.priority ?? 0)],
      labels: [...new Set([...wordsOf(issue.labels ?? []), ...(type && type !== 'task' ? [type] : [])])],
      requesters: requester ? [requester] : undefined,
      due: dueFieldOf(issue.due_at),
      assignee,
      parent_external_id: parent,
      blocked_by_external_ids: blockers,
      criteria,
      created_at: momentOf(issue.created_at),
      updated_at: momentOf(issue.updated_at),
      completed_at: status === 'done' ? momentOf(issue.closed_at) : undefined,
      comments: objectsIn(issue.comments).flatMap((comment) => {
        const body = textOf(comment.text ?? comment.body, 'text of a comment')
        const author = personOf(comment.author)
        return body ? [only({ body, author: author ? { kind: 'person' as const, name: author } : undefined, created_at: momentOf(comment.created_at) })] : []
      }),
      schedules: due ? [once(due)] : undefined,
    }),
    notes,
  }
}

/** The description with the other texts below it, under headings; criteria only where the list alone would lose something. */
function describe(issue: Json) {
  const acceptance = textOf(issue.acceptance_criteria, 'acceptance_criteria')
  const { criteria, isWhole } = criteriaOf(acceptance)
  const sections = [
    ['Design', textOf(issue.design, 'design')],
    ['Acceptance criteria', isWhole ? undefined : acceptance],
    ['Notes', textOf(issue.notes, 'notes')],
  ]
  const below = sections.flatMap(([name, text]) => (text ? [`## ${name}\n\n${text}`] : []))
  return { criteria, text: [textOf(issue.description, 'description'), ...below].filter(Boolean).join('\n\n') }
}

function linksOf(issue: Json, notes: string[]) {
  const blockers = new Set<string>()
  const parents = new Set<string>()
  const facts: [name: string, value: string][] = []
  for (const link of objectsIn(issue.dependencies)) {
    const [other, type] = [idOf(link.depends_on_id), idOf(link.type) ?? 'blocks']
    if (other === undefined || (link.issue_id !== undefined && link.issue_id !== issue.id)) continue
    if (type === 'parent-child') parents.add(other)
    else if (blocking.has(type)) blockers.add(other)
    else facts.push([otherLinks[type] ?? 'Related', other])
  }
  const [parent, ...more] = parents
  if (blockers.size > maxBlockers) notes.push(`only the first ${maxBlockers} issues that block it imported`)
  return { parent, blockers: [...blockers].slice(0, maxBlockers), facts: [...facts, ...more.map((other): [string, string] => ['Part of', other])] }
}
