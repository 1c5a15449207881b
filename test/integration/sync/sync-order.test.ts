// What a cloud tells and answers may come in any order: each of these once lost something, or was never agreed upon.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ana, ben, openSide, type Side } from '../../support/sync/sync-side.ts'

let side: Side
beforeEach(() => {
  side = openSide()
})
afterEach(() => side.close())

const uids = { task: '01a1ff40-0000-7000-8000-000000000001', other: '01a1ff40-0000-7000-8000-000000000002', comment: '01a1ff40-0000-7000-8000-000000000003' }
const as = { actor: ana }

function taskThere(id: number, seq: number, uid = uids.task, title = 'from there') {
  side.tell(seq, 'task.created', id, { uid, title, description: 'first', status: 'todo', priority: 'medium', labels: [], requesters: [], version: 1 })
  return (side.store.byUid('task', uid) as { local_id: number }).local_id
}

function commentThere(id: number, seq: number, task_id: number, body = 'a word') {
  side.tell(seq, 'comment.created', id, { uid: uids.comment, body, author: ben, version: 1 }, { task_id })
  return (side.store.byUid('comment', uids.comment) as { local_id: number }).local_id
}

const bodies = (task: number) => side.comments.list(task).map(({ body }) => body)
/** The entry of the journal in which it was deleted here. */
function deleteOf(task: number) {
  const item = side.itemOf('task', task)
  return (item && side.store.lastDelete(item)?.seq) ?? 0
}
const taskIsGone = (id: number, seq: number) => side.tell(seq, 'task.deleted', id, null)

it('[X9] what is gone there is waited for as long as the stream goes on, however slowly: it tells what else was written before the end', () => {
  let clock = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  const task = taskThere(1, 1)
  side.tasks.update(task, { title: 'needed here' }, as)
  side.send()
  side.answer(39, { status: 'gone' })
  for (let seq = 2; seq < 39; seq++) {
    clock += 15_000
    if (seq === 30) side.tell(seq, 'task.updated', 1, { description: 'first\nand then' })
    else side.takeIn([], seq)
    expect(side.send()).toEqual([])
  }
  taskIsGone(1, 39)
  expect(side.send()).toMatchObject([{ action: 'create', fields: { title: 'needed here', description: 'first\nand then' } }])
  vi.restoreAllMocks()
})

it('[X7] what was written just before a delete goes there before the delete: who brings the task back there has it', () => {
  const task = taskThere(1, 1)
  side.tasks.update(task, { description: 'first\nlast line' }, as)
  const { uid } = side.comments.create(task, { body: 'last word' }, as)
  const gone = side.comments.create(task, { body: 'thrown away' }, as)
  side.comments.remove(task, gone.id, as)
  side.tasks.remove(task, as)
  expect(side.send()).toMatchObject([
    { action: 'update', id: 1, fields: { description: 'first\nlast line' } },
    { action: 'create', uid, task_uid: uids.task, fields: { body: 'last word' } },
  ])
})

describe('what hangs on a task that ends and begins again there', () => {
  it('[X9] a comment that arrived at the new one, before the end of the old one was told, stays', () => {
    const task = taskThere(1, 1)
    side.comments.create(task, { body: 'mine' }, as)
    expect(side.send()).toMatchObject([{ action: 'create', fields: { body: 'mine' } }])
    // Meanwhile the task was deleted (2) and made again (3) there; the comment went to that one (4).
    side.answer(4, { status: 'applied', id: 9, version: 1 })
    taskIsGone(1, 2)
    taskThere(2, 3, uids.task, 'made again')
    expect(side.tasks.get(task).title).toBe('made again')
    expect(bodies(task)).toEqual(['mine'])
    expect(side.send()).toEqual([])
  })

  it('[X9] the same when its echo comes only after the task is back', () => {
    const task = taskThere(1, 1)
    const { id, uid } = side.comments.create(task, { body: 'mine' }, as)
    side.send()
    side.tasks.remove(task, as)
    taskIsGone(1, 2)
    taskThere(2, 3)
    side.tell(4, 'comment.created', 9, { uid, body: 'mine', author: ana, version: 1 }, { task_id: 2 })
    side.answer(4, { status: 'applied', id: 9, version: 1 })
    expect(side.comments.get(task, id).body).toBe('mine')
    expect(side.send()).toEqual([])
  })

  it('[X9] the same when only the answer comes then, and when the task is deleted here meanwhile', () => {
    const task = taskThere(1, 1)
    side.comments.create(task, { body: 'mine' }, as)
    side.send()
    side.tasks.remove(task, as)
    taskIsGone(1, 2)
    taskThere(2, 3)
    side.answer(4, { status: 'applied', id: 9, version: 1 })
    expect(bodies(task)).toEqual(['mine'])
    expect(side.send()).toEqual([])
  })

  it('[X9] one that is known to be at the new task is not sent again with the task that stays', () => {
    const task = taskThere(1, 1)
    const { id } = side.comments.create(task, { body: 'mine' }, as)
    side.send()
    side.answer(4, { status: 'applied', id: 9, version: 1 })
    side.tasks.update(task, { priority: 'high' }, as)
    taskIsGone(1, 2)
    expect(side.itemOf('comment', id)).toMatchObject({ base: { body: 'mine' }, localChangeCount: 0, lastEventId: 4 })
    expect(side.send()).toMatchObject([{ action: 'create', uid: uids.task }])
  })

  it('[X9] a comment that moved here to a task that is deleted there stays, with that task', () => {
    const from = taskThere(1, 1)
    const into = taskThere(2, 2, uids.other)
    commentThere(8, 3, 1)
    side.merge(from, into, as)
    side.send()
    taskIsGone(2, 4)
    expect(bodies(into)).toEqual(['a word'])
  })
})

describe('a write to what is gone there', () => {
  it('[X7] an edit waits for what was written there before the end', () => {
    const task = taskThere(1, 1)
    side.tasks.update(task, { status: 'done' }, as)
    expect(side.send()).toMatchObject([{ action: 'update' }])
    side.answer(3, { status: 'gone' })
    expect(side.send()).toEqual([])
    side.tell(2, 'task.updated', 1, { description: 'first\nfrom the phone' })
    taskIsGone(1, 3)
    expect(side.send()).toMatchObject([{ action: 'create', fields: { status: 'done', description: 'first\nfrom the phone' } }])
  })

  it('[X7] so does a comment, which keeps its task', () => {
    const task = taskThere(1, 1)
    side.comments.create(task, { body: 'mine' }, as)
    side.send()
    side.answer(3, { status: 'gone' })
    expect(side.send()).toEqual([])
    side.tell(2, 'task.updated', 1, { description: 'first\nfrom the phone' })
    taskIsGone(1, 3)
    expect(side.send()).toMatchObject([
      { action: 'create', uid: uids.task, fields: { description: 'first\nfrom the phone' } },
      { action: 'create', fields: { body: 'mine' } },
    ])
  })
})

describe('what was made again there and deleted by somebody, before this list has heard of it', () => {
  /** The task ended there with its comment (3, 4) and stays here, for there is a comment of ours; another list made both again (5, 6), and a phone deleted theirs (7). */
  function keepOverDelete(edit?: string) {
    const task = taskThere(1, 1)
    const comment = commentThere(11, 2, 1, 'a word')
    side.comments.create(task, { body: 'mine' }, as)
    taskIsGone(1, 3)
    side.tell(4, 'comment.deleted', 11, null, { task_id: 1, cause: 3 })
    if (edit !== undefined) side.comments.update(task, comment, { body: `a word\n${edit}` }, as)
    expect(side.send()).toMatchObject([
      { action: 'create', uid: uids.task, after: 4 },
      { action: 'create', uid: uids.comment, after: 4 },
      { action: 'create', after: 4 },
    ])
    const row = { uid: uids.task, title: 'from there', description: 'first', status: 'todo', priority: 'medium', labels: [], requesters: [] }
    side.answer(8, { status: 'conflict', id: 2, version: 1, row }, { status: 'conflict' }, { status: 'applied', id: 13, version: 1 })
    return task
  }
  function tellTheRest() {
    taskThere(2, 5)
    side.tell(6, 'comment.created', 12, { uid: uids.comment, body: 'a word\nof another list', author: ben, version: 1 }, { task_id: 2 })
    side.tell(7, 'comment.deleted', 12, null, { task_id: 2 })
    side.takeIn([], 8)
  }

  it('[X7] stays deleted, and is not sent again before that was told', () => {
    const task = keepOverDelete()
    expect(side.send()).toEqual([])
    tellTheRest()
    expect(bodies(task)).toEqual(['mine'])
    expect(side.send()).toEqual([])
  })

  it('[X7] comes back with all that was written into it, if something was written into it here', () => {
    const task = keepOverDelete('and more')
    expect(side.send()).toEqual([])
    tellTheRest()
    expect(bodies(task)).toEqual(['a word\nof another list\nand more', 'mine'])
    expect(side.send()).toMatchObject([{ action: 'create', uid: uids.comment, fields: { body: 'a word\nof another list\nand more' }, after: 8 }])
  })
})

it('[X9] an answer that names a task which has not been told of yet waits for it', () => {
  const task = taskThere(1, 1)
  const comment = commentThere(8, 2, 1)
  side.comments.update(task, comment, { body: 'a word\nmine' }, as)
  // Meanwhile it was moved to a task that is new there.
  const moved = { status: 'conflict' as const, id: 9, version: 1, row: { body: 'a word', task_id: 2 } as never }
  const timeoutMs = vi.spyOn(performance, 'now')
  for (const moment of [10_000, 20_000, 30_000]) {
    timeoutMs.mockReturnValue(moment)
    side.send()
    side.answer(5, moved)
  }
  timeoutMs.mockRestore()
  const home = taskThere(2, 3, uids.other)
  side.tell(4, 'comment.deleted', 8, null)
  commentThere(9, 5, 2)
  expect(side.itemOf('comment', comment)).toMatchObject({ cloud_id: 9, parent: home })
})

describe('deleted here', () => {
  it('[X9] a comment that was deleted before its task is deleted there, too, when the task is wanted again', () => {
    const task = taskThere(1, 1)
    const comment = commentThere(8, 2, 1)
    side.comments.remove(task, comment, as)
    side.tasks.remove(task, as)
    // Nothing goes out before the stream has told all.
    side.send()
    side.tell(3, 'task.updated', 1, { title: 'wanted' })
    side.answer(3, { status: 'conflict', id: 1, version: 2 })
    expect(side.tasks.get(task).title).toBe('wanted')
    expect(bodies(task)).toEqual([])
    expect(side.send()).toMatchObject([{ action: 'delete', uid: uids.comment, id: 8 }])
  })

  it('[X9] the same when a person takes the delete of the task back', () => {
    const task = taskThere(1, 1)
    const comment = commentThere(8, 2, 1)
    side.comments.remove(task, comment, as)
    side.tasks.remove(task, as)
    side.send()
    side.undo.undo({ entry: deleteOf(task) }, as)
    side.answer(3, { status: 'conflict', id: 1, version: 1 })
    expect(side.send()).toMatchObject([{ action: 'delete', uid: uids.comment, id: 8 }])
  })

  it('[X7] a delete that was taken back before it was told stays taken back', () => {
    const task = taskThere(1, 1)
    side.tasks.remove(task, as)
    expect(side.send()).toMatchObject([{ action: 'delete' }])
    side.undo.undo({ entry: deleteOf(task) }, as)
    taskIsGone(1, 2)
    side.answer(2, { status: 'applied', id: 1 })
    expect(side.tasks.get(task).title).toBe('from there')
    expect(side.send()).toMatchObject([{ action: 'create', uid: uids.task }])
  })

  it('[X9] [U2] what came back by itself, with another task, does not keep the delete from being taken back', () => {
    const task = taskThere(1, 1)
    const other = taskThere(2, 2, uids.other)
    commentThere(8, 3, 1)
    side.tasks.remove(task, as)
    // Somebody merged the two there.
    side.tell(4, 'comment.deleted', 8, null)
    commentThere(9, 5, 2)
    expect(bodies(other)).toEqual(['a word'])
    expect(side.undo.undo({ entry: deleteOf(task) }, as).conflicts).toEqual([])
    expect(side.tasks.get(task).title).toBe('from there')
    expect([bodies(task), bodies(other)]).toEqual([[], ['a word']])
  })
})

it('[X9] a reminder that comes back has the rule that it has there, and nothing of the one with which it went', () => {
  const task = taskThere(1, 1)
  const other = taskThere(2, 2, uids.other)
  const { id, uid } = side.schedules.create(task, { type: 'one_time', before_due_minutes: 30, timezone: 'UTC' }, as)
  side.send()
  side.answer(3, { status: 'applied', id: 8, version: 1 })
  // Merged there into the other task, where it has become one that repeats.
  side.tell(4, 'schedule.deleted', 8, null, { task_id: 1 })
  const rule = { type: 'interval', interval_days: 3, fire_at: null, before_due_minutes: null, day_of_week: null, day_of_month: null, time: null }
  side.tell(5, 'schedule.created', 9, { uid, ...rule, rule: null, starts_on: null, timezone: 'UTC', enabled: true, version: 1 }, { task_id: 2 })
  expect(side.schedules.get(other, id)).toMatchObject(rule)
  expect(side.send()).toEqual([])
})

describe('links that are turned round here: what is refused as a circle is tried again once the other link is gone there', () => {
  /** There, the first waits for its part; here, the part becomes the whole. */
  function turnRound() {
    const [first, part] = [taskThere(1, 1), taskThere(2, 2, uids.other)]
    side.tell(3, 'task.updated', 2, { parent_uid: uids.task })
    side.tasks.update(part, { parent_id: null }, as)
    side.tasks.update(first, { parent_id: part }, as)
    expect(side.send()).toMatchObject([
      { id: 1, fields: { parent_uid: uids.other } },
      { id: 2, fields: { parent_uid: null } },
    ])
    return first
  }
  const circle = { status: 'refused', reason: 'Task 1 would wait for itself.' } as const
  const again = { action: 'update', uid: uids.task, fields: { parent_uid: uids.other } }

  it('[T18] [X16] by the write that was sent with it', () => {
    const first = turnRound()
    side.answer(4, circle, { status: 'applied', id: 2, version: 3 })
    expect(side.itemOf('task', first)?.problem).toBeNull()
    expect(side.send()).toMatchObject([again])
    side.answer(5, circle)
    // Once for each time that links change there.
    expect(side.itemOf('task', first)?.problem?.reason).toBe(circle.reason)
    expect(side.send()).toEqual([])
  })

  it('[X16] and why it was refused names tasks as they are called here', () => {
    const [whole, part] = [taskThere(10, 1), taskThere(12, 2, uids.other)]
    side.tasks.update(part, { parent_id: whole }, as)
    side.send()
    side.answer(4, { status: 'refused', reason: 'Task 12 would wait for itself: 12 → 10 → 12. Remove one of these links first. 12 links.' })
    const way = [part, whole, part].join(' → ')
    expect(side.refusals.list().map(({ reason }) => reason)).toEqual([`Task ${part} would wait for itself: ${way}. Remove one of these links first. 12 links.`])
  })

  it('[T18] [X16] by somebody else', () => {
    turnRound()
    side.answer(4, circle, { status: 'conflict', id: 2, version: 3 })
    expect(side.send()).toEqual([])
    side.tell(4, 'task.updated', 2, { parent_uid: null })
    expect(side.send()).toMatchObject([again])
  })

  it('[T18] [X16] with a task that is deleted, here or there', () => {
    for (const isHere of [true, false]) {
      const [first, between, last] = [taskThere(1, 1), taskThere(2, 2, uids.comment), taskThere(3, 3, uids.other)]
      side.tell(4, 'task.updated', 2, { parent_uid: uids.task, blocker_uids: [uids.other] })
      side.tasks.remove(between, as)
      side.tasks.update(first, { parent_id: last }, as)
      side.takeIn([], 5)
      expect(side.send()).toMatchObject([{ id: 1 }, { action: 'delete', id: 2 }])
      side.answer(5, circle, isHere ? { status: 'applied', id: 2 } : { status: 'conflict' })
      if (!isHere) taskIsGone(2, 6)
      expect(side.send()).toMatchObject([again])
      side.close()
      side = openSide()
    }
  })
})

describe('the last words on a task that was deleted here, once they are there', () => {
  /** They are sent, and the stream tells of them before the reply is read. */
  function saysLastWords() {
    const task = taskThere(1, 1)
    const { id, uid } = side.comments.create(task, { body: 'last word' }, as)
    side.tasks.remove(task, as)
    expect(side.send()).toMatchObject([{ action: 'create', uid, task_uid: uids.task }])
    side.tell(2, 'comment.created', 8, { uid, body: 'last word', author: ana, version: 1 }, { task_id: 1 })
    return { id, uid }
  }

  it('[X9] belong to that task: they go with it', () => {
    const { id } = saysLastWords()
    // Nothing goes out for the task before the reply was read.
    expect(side.itemOf('comment', id)).toMatchObject({ cloud_id: 8, parent: 1 })
    side.answer(2, { status: 'applied', id: 8, version: 1 })
    expect(side.send()).toMatchObject([{ action: 'delete', uid: uids.task, id: 1, after: 2 }])
  })

  it('[X16] are not called refused once they are gone with it there, too', () => {
    const { id } = saysLastWords()
    taskIsGone(1, 3)
    side.tell(4, 'comment.deleted', 8, null, { task_id: 1, cause: 3 })
    side.answer(4, { status: 'refused', reason: 'too late' })
    expect(side.itemOf('comment', id)?.problem).toBeNull()
  })
})
