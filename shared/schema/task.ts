import { type Static, Type } from 'typebox'
import { clearable, Id, markdown, nullable, object, oneOf, Timestamp, Uid, Version, visibleText, wordList } from './field.ts'
import { type Priority, priorities, type Status, statuses } from './task-words.ts'

export { type Priority, priorities, type Status, statuses }

export const StatusField = oneOf(statuses, 'Where the task stands. Default: backlog.')
export const PriorityField = oneOf(priorities, 'Default: medium.')

const title = visibleText(1000, 'What is to be done, in one line.')
const description = nullable(markdown('Markdown.'))
const labels = wordList('A label.', 100)
const requesters = wordList('Who asked for it: a contact slug, an email address or a name.', 320)

/** Three non-empty parts without colons. At each place only one way to go on: the time that it takes must not grow with the square of a text. */
export const dedupeKeyPattern = '^\\s*[^:\\s][^:]*::\\s*[^:\\s][^:]*::\\s*[^:\\s][^:]*$'
const DedupeKey = Type.String({
  maxLength: 300,
  pattern: dedupeKeyPattern,
  description: 'area::intent::object. Tasks with an equal key are reported as duplicates with score 1.',
  'x-hint': 'must have three non-empty parts, area::intent::object, for example "billing::fix::invoice-pdf"',
})

/** A day in no zone in particular, or a moment. Whether that day exists is asked in shared/domain/time/due.ts. */
export const DueField = Type.String({
  maxLength: 40,
  pattern: '^\\d{4}-\\d\\d-\\d\\d([Tt]\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?([Zz]|[+-]\\d\\d:\\d\\d))?$',
  description: 'A day (2026-11-27), or an RFC 3339 moment.',
  'x-hint': 'must be a day like 2026-11-27, or a moment like 2026-11-27T17:00:00Z',
})

/** What must be true for the task to be done. */
export const Criterion = object('Criterion', {
  text: visibleText(1000, 'One thing that must be true.'),
  evidence_id: Type.Optional(Type.String({ format: 'uuid', description: 'The evidence that answers it.' })),
})
export type Criterion = Static<typeof Criterion>

export const maxBlockers = 50
const TaskUid = Type.String({ format: 'uuid', description: 'The uid of a task: the same on every device.' })

const Place = Type.String({
  maxLength: 240,
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9A-Za-z]+$',
  description: 'The uid of a list, and a key: tasks stand in the order of their keys.',
  'x-hint': 'must be the uid of a saved list, a colon and a key of letters and digits',
})

/** Other tasks, as this list knows them. Stored by uid, since the same task has other ids on other devices. */
const references = {
  parent_id: nullable(Id),
  blocked_by: Type.Array(Id, { maxItems: maxBlockers, uniqueItems: true, description: 'The tasks that must be done first.' }),
}

/**
 * What else a task may have: null (or an empty list) where it has none. A new field is declared here and in shared/sync/synced-fields.ts;
 * docs/recipes.md has the other steps.
 */
const further = {
  dedupe_key: nullable(DedupeKey),
  due: nullable(DueField),
  assignee: nullable(visibleText(320, 'Who does it: an email address, a contact slug, a name, or agent:NAME.')),
  parent_uid: nullable(TaskUid),
  blocker_uids: Type.Array(TaskUid, {
    maxItems: maxBlockers,
    uniqueItems: true,
    description: 'By uid, also those that are deleted: they count again once they are back.',
  }),
  criteria: Type.Array(Criterion, { maxItems: 100, description: 'What must be true for done.' }),
  triage: nullable(oneOf(['waiting'], 'waiting: nobody has decided about it yet, so that it is in the Inbox until it is done. null: somebody has.')),
  places: Type.Array(Place, {
    maxItems: 100,
    uniqueItems: true,
    description: 'Where it was put in saved lists that are in manual order. In others it stands by when it was created, newest first.',
  }),
}

export const Task = object('Task', {
  id: Id,
  uid: Uid,
  title,
  description,
  status: StatusField,
  priority: PriorityField,
  labels,
  requesters,
  ...further,
  version: Version,
  created_at: Timestamp,
  updated_at: Timestamp,
  completed_at: nullable(Timestamp),
})
export type Task = Static<typeof Task>

export const NewTask = object('NewTask', {
  title,
  description: Type.Optional(description),
  status: Type.Optional(StatusField),
  priority: Type.Optional(PriorityField),
  labels: Type.Optional(nullable(labels)),
  requesters: Type.Optional(nullable(requesters)),
  ...clearable(further),
  ...clearable(references),
})
export type NewTask = Static<typeof NewTask>

/** Merge patch: a missing field stays, null clears an optional one. */
export const TaskPatch = object('TaskPatch', { ...NewTask.properties, title: Type.Optional(title) })
export type TaskPatch = Static<typeof TaskPatch>

export const Waiting = object('Waiting', {
  for: oneOf(
    ['blocker', 'parts', 'question', 'proposal', 'claim', 'assignee'],
    'blocker: a task that must be done first; parts: those of its own that are open; question: what a person was asked about it; proposal: its finish, which a person has yet to decide on; claim: who works on it; assignee: whose it is.',
  ),
  id: Type.Optional(Id),
  count: Type.Optional(Type.Integer()),
  who: Type.Optional(Type.String()),
})
export type Waiting = Static<typeof Waiting>

/** A task as it is answered: with what follows from other tasks, from claims and from who asks. */
export const TaskView = object('TaskView', {
  ...Task.properties,
  ...references,
  parts: object('Parts', { open: Type.Integer({ minimum: 0 }), total: Type.Integer({ minimum: 0 }) }),
  ready: Type.Boolean({ description: 'Whoever asks can begin: it is in backlog or todo, and waits for nothing.' }),
  waits_for: Type.Array(Waiting, { description: 'Why it is not ready, if it is in backlog or todo.' }),
  comes_back_at: Type.Optional({ ...Timestamp, description: 'Of a task that is done: when its repeating reminder opens it again.' }),
})
export type TaskView = Static<typeof TaskView>

/** What is stored of a change: other tasks by uid. */
export type TaskFields = Omit<TaskPatch, keyof typeof references>
export type NewTaskFields = Omit<NewTask, keyof typeof references>

/** Which tasks are meant: of each field any of the values, and every field that is given. */
export interface TaskFilter {
  status?: Status[] | undefined
  priority?: Priority[] | undefined
  label?: string[] | undefined
  requester?: string[] | undefined
  /** `me` and `none` are put into words by whoever asks the store. */
  assignee?: string[] | undefined
  /** Those that nobody is assigned to, too. */
  unassigned?: boolean | undefined
  /** Earlier than this day or moment; a day counts as its first moment. */
  due_before?: string | undefined
  /** On this day or at this moment, or later. */
  due_after?: string | undefined
  /** Not done, as of now, by the calendar of whoever asks. */
  overdue?: { today: string; now: string } | undefined
  /** Done at this moment (UTC, with milliseconds) or later. */
  completed_after?: string | undefined
  /** That whoever asks can begin: as whom they are assigned, the tasks that others have claimed, and those that wait for an answer. */
  ready?: { me: readonly string[]; claimed: readonly number[]; asked: readonly number[] } | undefined
  /** In backlog or todo, and waiting for another task. */
  blocked?: boolean | undefined
  /** That nobody has triaged, and that are not done. */
  inbox?: boolean | undefined
  /** Parts of this task. */
  parent?: string | undefined
  /** Those that name this one as a blocker. */
  blocker?: string | undefined
  id?: number[] | undefined
  uid?: string[] | undefined
}

const StageRank = object('StageRank', {
  rank: Type.Integer({ minimum: 1, description: 'Its place in the list of this stage.' }),
  score: Type.Number({ description: "In the stage's own measure: BM25, cosine, fused 0..1, logit." }),
})

export const SearchHit = object('SearchHit', {
  ...Task.properties,
  score: Type.Number({ minimum: 0, maximum: 1, description: 'Comparable within one answer.' }),
  matched: Type.Array(oneOf(['keyword', 'semantic', 'rerank'], 'A stage that found it.')),
  snippet: Type.String({ description: 'The place that matched, with each match between ⟦ and ⟧; from a file, with its name in front.' }),
  file: Type.Optional(Type.String({ description: 'The name of the file in which the words stand, where the task itself does not have them.' })),
  explain: Type.Optional(
    object('SearchExplanation', {
      keyword: Type.Optional(StageRank),
      semantic: Type.Optional(StageRank),
      feedback: Type.Optional({ ...StageRank, description: 'It is one of the three towards which the query was moved.' }),
      fused: Type.Optional(StageRank),
      rerank: Type.Optional(StageRank),
      times_ms: Type.Record(Type.String(), Type.Number(), { description: 'How long each stage of this search took.' }),
    }),
  ),
})
export type SearchHit = Static<typeof SearchHit>

export const DuplicateCandidate = object('DuplicateCandidate', {
  ...Task.properties,
  score: Type.Number({ minimum: 0, maximum: 1, description: 'How likely it is the same task; 1 for an equal dedupe_key.' }),
  likely: Type.Boolean({ description: 'true from a score of 0.8 on: what stops an agent that is about to create it again. Below that it is merely similar.' }),
})
export type DuplicateCandidate = Static<typeof DuplicateCandidate>

export const DuplicatePair = object('DuplicatePair', {
  a: Task,
  b: Task,
  score: Type.Number({ minimum: 0, maximum: 1, description: 'How likely they are the same task.' }),
})
export type DuplicatePair = Static<typeof DuplicatePair>
