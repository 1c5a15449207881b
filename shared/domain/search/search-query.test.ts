import { describe, expect, it } from 'vitest'
import { parseQuery } from './search-query.ts'

describe('parseQuery', () => {
  it('[Q6] reads filters, phrases and what is not wanted', () => {
    const query = parseQuery('status:todo label:bug label:"needs review" requester:ana -priority:low "exact phrase" -secret -"not this" login')
    expect(query.only).toEqual({
      status: ['todo'],
      priority: [],
      label: ['bug', 'needs review'],
      requester: ['ana'],
      assignee: [],
      due: [],
      created: [],
      updated: [],
      waits: [],
    })
    expect(query.not.priority).toEqual(['low'])
    expect(query.phrases).toEqual(['exact phrase'])
    expect(query.without).toEqual(['secret', 'not this'])
    expect(query.text).toBe('exact phrase login')
    expect(query.words.map((word) => word.text)).toEqual(['exact', 'phrase', 'login'])
  })

  it('[Q6] one field may name several values', () => expect(parseQuery('status:todo,in-progress').only.status).toEqual(['todo', 'in_progress']))

  it('[Q6] when it was made or changed', () => {
    const { only, not } = parseQuery('created:7d -updated:yesterday,>2026-11-01', '2026-11-27')
    expect(only.created).toEqual([{ from: '2026-11-21', before: '2026-11-28' }])
    expect(not.updated).toEqual([{ from: '2026-11-26', before: '2026-11-27' }, { from: '2026-11-02' }])
    expect(parseQuery('created:none updated:7 created:overdue').text).toBe('created:none updated:7 created:overdue')
  })

  it('[Q6] days are named, compared and spoken of', () => {
    const due = (text: string) => parseQuery(text, '2026-11-27').only.due
    expect(due('due:2026-12-01')).toEqual([{ from: '2026-12-01', before: '2026-12-02' }])
    expect(due('due:<2026-12-01 due:>2026-12-31')).toEqual([{ before: '2026-12-01' }, { from: '2027-01-01' }])
    expect(due('due:today,tomorrow')).toEqual([
      { from: '2026-11-27', before: '2026-11-28' },
      { from: '2026-11-28', before: '2026-11-29' },
    ])
    expect(due('due:none is:overdue')).toEqual(['none', 'overdue'])
    expect(parseQuery('assignee:none,ana -due:any').only.assignee).toEqual(['none', 'ana'])
    expect(parseQuery('-due:any').not.due).toEqual(['any'])
    expect(parseQuery('is:ready -is:Blocked,ready')).toMatchObject({ only: { waits: ['ready'] }, not: { waits: ['ready', 'blocked'] } })
  })

  it.each([
    'due:soon',
    'due:2026-02-30',
    'is:blue',
    'is:ready,overdue',
    'status:doing',
    'title:',
    'grams : x',
    '{a b}:c',
    '-',
    '"',
    '"unclosed',
    'a-b',
    'label:',
    'http://x.y',
  ])('[Q4] %j is text', (text) => {
    const query = parseQuery(text)
    expect(query.text.trim()).toBe(text)
    expect([query.phrases, query.without]).toEqual([[], []])
  })

  it('[Q2] the last word is still being typed', () => {
    expect(parseQuery('status:todo bui').words.at(-1)).toMatchObject({ text: 'bui', prefix: true })
    expect(parseQuery('build ').words.at(-1)).toMatchObject({ prefix: false })
    expect(parseQuery('"the build"').words.at(-1)).toMatchObject({ prefix: false })
  })

  it('[Q6] in whole sentences quotes and dashes are text', () => {
    const query = parseQuery('articles on text formatting systems, including "what you see is what you get" systems -for example nroff and scribe')
    expect([query.phrases, query.without]).toEqual([[], []])
  })

  it('[Q7] takes 100,000 characters', () => expect(parseQuery('word '.repeat(20_000)).words).toHaveLength(1))
})
