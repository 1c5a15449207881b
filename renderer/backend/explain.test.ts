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

test('[W52] what a full team, or a locked one, answers is said in the language of the person', async () => {
  const [{ explain }, { ApiError }] = [await import('./explain.ts'), await import('./api.ts')]
  const refused = (code: string, extra: object) => new ApiError({ type: '', title: '', status: 403, detail: 'In English.', instance: '', code, ...extra })
  expect(explain('Nein.', refused('quota_exceeded', { quota: 'tasks', used: 12, limit: 1200 }))).toMatch(/^Nein\. Das Team kann 1\.200 Aufgaben haben\./)
  expect(explain('Nein.', refused('quota_exceeded', { quota: 'text_bytes', limit: 4_294_967_296 }))).toContain('4.295 MB Text')
  expect(explain('Nein.', refused('quota_exceeded', { quota: 'daily_events', limit: 5, retry_after: 60 }))).toMatch(/wieder ab \d\d:\d\d\.$/)
  const { fullText } = await import('./explain.ts')
  expect(fullText('tasks', 1200, null)).toMatch(/^Das Team kann 1\.200 Aufgaben haben\./)
  expect(fullText('daily_events', 5, new Date(Date.now() + 60_000).toISOString())).toMatch(/wieder ab \d\d:\d\d\.$/)
  expect([fullText('secrets', 5, null), fullText('tasks', undefined, null)]).toEqual([undefined, undefined])
  // One that this build does not know.
  expect(explain('Nein.', refused('quota_exceeded', { quota: 'secrets', limit: 5 }))).toBe('Nein. In English.')
  expect(explain('Nein.', refused('locked', { locked: 'team' }))).toContain('hat das Team gesperrt')
  expect(explain('Nein.', refused('locked', { locked: 'account' }))).toContain('hat dieses Konto gesperrt')
})
