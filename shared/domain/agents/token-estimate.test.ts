import { encode } from 'gpt-tokenizer'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from './token-estimate.ts'

const row = {
  id: 4211,
  title: 'Invoice PDF shows the wrong year',
  status: 'in_progress',
  priority: 'high',
  labels: ['billing', 'bug'],
  created_at: '2026-11-20T19:24:38.040Z',
}
const file = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

describe('estimateTokens', () => {
  it.each([
    ['a list of tasks', JSON.stringify({ tasks: Array.from({ length: 20 }, (_, i) => ({ ...row, id: 4000 + i })), total: 20 })],
    ['Markdown', file('shared/mcp/guide.ts')],
    ['JSON schemas', file('docs/openapi.json').replaceAll(/\s+/g, ' ').slice(0, 20_000)],
    ['code', file('shared/mcp/protocol/server.ts')],
    ['Japanese', '日本語のタスクを作成してください。請求書のPDFの年が間違っています。'],
    ['Russian', 'Пожалуйста, исправьте год в счёте-фактуре до пятницы'],
    ['a snippet with its matches', 'where the ⟦invoice⟧ ⟦PDF⟧ shows the wrong ⟦year⟧ and ⟦invoice⟧ ⟦PDF⟧ of last year'],
    ['German', 'Bitte die Rechnungsvorlage für Übersetzungsdienstleistungen überprüfen und Rückmeldung geben'],
  ])('[A5] is near a real tokenizer for %s', (_, text) => {
    const real = encode(text).length
    expect(estimateTokens(text) / real).toBeGreaterThan(0.87)
    expect(estimateTokens(text) / real).toBeLessThan(1.14)
  })

  it('[A5] is 0 for nothing', () => expect(estimateTokens('')).toBe(0))
})
