// The SQL that chooses the next task, beside the rule that it stands for.
import * as fc from 'fast-check'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../../electron/service/db/open.ts'
import { createNextStore } from '../../../electron/service/work/next-store.ts'
import { type Candidate, chooseNext } from '../../../shared/domain/tasks/choose-next.ts'
import { type Status, statuses, type Task } from '../../../shared/schema/task.ts'
import { temporaryFolder } from '../../support/service/service.ts'

const folder = temporaryFolder()
let db: ReturnType<typeof openDatabase>
beforeAll(() => (db = openDatabase(join(folder.path, 'tandem.db'))))
afterAll(() => {
  db.close()
  folder.remove()
})

interface Row extends Pick<Task, 'priority' | 'due' | 'assignee' | 'labels' | 'created_at'> {
  status: Status
  blockers: number[]
  parent: number | null
}

const labels = ['home', 'x","home', 'cafe\u0301', 'caf\u00e9', 'Home', '"home"']
const place = fc.nat(11)
const row: fc.Arbitrary<Row> = fc.record({
  status: fc.constantFrom(...statuses, 'todo', 'backlog'),
  priority: fc.constantFrom('low', 'medium', 'high'),
  due: fc.constantFrom(null, null, '2026-12-01', '2026-12-01T08:00:00.000Z', '2026-11-30T23:00:00.000Z'),
  assignee: fc.constantFrom(null, null, 'agent:a', 'agent:A', 'agent:b', 'Ana', 'ANA'),
  labels: fc.uniqueArray(fc.constantFrom(...labels), { maxLength: 2 }),
  created_at: fc.constantFrom('2026-11-20T09:00:00.000Z', '2026-11-20T09:00:00Z', '2026-11-19T09:00:00.000Z'),
  blockers: fc.uniqueArray(place, { maxLength: 2 }),
  parent: fc.option(place, { freq: 3 }),
})

function insert(rows: readonly Row[]): void {
  const statement =
    db.prepare(`INSERT INTO tasks (id, uid, title, status, priority, labels, requesters, version, created_at, updated_at, due, assignee, blocker_uids, parent_uid)
    VALUES (?, ?, 'a task', ?, ?, ?, '[]', 1, ?, ?, ?, ?, ?, ?)`)
  for (const [n, { status, priority, due, assignee, created_at, blockers, parent, ...one }] of rows.entries()) {
    const links = [JSON.stringify(blockers.map((other) => `u${other}`)), parent === null ? null : `u${parent}`]
    statement.run(n + 1, `u${n}`, status, priority, JSON.stringify(one.labels), created_at, created_at, due, assignee, ...links)
  }
}

const candidates = (rows: readonly Row[]): Candidate[] =>
  rows.flatMap(({ status, blockers, priority, due, assignee, labels: words, created_at }, n) => {
    const isOpen = (other: Row | undefined) => other !== undefined && other.status !== 'done'
    const blocked = blockers.some((other) => isOpen(rows[other])) || rows.some((other) => other.parent === n && isOpen(other))
    return status === 'backlog' || status === 'todo' ? [{ id: n + 1, priority, due, assignee, labels: words, created_at, blocked }] : []
  })

it('[A16] chooses and counts as the rule does, whatever there is', () => {
  const choose = createNextStore(db)
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 13 }), { maxLength: 4 }).map((some) => new Set(some))
  const wanted = fc.constantFrom<string[] | undefined>(undefined, [], ['home'], ['caf\u00e9'], ['cafe\u0301', '"home"'], ['none'])
  const me = fc.constantFrom(['agent:a'], [' agent:ａ'], ['Ana', 'ana@example.com'], ['agent:none'])
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), fc.record({ me, claimed: ids, asked: ids, labels: wanted }), (rows, choosing) => {
      db.exec('DELETE FROM tasks')
      insert(rows)
      expect(choose(choosing)).toEqual(chooseNext(candidates(rows), choosing))
    }),
    { numRuns: process.env.TANDEM_LONG ? 3000 : 80 },
  )
})
