import { afterAll, expect, it, vi } from 'vitest'
import type { UndoRequest } from '../../../shared/schema/journal.ts'
import type { Backend } from '../../backend/backend.ts'

// As the cloud serves it, which is asked when the modules are read.
vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => 'cloud' }), documentElement: { lang: 'en' } })
afterAll(() => vi.unstubAllGlobals())

it('[W72] in the cloud, too, what the undo of one entry wrote is done again together, whatever comes first', async () => {
  const { provideBackend } = await import('../../backend/backend.ts')
  const { revert } = await import('./revert.ts')
  const asked: UndoRequest[] = []
  const undo = async ({ body }: { body: UndoRequest }) => {
    asked.push(body)
    return { preview: false, done: [], conflicts: [], entries: body.entry === 7 ? [8, 9] : [10], from: null, to: null, left: 0, next: null }
  }
  provideBackend({ api: { undo } } as unknown as Backend)
  const { entries } = await revert([7])
  await revert(entries)
  expect(asked).toEqual([{ entry: 7 }, { entries: [9, 8] }])
})
