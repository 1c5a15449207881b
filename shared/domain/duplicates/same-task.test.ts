import { describe, expect, it } from 'vitest'
import type { DuplicateCandidate, Task } from '../../schema/task.ts'
import { comparedText, comparedTextFromOutside, foldedTitle, isOpenAndSame, isSameTask, keysIn, mayCreate, sameTaskFrom, split, splitFor } from './same-task.ts'

const task = (id: number, title: string, more: Partial<Task> = {}) => ({ id, title, description: null, status: 'todo', dedupe_key: null, ...more }) as Task
const candidate = (id: number, score: number, more: Partial<Task> = {}): DuplicateCandidate => ({
  ...task(id, `Task ${id}`, more),
  score,
  likely: score >= sameTaskFrom.likely,
})

describe('[M6] titles', () => {
  it.each([
    ['Fix the  invoice', 'fix the invoice.', true],
    ['Ｆｉｘ it', 'fix it', true],
    [' Fix it… ', 'Fix it!', true],
    ['Fix invoice 1', 'Fix invoice 2', false],
    ['C', 'C++', false],
    ['Fix it', 'Fix it, please', false],
  ])('"%s" and "%s" are one title: %j', (a, b, same) => expect(foldedTitle(a) === foldedTitle(b)).toBe(same))
})

describe('[M6] the same beyond doubt', () => {
  it.each([
    ['an equal title', { title: 'Fix it' }, { title: 'fix it.' }, true],
    ['another title', { title: 'Fix it' }, { title: 'Fix that' }, false],
    ['an equal key, whatever the title', { title: 'A', dedupe_key: 'a::b::c' }, { title: 'B', dedupe_key: 'a::b::c' }, true],
    ['keys that look the same', { title: 'A', dedupe_key: 'cafe\u0301::b::c' }, { title: 'B', dedupe_key: 'ca\u200bf\u00e9::b::c' }, true],
    ['an equal title, and two keys that say otherwise', { title: 'A', dedupe_key: 'a::b::c' }, { title: 'A', dedupe_key: 'a::b::d' }, false],
    ['an equal title, and one key', { title: 'A', dedupe_key: 'a::b::c' }, { title: 'A', dedupe_key: null }, true],
  ])('%s: %j', (_, one, other, same) => expect([isSameTask(one, other), isSameTask(other, one)]).toEqual([same, same]))

  it('what is done may be wanted once more', () =>
    expect([isOpenAndSame({ title: 'A' }, task(1, 'A')), isOpenAndSame({ title: 'A' }, task(1, 'A', { status: 'done' }))]).toEqual([true, false]))
})

describe('[D1] keys in a text', () => {
  it.each([
    ['a::b::c', ['a::b::c']],
    ['Is it "mail::fix::printer", perhaps?', ['mail::fix::printer']],
    ['one line\nan area::to do::a thing\nanother', ['an area::to do::a thing']],
    ['std::vector', []],
    [`${'x'.repeat(300)}::b::c`, []],
  ])('%j', (text, keys) => expect([...keysIn(text)]).toEqual(expect.arrayContaining(keys)))

  it('as many as are worth looking up', () => expect(keysIn(Array.from({ length: 500 }, (_, n) => `a::b::${n}`).join(' ')).size).toBe(50))
})

it('[D1] a wanted task is compared with its key, and what came from outside names none [V9]', () => {
  const wanted = { title: 'Fix a::b::c', description: 'Now', dedupe_key: 'd::e::f' }
  expect(comparedText(wanted)).toBe('Fix a::b::c\nNow\nd::e::f')
  expect(comparedTextFromOutside(wanted)).toBe('Fix a b c\nNow')
  expect(comparedTextFromOutside({ title: 'x'.repeat(9000) })).toHaveLength(5000)
})

it('[D12] the less somebody can look before it happens, the surer it has to be', () => {
  const levels = Object.values(sameTaskFrom)
  expect(levels).toEqual(levels.toSorted((a, b) => a - b))
  expect(sameTaskFrom).toEqual({ similar: 0.005, remembered: 0.2, comparedAgain: 0.5, inItsThread: 0.5, asked: 0.75, likely: 0.8, taken: 0.85 })
})

describe('[D2] on_duplicate', () => {
  const found = [0.9, 0.85, 0.82, 0.8, 0.79, 0.1].map((score, n) => candidate(n, score))
  it.each([
    ['return', [0.9, 0.85], [0.82, 0.8, 0.79, 0.1]],
    ['reject', [0.9, 0.85, 0.82, 0.8], [0.79, 0.1]],
  ] as const)('%s', (onDuplicate, same, possible) => {
    const parts = splitFor(onDuplicate, found)
    expect([parts.same.map(({ score }) => score), parts.possible.map(({ score }) => score)]).toEqual([same, possible])
  })
  it('a rejection names what is `likely`, and nothing else', () => expect(splitFor('reject', found).same.every(({ likely }) => likely)).toBe(true))
  it('nothing is lost', () => expect(split(found, sameTaskFrom.asked).same.length + split(found, sameTaskFrom.asked).possible.length).toBe(found.length))
})

describe('[M6] create_task', () => {
  const done = { status: 'done' } as const
  it.each<[string, Parameters<typeof mayCreate>, object]>([
    ['nothing like it', [{ title: 'A' }, [], []], { outcome: 'create', possible: [] }],
    ['something similar', [{ title: 'A' }, [], [candidate(7, 0.79)]], { outcome: 'create', possible: [{ id: 7 }] }],
    [
      'a likely one',
      [{ title: 'A' }, [], [candidate(7, 0.8), candidate(8, 0.3)]],
      { outcome: 'needs_decision', candidates: [{ id: 7 }], possible: [{ id: 8 }] },
    ],
    ['an open task of that title', [{ title: 'A' }, [task(7, 'a.')], []], { outcome: 'existing', task: { id: 7 } }],
    ['one that only search finds', [{ title: 'Task 7!' }, [], [candidate(7, 0.97)]], { outcome: 'existing', task: { id: 7 } }],
    ['a done task of that title', [{ title: 'A' }, [task(7, 'A', done)], []], { outcome: 'needs_decision', candidates: [{ id: 7, score: 1, likely: true }] }],
    [
      'a done one that is among the similar ones, too',
      [{ title: 'A' }, [task(7, 'A', done)], [candidate(7, 0.5), candidate(8, 0.4)]],
      { outcome: 'needs_decision', candidates: [{ id: 7 }], possible: [{ id: 8 }] },
    ],
    [
      'an equal title with another key',
      [{ title: 'Task 7', dedupe_key: 'a::b::c' }, [], [candidate(7, 0.9, { dedupe_key: 'a::b::d' })]],
      { outcome: 'needs_decision', candidates: [{ id: 7 }] },
    ],
    ['an equal key', [{ title: 'B', dedupe_key: 'a::b::c' }, [task(7, 'A', { dedupe_key: 'a::b::c' })], []], { outcome: 'existing', task: { id: 7 } }],
  ])('%s', (_, given, expected) => expect(mayCreate(...given)).toMatchObject(expected))
})
