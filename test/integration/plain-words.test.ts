// What an older version stored decomposed keeps its spelling, and matches.
import { afterEach, expect, test } from 'vitest'
import type { Task } from '../../shared/schema/task.ts'
import { openApp } from '../support/service/app.ts'
import { call } from '../support/service/http.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test('[T12] rows of an older version: found by label, in lists and in search, and by their dedupe key', async () => {
  const { url, db, close } = await openApp()
  cleanups.push(close)
  const { body: task } = await call<Task>(url, 'POST', '/tasks', { title: 'Menu', labels: ['Café'], dedupe_key: 'café::print::menu' })
  db.prepare('UPDATE tasks SET labels = ?, dedupe_key = ? WHERE id = ?').run(JSON.stringify(['Cafe\u0301']), 'cafe\u0301::print::menu', task.id)
  for (const path of ['/tasks?label=Caf%C3%A9', '/tasks?label=Cafe%CC%81', '/tasks/search?mode=keyword&q=label:caf%C3%A9'])
    expect(
      (await call<Task[]>(url, 'GET', path)).body.map(({ id }) => id),
      path,
    ).toEqual([task.id])
  const again = await call<Task>(url, 'POST', '/tasks?on_duplicate=return', { title: 'Something else', dedupe_key: 'ca\u200bfé::print::menu' })
  expect([again.status, again.body.id]).toEqual([200, task.id])
  expect((await call<Task>(url, 'GET', `/tasks/${task.id}`)).body.labels).toEqual(['Cafe\u0301'])
})
