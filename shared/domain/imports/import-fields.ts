// Objects of any program (a JSON line, a CSV row), mapped by the names of their fields.
import type { ImportedComment } from '../../schema/import.ts'
import { maxBlockers } from '../../schema/task.ts'
import { criteriaOf } from './import-criteria.ts'
import { assignedTo } from './import-people.ts'
import { once } from './import-reminders.ts'
import { type Draft, only, required, RefusedRecord, withFacts } from './import-draft.ts'
import {
  dueFieldOf,
  dueOf,
  idOf,
  idsOf,
  isObject,
  type Json,
  momentOf,
  nameOf,
  peopleOf,
  priorityOf,
  statusOf,
  textOf,
  truthOf,
  wordsOf,
} from './import-values.ts'

// In English and German, as the web UI is.
const names = {
  id: 'id,external_id,key,issue_key,issue_id,task_id,number,uid,uuid,guid,nummer,vorgang',
  title: 'title,name,summary,subject,headline,task,task_name,titel,aufgabe,betreff,zusammenfassung',
  description: 'description,text,body,content,notes,note,details,desc,beschreibung,notiz,notizen,inhalt',
  status: 'status,state,stage,column,zustand,stand,spalte',
  done: 'done,completed,is_done,is_completed,complete,closed,checked,erledigt,fertig,abgeschlossen',
  priority: 'priority,prio,importance,urgency,priorität,prioritaet,wichtigkeit,dringlichkeit',
  labels: 'labels,tags,label,tag,categories,category,keywords,components,schlagworte,schlagwörter,schlagwort,etiketten,kategorie,kategorien',
  requesters:
    'requesters,requester,requested_by,reporter,reported_by,author,creator,created_by,owner,from,erstellt_von,ersteller,autor,gemeldet_von,anfordernde,auftraggeber',
  dedupe_key: 'dedupe_key',
  created_at:
    'created_at,created,created_date,date_created,creation_date,created_on,created_time,opened_at,added_at,date_added,creation_time,erstellt,erstellt_am,angelegt_am',
  updated_at: 'updated_at,updated,updated_date,last_updated,modified,modified_at,last_modified,date_modified,geändert,geändert_am,aktualisiert,aktualisiert_am',
  completed_at: 'completed_at,closed_at,resolved_at,done_at,finished_at,completed_date,resolution_date,date_completed,erledigt_am,abgeschlossen_am,fertig_am',
  due: 'due,due_date,due_at,due_on,deadline,fällig,fällig_am,faellig,faellig_am,fälligkeit,fälligkeitsdatum,frist,termin',
  reminder: 'remind_at,reminder,erinnerung,erinnern_am',
  assignee: 'assignee,assignees,assigned_to,assigned,responsible,zugewiesen_an,zugewiesen,zuständig,zustaendig,verantwortlich,bearbeiter',
  parent: 'parent,parent_id,parent_key,parent_task,parent_task_id,part_of,teil_von,übergeordnet,übergeordnete_aufgabe,elternaufgabe',
  blocked_by: 'blocked_by,depends_on,dependencies,blockers,waits_for,blockiert_von,wartet_auf,abhängig_von,abhängigkeiten',
  criteria: 'criteria,acceptance_criteria,akzeptanzkriterien,kriterien',
  comments: 'comments,comment,replies,kommentare,kommentar',
} as const
type Field = keyof typeof names

const fieldOfName = new Map(Object.entries(names).flatMap(([field, list]) => list.split(',').map((name, rank) => [name, { field: field as Field, rank }])))

/** "Issue Key", "issue-key", "issueKey" → "issue_key". */
function plainName(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .trim()
    .replaceAll(/[\s_.-]+/g, '_')
}

export function isTitleName(name: string): boolean {
  return fieldOfName.get(plainName(name))?.field === 'title'
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The values of each field, the best-known name first; and the names that mean nothing to us. */
function sorted(object: Json): { values: Record<Field, unknown[]>; unknown: string[] } {
  const found: { field: Field; rank: number; value: unknown }[] = []
  const unknown: string[] = []
  for (const [name, value] of Object.entries(object)) {
    if (isEmpty(value)) continue
    const known = fieldOfName.get(plainName(name))
    if (known) found.push({ ...known, value })
    else unknown.push(name)
  }
  found.sort((a, b) => a.rank - b.rank)
  const values = Object.fromEntries(Object.keys(names).map((field) => [field, found.filter((one) => one.field === field).map((one) => one.value)]))
  return { values: values as Record<Field, unknown[]>, unknown }
}

/** Throws RefusedRecord when it is no task. */
export function draftOfFields(object: Json): Draft {
  const { values, unknown } = sorted(object)
  const notes = unknown.map((name) => `field '${name}' skipped`)
  const understood = <T>(field: Field, read: (value: unknown) => T | undefined): T | undefined => {
    const [value] = values[field]
    const result = read(value)
    if (result === undefined && value !== undefined) notes.push(`${field} ${JSON.stringify(value).slice(0, 40)} not recognized`)
    return result
  }
  const texts = values.description.map((value) => textOf(value, 'description'))
  const [title, ...further] = values.title.map((value) => textOf(value, 'title'))
  texts.push(...further)

  const [done] = values.done
  // "completed" is a yes or no for some, a date for others.
  const doneAt = truthOf(done) === undefined ? momentOf(done) : undefined
  const isDone = truthOf(done) ?? doneAt !== undefined
  const due = understood('due', dueOf)
  const moments = [due, understood('reminder', dueOf)].filter((moment) => moment !== undefined)
  const { assignee, others } = assignedTo(values.assignee.flatMap(peopleOf))
  const [parent] = values.parent.flatMap(idsOf)
  const blockers = [...new Set(values.blocked_by.flatMap(idsOf))]
  if (blockers.length > maxBlockers) notes.push(`only the first ${maxBlockers} tasks that it waits for imported`)
  const { criteria, kept } = criteriaIn(values.criteria)
  return {
    external_id: idOf(values.id[0]),
    task: only({
      title: required(title),
      description: withFacts([...texts, kept].filter(Boolean).join('\n\n'), [['Also assigned to', others]]),
      status: understood('status', statusOf) ?? (isDone ? 'done' : undefined),
      priority: understood('priority', priorityOf),
      labels: values.labels.length > 0 ? [...new Set(values.labels.flatMap(wordsOf))] : undefined,
      requesters: values.requesters.length > 0 ? [...new Set(values.requesters.flatMap(peopleOf))] : undefined,
      due: dueFieldOf(values.due[0]),
      assignee,
      parent_external_id: parent,
      blocked_by_external_ids: blockers.slice(0, maxBlockers),
      criteria,
      dedupe_key: textOf(values.dedupe_key[0], 'dedupe_key'),
      created_at: understood('created_at', momentOf),
      updated_at: understood('updated_at', momentOf),
      completed_at: understood('completed_at', momentOf) ?? doneAt,
      comments: values.comments.flatMap((value) => commentsOf(value, notes)),
      schedules: [...new Set(moments)].map((moment) => once(moment)),
    }),
    notes,
  }
}

/** A list of texts (or of objects with one), or one text that says them; `kept`: what the criteria alone do not say. */
function criteriaIn(values: readonly unknown[]): { criteria: { text: string }[]; kept: string | undefined } {
  const texts = values.flat().map((value) => textOf(isObject(value) ? value.text : value, 'criteria'))
  if (values.some(Array.isArray)) return { criteria: texts.flatMap((text) => (text === undefined ? [] : [{ text }])), kept: undefined }
  const text = texts.filter(Boolean).join('\n')
  const { criteria, isWhole } = criteriaOf(text)
  return { criteria, kept: isWhole ? undefined : `## Acceptance criteria\n\n${text}` }
}

/** A comment is a text, or an object with a body and perhaps an author and a time. */
function commentsOf(value: unknown, notes: string[]): ImportedComment[] {
  if (typeof value === 'number') {
    notes.push('comments: only their count is given')
    return []
  }
  return [value].flat().map((item) => {
    if (typeof item === 'string') return { body: item }
    if (!isObject(item)) throw new RefusedRecord(`comments must be texts or objects with a body; got ${JSON.stringify(item)?.slice(0, 60)}`)
    const plain = Object.fromEntries(Object.entries(item).map(([name, of]) => [plainName(name), of]))
    const author = nameOf(plain.author ?? plain.user ?? plain.created_by ?? plain.by)
    return only({
      body: required(textOf(plain.body ?? plain.text ?? plain.content ?? plain.comment ?? plain.message, 'body'), 'the body of a comment'),
      author: author ? { kind: 'person' as const, name: author } : undefined,
      created_at: momentOf(plain.created_at ?? plain.created ?? plain.date ?? plain.posted_at ?? plain.time),
    })
  })
}
