// A task in full, as an agent reads it: with its latest comments, its reminders and who works on it. Empty fields are left out. What is
// too long for one answer is cut, and `read_more` says with which words to ask for the rest.
import { fenceIn } from '../../domain/agents/outside-text.ts'
import { type Static, Type } from 'typebox'
import { invalidField } from '../../domain/app-error.ts'
import { object } from '../../schema/field.ts'
import type { Comment } from '../../schema/comment.ts'
import type { Schedule } from '../../schema/schedule.ts'
import type { Task } from '../../schema/task.ts'
import { countFitting, partOf, tokensOf } from './answer-budget.ts'
import { furtherFields, ruleFields } from '../../sync/synced-fields.ts'
import type { AroundTask } from '../around.ts'
import { furtherInput, furtherOf } from '../further-fields.ts'
import { isOutside } from './fencing.ts'
import { count, text } from './rows.ts'
import type { Reader } from '../tool.ts'

const shownComments = 20
/** Of what is left of an answer when the description needs it, too. */
const shareOfComments = 0.4
/** For the fields that every answer has, the fences and what says how to read on. */
const frameTokens = 400

const optional = Type.Optional(text)
const objects = Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object' }))

export const TaskDetail = object('TaskDetail', {
  id: count,
  title: text,
  description: optional,
  status: text,
  priority: text,
  labels: Type.Optional(Type.Array(text)),
  requesters: Type.Optional(Type.Array(text)),
  dedupe_key: optional,
  ...furtherInput,
  version: count,
  created_at: text,
  updated_at: text,
  completed_at: optional,
  comments: Type.Optional(objects),
  comments_total: count,
  reminders: Type.Optional(objects),
  claim: Type.Optional(Type.Unsafe<{ by: string; until: string }>({ type: 'object' })),
  read_more: Type.Optional(Type.Array(text)),
  more: optional,
})
export type TaskDetail = Static<typeof TaskDetail>

type DetailDeps = Pick<AroundTask, 'provenance' | 'comments' | 'schedules' | 'claims'>

/** A comment as it is shown, its text from `from` on as far as it fits. */
export function commentRow(
  { id, task_id, author, body, created_at }: Comment,
  { provenance }: Pick<DetailDeps, 'provenance'>,
  { fence: whole, tokens }: Reader,
  from = 0,
): { row: Record<string, unknown>; more: string | undefined } {
  const fence = fenceIn(whole, task_id)
  const { text: shown, next } = partOf(body, from, tokens)
  const told = isOutside(author.kind) ? fence.around(shown, author) : provenance.fenceCopied(shown, created_at, fence)
  const name = isOutside(author.kind) ? fence.aroundUnlessWord(author.name, author) : author.name
  return { row: { id, author: name, at: created_at, body: told }, more: next === undefined ? undefined : `comment:${id}:${next}` }
}

export function reminderRow(schedule: Schedule): Record<string, unknown> {
  const { id, enabled, next_fire_at } = schedule
  const rule = Object.fromEntries(ruleFields.map((field) => [field, schedule[field]]))
  const all = { id, ...rule, next_fire_at, ...(enabled ? { enabled: null } : {}) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}

const sections = ['description', 'labels', 'requesters', 'reminders', 'comments', 'comment', ...furtherFields] as const
interface Place {
  section: (typeof sections)[number]
  at: number
  /** Of a comment: the character from which on. */
  from: number
}

function placeOf(readMore: string | undefined): Place | undefined {
  if (readMore === undefined) return undefined
  const [, section, at, from = '0'] = /^(\w+):(\d{1,15})(?::(\d{1,15}))?$/.exec(readMore) ?? []
  if (section === undefined || !sections.includes(section as never))
    throw invalidField('/read_more', `read_more is invalid; send one of the read_more values from the previous answer, or leave it out`)
  return { section: section as Place['section'], at: Number(at), from: Number(from) }
}

const cutList = (value: unknown, cut: (list: readonly unknown[]) => unknown[]): unknown => (Array.isArray(value) ? cut(value) : value)

/** `readMore`: one of those that an earlier answer had; then that part alone is answered. */
export function taskDetail(raw: Task, deps: DetailDeps, reader: Reader, readMore?: string): TaskDetail {
  const { fence } = reader
  const place = placeOf(readMore)
  const more: string[] = []
  let left = Math.max(200, reader.tokens - frameTokens)
  const wants = (section: Place['section']) => place === undefined || place.section === section
  const from = (section: Place['section']) => (place?.section === section ? place.at : 0)

  /** Of a list as much as fits into a share of what is left. */
  function some<T>(section: Place['section'], items: readonly T[], share: number): T[] {
    if (!wants(section)) return []
    const rest = items.slice(from(section))
    const shown = rest.slice(0, countFitting(rest, left * (place ? 1 : share)))
    if (shown.length < rest.length) more.push(`${section}:${from(section) + shown.length}`)
    left -= tokensOf(shown)
    return shown
  }

  const labels = some('labels', raw.labels, 0.25)
  const requesters = some('requesters', raw.requesters, 0.15)
  // A list of any kind is cut like the labels; what is no list is short.
  const further = Object.fromEntries(furtherFields.map((field) => [field, cutList(raw[field], (list) => some(field, list, 0.15))]))
  const reminders = some('reminders', deps.schedules.list(raw.id).map(reminderRow), 0.25)
  const total = deps.comments.count(raw.id)
  const comments = wants('comments') || wants('comment') ? commentsOf(raw, deps, { ...reader, tokens: left }, place, total) : { rows: [], more: [] }
  left -= comments.rows.reduce((sum, row) => sum + tokensOf(row), 0)
  const description = wants('description') && raw.description ? partOf(raw.description, from('description'), left) : undefined
  if (description?.next !== undefined) more.push(`description:${description.next}`)
  more.push(...comments.more)

  const task = deps.provenance.fenceTask({ ...raw, ...further, labels, requesters, shown: description?.text ?? null }, fence)
  const claim = deps.claims.of(task.id)
  return {
    id: task.id,
    title: task.title,
    ...(task.shown ? { description: task.shown } : {}),
    status: task.status,
    priority: task.priority,
    ...(wants('labels') ? { labels: task.labels } : {}),
    ...(requesters.length > 0 ? { requesters: task.requesters } : {}),
    ...(task.dedupe_key ? { dedupe_key: task.dedupe_key } : {}),
    ...furtherOf(task),
    version: task.version,
    created_at: task.created_at,
    updated_at: task.updated_at,
    ...(task.completed_at ? { completed_at: task.completed_at } : {}),
    ...(wants('comments') || wants('comment') ? { comments: comments.rows } : {}),
    comments_total: total,
    ...(reminders.length > 0 ? { reminders } : {}),
    ...(claim ? { claim: { by: claim.holder.name, until: claim.expires_at } } : {}),
    ...(more.length > 0 ? { read_more: more, more: saying(raw, description?.next) } : {}),
  }
}

const saying = (task: Task, next: number | undefined) =>
  `Cut.${next === undefined ? '' : ` The description has ${task.description?.length} characters, of which these end at ${next}.`} Read on: get_task with this id and one of read_more.`

/** The newest that fit, oldest first; or those before one, or the rest of one. */
function commentsOf(
  task: Task,
  deps: DetailDeps,
  reader: Reader,
  place: Place | undefined,
  total: number,
): { rows: Record<string, unknown>[]; more: string[] } {
  if (place?.section === 'comment') {
    const comment = deps.comments.page(task.id, place.at - 1, 1).find(({ id }) => id === place.at)
    if (!comment) throw invalidField('/read_more', `task ${task.id} has no comment ${place.at} (any more); leave read_more out`)
    const { row, more } = commentRow(comment, deps, { ...reader, tokens: reader.tokens }, place.from)
    return { rows: [row], more: more ? [more] : [] }
  }
  // Which come before one is counted from the oldest: a comment that goes meanwhile repeats one, and loses none.
  const end = place ? Math.min(place.at, total) : total
  const latest = end === 0 ? [] : deps.comments.list(task.id, Math.max(0, end - shownComments), Math.min(end, shownComments))
  const needed = task.description && !place ? tokensOf(task.description.slice(0, 40_000)) : 0
  const tokens = Math.max(reader.tokens * shareOfComments, reader.tokens - needed)
  const rows: Record<string, unknown>[] = []
  const more: string[] = []
  let left = tokens
  for (const comment of latest.toReversed()) {
    // The newest is shown in any case, one that is older only if there is room for a good part of it.
    if (rows.length > 0 && left < Math.min(tokens * 0.2, tokensOf(comment.body) + 40)) break
    const { row, more: rest } = commentRow(comment, deps, { ...reader, tokens: Math.max(50, left - 60) })
    left -= tokensOf(row)
    rows.unshift(row)
    if (rest) more.push(rest)
  }
  if (end > rows.length) more.push(`comments:${end - rows.length}`)
  return { rows, more }
}
