import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('navigator', { languages: ['de-DE'] })
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('[W52] why a task does not become a part is said in the language of the person', async () => {
  const [{ explain }, { ApiError }] = [await import('./explain.ts'), await import('./api.ts')]
  const refused = (extra: object) => new ApiError({ type: '', title: '', status: 409, detail: 'In English.', instance: '', code: 'conflict', ...extra })
  expect(explain('Nicht gespeichert.', refused({ max_depth: 5 }))).toBe('Nicht gespeichert. Teile lassen sich höchstens 5 Ebenen tief verschachteln.')
  expect(explain('Nicht gespeichert.', refused({ path: ['1', '2', '1'] }))).toContain('#1 → #2 → #1')
})
