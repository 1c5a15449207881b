// The table of what can be done to tasks. A new action is a line here: its key, its command, its place on the bar and in menus follow.
import { priorities, statuses, type Task } from '../../shared/schema/task.ts'
import { can } from '../backend/abilities.ts'
import { queryClient } from '../data/query-client.ts'
import { allClaims, releaseClaim } from '../data/tasks/claims.ts'
import { changeTasks, deleteTasks } from '../data/tasks/many-writes.ts'
import { isInInbox } from '../../shared/domain/tasks/triage.ts'
import { keepInOpen, setPriorities, setStatuses } from '../data/tasks/set-fields.ts'
import { cachedTasks } from '../data/tasks/task-cache.ts'
import { detach, removeBlocker, setStatus, statusBefore } from '../data/tasks/task-steps.ts'
import { copyLinks } from '../lib/copy-link.ts'
import { m } from '../messages/late.ts'
import { focusRequest, type FocusRequest, type Navigation, picked } from '../lib/navigation.ts'
import { linksOf } from '../lib/plan/links.ts'
import { keepForField } from '../lib/press/keys-ahead.ts'
import { moveInList } from './moving.ts'
import { askFor } from './requests.ts'
import type { TaskAction } from './task-action.ts'

const idsOf = (tasks: readonly Task[]) => tasks.map(({ id }) => id)

/** Of no tasks in particular, the key and the sheet of keys speak of one. */
const numberOf = (tasks: readonly Task[]) => Math.max(1, tasks.length)

/** Opens the task at the part that is written in. */
const writes = (part: FocusRequest) => (tasks: readonly Task[], nav: Navigation) => {
  const [task] = tasks
  if (!task) return
  if (nav.openId !== task.id) nav.open(task.id)
  focusRequest.set(part)
  keepForField(() => focusRequest.set(undefined))
}

/** Of one task those that it has are in sight. */
function remind(tasks: readonly Task[], nav: Navigation): void {
  if (tasks.length > 1) askFor('reminder', idsOf(tasks))
  else writes('reminder')(tasks, nav)
}

function stepBack(tasks: readonly Task[]): void {
  const [only] = tasks
  if (only && tasks.length === 1) setStatus(only.id, statusBefore(only.status))
  else void changeTasks(idsOf(tasks), (task) => ({ status: statusBefore(task.status) }), m.many.changed)
}

function remove(tasks: readonly Task[], nav: Navigation): void {
  const gone = new Set(idsOf(tasks))
  if (nav.openId !== undefined && gone.has(nav.openId)) nav.close()
  if (picked.get().size > 0) picked.set(new Set([...picked.get()].filter((id) => !gone.has(id))))
  void deleteTasks(tasks)
}

const isClaimed = ({ id }: Task) => queryClient.getQueryData(allClaims.queryKey)?.has(id) ?? false

const values: TaskAction[] = [
  {
    id: 'keep',
    group: 'values',
    glyph: 'keep',
    name: (tasks) => m.actions.keep(numberOf(tasks)),
    keys: ['i'],
    bar: () => m.actions.keep(1),
    applies: (tasks) => tasks.some(isInInbox),
    does: { run: (tasks) => keepInOpen(idsOf(tasks)) },
  },
  { id: 'status', group: 'values', glyph: 'status', name: () => m.actions.status, keys: ['s'], bar: () => m.fields.status, does: { picker: 'status' } },
  ...statuses.map(
    (status, index): TaskAction => ({
      id: `status ${status}`,
      group: 'values',
      glyph: { status },
      name: () => m.actions.moveTo(m.status[status]),
      keys: [String(index + 1)],
      isValue: true,
      applies: (tasks) => tasks.some((task) => task.status !== status),
      does: { run: (tasks) => setStatuses(idsOf(tasks), status) },
    }),
  ),
  {
    id: 'status back',
    group: 'values',
    glyph: 'status',
    name: () => m.actions.stepBack,
    keys: ['shift+s'],
    isValue: true,
    applies: (tasks) => tasks.some(({ status }) => statusBefore(status) !== status),
    does: { run: stepBack },
  },
  {
    id: 'priority',
    group: 'values',
    glyph: { priority: 'medium' },
    name: () => m.actions.priority,
    keys: ['p'],
    bar: () => m.fields.priority,
    does: { picker: 'priority' },
  },
  ...[...priorities].reverse().map(
    (priority): TaskAction => ({
      id: `priority ${priority}`,
      group: 'values',
      glyph: { priority },
      name: () => m.actions.setPriority(m.priority[priority]),
      keys: [],
      isValue: true,
      applies: (tasks) => tasks.some((task) => task.priority !== priority),
      does: { run: (tasks) => setPriorities(idsOf(tasks), priority) },
    }),
  ),
  { id: 'labels', group: 'values', glyph: 'label', name: () => m.actions.labels, keys: ['l'], bar: () => m.fields.labels, does: { picker: 'labels' } },
  {
    id: 'assignee',
    group: 'values',
    glyph: 'assignee',
    name: () => m.assign.set,
    keys: ['a', 'shift+a'],
    bar: () => m.fields.assignee,
    does: { picker: 'assignee' },
  },
  { id: 'due', group: 'values', glyph: 'due', name: () => m.due.command, keys: ['d', 'shift+d'], bar: () => m.fields.due, does: { picker: 'due' } },
  { id: 'reminder', group: 'values', glyph: 'reminder', name: () => m.actions.remind, keys: ['r'], does: { run: remind } },
  // As in Today, where it puts off the reminder that is due. A field of its own takes what is typed next.
  { id: 'later', group: 'values', glyph: 'reminder', name: () => m.actions.later, keys: ['h'], isValue: true, does: { picker: 'reminder' } },
  { id: 'requesters', group: 'values', glyph: 'requester', name: () => m.actions.requesters, keys: [], does: { picker: 'requesters' } },
]

const links: TaskAction[] = [
  { id: 'part', group: 'links', glyph: 'part', name: () => m.actions.part, keys: ['shift+p'], isSingle: true, does: { run: writes('parts') } },
  { id: 'whole', group: 'links', glyph: 'whole', name: () => m.links.attach, keys: ['shift+i'], does: { picker: 'whole' } },
  {
    id: 'detach',
    group: 'links',
    glyph: 'detach',
    name: ([task]) => m.links.detachFrom((task && linksOf(task).parent_id) ?? 0),
    keys: [],
    isSingle: true,
    applies: ([task, other]) => task !== undefined && other === undefined && linksOf(task).parent_id !== null,
    does: {
      run([task]) {
        const from = task && linksOf(task).parent_id
        if (task && from) detach(task, from)
      },
    },
  },
  { id: 'blocker', group: 'links', glyph: 'blocker', name: () => m.links.addBlocker, keys: ['shift+b'], does: { picker: 'blocker' } },
  ...(can.review
    ? [
        {
          id: 'merge',
          group: 'links',
          glyph: 'merge',
          name: (tasks) => m.actions.merge(numberOf(tasks)),
          keys: [],
          does: { picker: 'merge' },
        } satisfies TaskAction,
      ]
    : []),
]

const texts: TaskAction[] = [
  { id: 'title', group: 'texts', glyph: 'title', name: () => m.actions.title, keys: ['e'], isSingle: true, does: { run: writes('title') } },
  {
    id: 'description',
    group: 'texts',
    glyph: 'description',
    name: () => m.editDescription,
    keys: ['shift+e'],
    isSingle: true,
    does: { run: writes('description') },
  },
  { id: 'comment', group: 'texts', glyph: 'comment', name: () => m.actions.comment, keys: ['m'], isSingle: true, does: { run: writes('comment') } },
]

const move = (by: 1 | -1): TaskAction => ({
  id: by < 0 ? 'move up' : 'move down',
  group: 'order',
  glyph: by < 0 ? 'up' : 'down',
  name: () => (by < 0 ? m.byHand.up : m.byHand.down),
  keys: [by < 0 ? 'alt+arrowup' : 'alt+arrowdown'],
  applies: () => moveInList.get() !== undefined,
  does: { run: (tasks) => moveInList.get()?.(new Set(idsOf(tasks)), by) },
})

const order: TaskAction[] = [move(-1), move(1)]

const end: TaskAction[] = [
  {
    id: 'release',
    group: 'end',
    glyph: 'release',
    name: () => m.actions.release,
    keys: [],
    applies: (tasks) => tasks.some(isClaimed),
    does: { run: (tasks) => tasks.filter(isClaimed).forEach(({ id }) => void releaseClaim(id)) },
  },
  {
    id: 'link',
    group: 'end',
    glyph: 'link',
    name: (tasks) => m.actions.copyLinks(numberOf(tasks)),
    keys: ['y'],
    does: { run: (tasks) => void copyLinks(idsOf(tasks)) },
  },
  {
    id: 'delete',
    group: 'end',
    glyph: 'delete',
    name: (tasks) => m.actions.delete(numberOf(tasks)),
    keys: ['mod+backspace', 'delete'],
    bar: () => m.many.delete,
    isDanger: true,
    does: { run: remove },
  },
]

/** In the order in which commands and menus list them. */
export const taskActions: readonly TaskAction[] = [...values, ...links, ...texts, ...order, ...end]

/** More would push the other commands out of sight. */
const maxBlockersListed = 5

/** Of one task: what it waits for is named. */
function unblockings(task: Task): TaskAction[] {
  const open = cachedTasks(linksOf(task).blocked_by).filter(({ status }) => status !== 'done')
  return open.slice(0, maxBlockersListed).map((blocker) => ({
    id: `unblock ${blocker.id}`,
    group: 'links',
    glyph: 'detach',
    name: () => `${m.links.removeBlocker(blocker.id)}: ${blocker.title}`,
    keys: [],
    does: { run: () => removeBlocker(task, blocker) },
  }))
}

/** What can be done to these: what takes one task is left out where they are several. */
export function actionsFor(tasks: readonly Task[]): TaskAction[] {
  const [only] = tasks
  if (!only) return []
  const fitting = taskActions.filter(({ isSingle, applies }) => !(isSingle && tasks.length > 1) && (applies?.(tasks) ?? true))
  if (tasks.length > 1) return fitting
  return fitting.flatMap((action) => (action.id === 'blocker' ? [action, ...unblockings(only)] : action))
}
