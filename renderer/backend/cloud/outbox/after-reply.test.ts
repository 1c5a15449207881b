import { expect, test } from 'vitest'
import type { Comment } from '../../../../shared/schema/comment.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import { afterReply } from './after-reply.ts'
import { isAhead } from './waiting-links.ts'
import type { Draft, Write } from './write.ts'

const at = '2026-01-01T00:00:00.000Z'
const task = { id: 12, version: 3, title: 'Rye' } as Task
const ana = { slug: 'ana', name: 'Ana', email: null, phone: null, organization: null, role: null, created_at: at, updated_at: at }
let turn = 0
const write = (draft: Draft): Write => ({ ...draft, turn: ++turn, page: 'p' })
const changesOf = (sent: Write, reply: Parameters<typeof afterReply>[1], ...waiting: Write[]) => afterReply(sent, reply, waiting).map(({ changes }) => changes)

const create = write({ kind: 'create', id: 900, key: 'k', body: { title: 'Rye' }, at })
const change = (id: number, version: number | undefined) => write({ kind: 'change', id, key: 'k', body: { title: 'Oat' }, base: task, version })

test('[PW6] what waits for a new task gets its number and its version', () => {
  const removed = write({ kind: 'delete', id: 900, version: undefined })
  expect(changesOf(create, { ...task, version: 1 }, change(900, undefined), removed, change(11, 1))).toEqual([
    { id: 12, version: 1 },
    { id: 12, version: 1 },
  ])
})

test('[PW6] a change of the version that was sent goes on from the answer; one that saw another version keeps it', () => {
  expect(changesOf(change(12, 2), task, change(12, 2), change(12, 7))).toEqual([{ id: 12, version: 3 }, { id: 12 }])
})

test('[PW7] what somebody else wrote before the answer is met by what waits, and not written over', () => {
  expect(changesOf(change(12, 1), task, change(12, 1))).toEqual([{ id: 12, version: 2 }])
  expect(changesOf(create, task, change(900, undefined))).toEqual([{ id: 12, version: 1 }])
})

test('[PW6] a task that came back for a comment takes what waits for it along, and its version is unknown', () => {
  const comment = { id: 4, task_id: 31, body: 'Wait' } as Comment
  const sent = write({ kind: 'comment', id: 12, key: 'k', shown: { ...comment, task_id: 12 } })
  const schedule = write({ kind: 'unremind', id: 12, scheduleId: 5 })
  expect(changesOf(sent, comment, change(12, 2), schedule)).toEqual([{ id: 31, version: undefined }, { id: 31 }])
  expect(changesOf(sent, { ...comment, task_id: 12 }, change(12, 2))).toEqual([])
})

test('[PW7] a contact that the cloud calls otherwise is called so in what waits', () => {
  const sent = write({ kind: 'contact', id: -1, key: 'k', body: { name: 'Ana' }, shown: ana })
  const changed = write({ kind: 'contact-change', id: -1, key: 'k', slug: 'ana', body: { phone: '1' }, base: ana })
  const deleted = write({ kind: 'contact-delete', id: -1, slug: 'ana', base: ana })
  const reply = { ...ana, slug: 'ana-2', updated_at: '2026-01-02T00:00:00.000Z' }
  expect(changesOf(sent, reply, changed, deleted)).toEqual([{ slug: 'ana-2' }, { slug: 'ana-2', base: { ...ana, updated_at: reply.updated_at } }])
})

test('[PW6] [PW7] a task that names a new contact waits for them, and names them as the cloud does; one from before means somebody else', () => {
  const before = write({ kind: 'create', id: 901, key: 'b', body: { title: 'Oat', requesters: ['ana'] }, at })
  const sent = write({ kind: 'contact', id: -1, key: 'k', body: { name: 'Ana' }, shown: ana })
  const named = write({ kind: 'create', id: 902, key: 'n', body: { title: 'Rye', requesters: ['bo', 'ana'] }, at })
  const all = [before, sent, named]
  expect(all.filter((one) => isAhead(one, all))).toEqual([named])
  expect(afterReply(sent, { ...ana, slug: 'ana-2' }, all)).toEqual([{ write: named, changes: { body: { title: 'Rye', requesters: ['bo', 'ana-2'] } } }])
})

test('nothing waits for a delete', () => {
  expect(afterReply(write({ kind: 'delete', id: 12, version: 2 }), undefined, [change(12, 2)])).toEqual([])
})

test('[PW6] a comment that is changed while it is on its way is changed there, also where it came back under another number', () => {
  const shown = { id: -3, task_id: 12, body: 'Wait' } as Comment
  const sent = write({ kind: 'comment', id: 12, key: 'k', shown })
  const changed = (commentId: number) => write({ kind: 'comment-change', id: 12, key: 'k', commentId, was: 'Wait', shown: { ...shown, body: 'Wait here' } })
  const deleted = (commentId: number) => write({ kind: 'comment-delete', id: 12, commentId })
  expect(changesOf(sent, { ...shown, id: 40 }, changed(-3), deleted(7))).toEqual([{ commentId: 40 }])
  expect(changesOf(changed(40), { ...shown, id: 41 }, changed(40), deleted(40))).toEqual([{ commentId: 41 }, { commentId: 41 }])
})
