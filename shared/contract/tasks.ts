import { Type } from 'typebox'
import { Id, object, oneOf, Timestamp } from '../schema/field.ts'
import { listSorts } from '../domain/tasks/due-order.ts'
import { wordFields } from '../domain/tasks/words-in-use.ts'
import { SearchStatus } from '../schema/search-status.ts'
import { DueField, DuplicateCandidate, DuplicatePair, NewTask, PriorityField, SearchHit, StatusField, type Task, TaskPatch, TaskView } from '../schema/task.ts'
import { paging } from './paging.ts'
import { defineContract } from './route.ts'

export const TaskParams = object('TaskParams', { id: Id })

const ListTasksQuery = object('TaskFilter', {
  status: Type.Optional(Type.Array(StatusField, { description: 'May repeat: ?status=todo&status=done' })),
  priority: Type.Optional(Type.Array(PriorityField)),
  label: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { description: 'Tasks with any of these labels.' })),
  requester: Type.Optional(Type.Array(Type.String({ maxLength: 320 }), { description: 'Tasks from any of these requesters.' })),
  assignee: Type.Optional(Type.Array(Type.String({ maxLength: 320 }), { description: 'Tasks of any of these; me: of whoever asks, none: of nobody.' })),
  due_before: Type.Optional({ ...DueField, description: 'Tasks due earlier than this day or moment.' }),
  due_after: Type.Optional({ ...DueField, description: 'Tasks due on this day or at this moment, or later.' }),
  overdue: Type.Optional(Type.Boolean({ description: 'true: tasks that are not done though their day is over, or their moment has passed.' })),
  completed_after: Type.Optional({ ...Timestamp, description: 'Tasks done at this moment or later. One that was reopened is not done.' }),
  ready: Type.Optional(Type.Boolean({ description: 'true: tasks that whoever asks can begin. false: tasks in backlog or todo that wait for other tasks.' })),
  inbox: Type.Optional(Type.Boolean({ description: 'true: tasks in the Inbox: nobody has triaged them, and they are not done.' })),
  parent: Type.Optional({ ...Id, description: 'The parts of this task.' }),
  blocker: Type.Optional({ ...Id, description: 'The tasks that wait, or waited, for this one: it is in their blocked_by.' }),
  id: Type.Optional(Type.Array(Id, { maxItems: 200, description: 'The tasks with these ids, as far as there are any.' })),
  uid: Type.Optional(
    Type.Array(Type.String({ format: 'uuid' }), { description: 'The tasks with these uids, as the journal names them in parent_uid and blocker_uids.' }),
  ),
  timezone: Type.Optional(
    Type.String({ maxLength: 100, description: 'Where a day is over, for overdue: an IANA name. Default: of the service; of the cloud UTC.' }),
  ),
  sort: Type.Optional(
    oneOf(
      listSorts,
      'newest: the newest first. due: what is due first comes first, a day counting as its first moment; what is not due comes last. Default: newest.',
    ),
  ),
  ...paging,
})

const onDuplicate = oneOf(
  ['create', 'return', 'reject'],
  'If a task like it exists: create anyway (the default), return the existing one (200 and X-Duplicate-Of), or reject (409 with the candidates).',
)

export const taskContract = defineContract({
  listTasks: {
    method: 'GET',
    path: '/tasks',
    tag: 'Tasks',
    summary: 'List tasks, newest first or by due date',
    query: ListTasksQuery,
    reply: Type.Array(TaskView),
    status: 200,
    etag: 'revision',
  },
  createTask: {
    method: 'POST',
    path: '/tasks',
    tag: 'Tasks',
    summary: 'Create a task',
    query: object('CreateTaskQuery', { on_duplicate: Type.Optional(onDuplicate) }),
    body: NewTask,
    reply: TaskView,
    status: 201,
    otherStatuses: [200],
    etag: 'version',
    location: (task: Task) => `/tasks/${task.id}`,
    idempotent: true,
  },
  listTaskWords: {
    method: 'GET',
    path: '/tasks/words',
    tag: 'Tasks',
    summary: 'List the labels, requesters or assignees that tasks have, most used first',
    query: object('TaskWordsQuery', {
      field: oneOf(wordFields, 'Of which field.'),
      q: Type.Optional(Type.String({ maxLength: 320, description: 'Those that contain this; case and accents do not count.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'Default: 100.' })),
    }),
    reply: Type.Array(
      object('TaskWord', {
        word: Type.String(),
        open: Type.Integer({ minimum: 0, description: 'Tasks with it that are not done.' }),
        total: Type.Integer({ minimum: 1, description: 'All tasks with it.' }),
      }),
    ),
    status: 200,
  },
  getTask: {
    method: 'GET',
    path: '/tasks/:id',
    tag: 'Tasks',
    summary: 'Read one task',
    params: TaskParams,
    reply: TaskView,
    status: 200,
    etag: 'version',
  },
  updateTask: {
    method: 'PATCH',
    path: '/tasks/:id',
    tag: 'Tasks',
    summary: 'Change the given fields',
    params: TaskParams,
    body: TaskPatch,
    reply: TaskView,
    status: 200,
    etag: 'version',
  },
  deleteTask: { method: 'DELETE', path: '/tasks/:id', tag: 'Tasks', summary: 'Delete a task with its comments and schedules', params: TaskParams, status: 204 },
})

const searchModes = ['hybrid', 'keyword', 'semantic'] as const

export const searchContract = defineContract({
  searchTasks: {
    method: 'GET',
    path: '/tasks/search',
    tag: 'Search',
    summary: 'Search tasks by words and meaning, best first',
    query: object('SearchQuery', {
      q: Type.String({
        minLength: 1,
        maxLength: 100_000,
        description:
          'Words to look for. status:todo priority:high label:bug requester:ana assignee:ana due:<2026-12-01 created:7d updated:today is:overdue is:ready is:blocked is:inbox "exact phrase" -not narrow it down.',
      }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 20.' })),
      mode: Type.Optional(oneOf(searchModes, 'By words, by meaning, or both. Default: hybrid.')),
      rerank: Type.Optional(Type.Boolean({ description: 'false: without the reranker, for answers while typing. Default: as in the settings.' })),
      explain: Type.Optional(Type.Boolean({ description: "Adds each stage's ranks, scores and times to the hits." })),
    }),
    reply: Type.Array(SearchHit),
    status: 200,
  },
  findDuplicates: {
    method: 'POST',
    path: '/tasks/find-duplicates',
    tag: 'Search',
    summary: 'Find tasks that are about the same thing',
    onlyReads: true,
    body: object('DuplicateQuery', {
      text: Type.String({
        minLength: 1,
        maxLength: 100_000,
        pattern: '\\S',
        description: 'A title, a whole report, or a dedupe_key.',
        'x-hint': 'must contain at least one visible character',
      }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 5.' })),
      threshold: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'Leave out candidates that score less; 0.8 leaves the likely ones. Default: 0.005, whatever is similar at all.',
        }),
      ),
      exclude_id: Type.Optional(Id),
    }),
    reply: Type.Array(DuplicateCandidate),
    status: 200,
  },
  listDuplicates: {
    method: 'GET',
    path: '/tasks/duplicates',
    tag: 'Search',
    summary: 'Pairs of tasks that may be the same, found in the background, likeliest first',
    query: object('DuplicatesQuery', {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Default: 100.' })),
      threshold: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'Leave out pairs that score less. Default: 0.8.' })),
      task: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Only pairs with this task.' })),
    }),
    reply: Type.Array(DuplicatePair),
    status: 200,
  },
  judgeDuplicates: {
    method: 'POST',
    path: '/tasks/duplicates',
    tag: 'Search',
    summary: 'Mark two tasks as different, so that they are no longer a possible duplicate. Only a person can decide.',
    body: object('DuplicateJudgement', {
      a: Id,
      b: Id,
      distinct: Type.Boolean({ description: 'true: they are two tasks; false: takes that back.' }),
    }),
    status: 204,
  },
  mergeTask: {
    method: 'POST',
    path: '/tasks/:id/merge',
    tag: 'Search',
    summary: 'Merge two tasks: comments, labels, requesters and schedules move to the other, and this one is deleted',
    params: TaskParams,
    body: object('MergeRequest', { into: Id }),
    reply: TaskView,
    status: 200,
    etag: 'version',
    idempotent: true,
  },
  searchStatus: {
    method: 'GET',
    path: '/search/status',
    tag: 'Search',
    summary: 'Status of search: how much is indexed, and which models are used',
    reply: SearchStatus,
    status: 200,
  },
})
