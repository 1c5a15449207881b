import { afterEach, expect, it } from 'vitest'
import { existingTask } from '../../../electron/service/tasks/same-tasks.ts'
import { ana, openSide } from '../../support/sync/sync-side.ts'

const side = openSide()
afterEach(() => side.close())

it('[M6] the newest are compared without a search, which may be behind: a final stop or a space more is no other task', () => {
  const { id } = side.tasks.create({ title: 'Water the plants in the kitchen' }, { actor: ana })
  expect(existingTask(side.tasks, { title: 'Water the plants in the kitchen.' })?.id).toBe(id)
  expect(existingTask(side.tasks, { title: ' water  the plants in the kitchen' })?.id).toBe(id)
  expect(existingTask(side.tasks, { title: 'Water the plants in the hall' })).toBe(undefined)
  side.tasks.update(id, { status: 'done' }, { actor: ana })
  expect(existingTask(side.tasks, { title: 'Water the plants in the kitchen.' })).toBe(undefined)
})
