import { expect, test, vi } from 'vitest'
import { mergeKinds } from '../../shared/sync/synced-fields.ts'
import { entry as entryInGerman } from './de/entry.ts'
import { general as generalInGerman } from './de/general.ts'
import { people as peopleInGerman } from './de/people.ts'
import { plural as inGerman } from './de/plural.ts'
import { en } from './en.ts'
import { faults } from './en/faults.ts'
import { general } from './en/general.ts'
import { late } from './en/late/late.ts'
import { list } from './en/list.ts'
import { people } from './en/people.ts'
import { plural as inEnglish } from './en/plural.ts'
import { plan } from './en/plan.ts'
import { reminders } from './en/reminders.ts'
import { start } from './en/start.ts'
import { task } from './en/task.ts'
import { undo } from './en/undo.ts'

test('no word of one file hides that of another', () => {
  const keys = [general, task, undo, faults, list, plan, reminders, start].flatMap((words) => Object.keys(words))
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
  expect(Object.keys(en)).toEqual(expect.arrayContaining(keys))
})

test('a word stands in one half only: with the first paint or after it', () => {
  const paths = (words: object, before = ''): string[] =>
    Object.entries(words).flatMap(([key, word]) => (typeof word === 'object' && !Array.isArray(word) ? paths(word, `${before}${key}.`) : [before + key]))
  const known = new Set(paths(en))
  expect(paths(late).filter((path) => known.has(path))).toEqual([])
})

test('numbers stand as the language writes them', () => {
  expect(inEnglish(1, '1 task', '# tasks')).toBe('1 task')
  expect(inEnglish(1200, '1 task', '# tasks')).toBe('1,200 tasks')
  expect(inGerman(1200, '1 Aufgabe', '# Aufgaben')).toBe('1.200 Aufgaben')
})

test('[W12] each field that two devices can both edit has a name that people know', () => {
  const fields = Object.values(mergeKinds).flatMap((kinds) => Object.keys(kinds))
  for (const names of [
    { ...people.fields, ...general.fields },
    { ...peopleInGerman.fields, ...generalInGerman.fields },
  ])
    expect(fields.filter((field) => !(field in names))).toEqual([])
})

test('no German entry of the history has a verb that "Du" would need in another form', () => {
  expect(JSON.stringify(entryInGerman)).not.toMatch(/"(?:hat|wird|wurde|setzt)\b/)
})

test.each([
  [['en-US@posix', 'fr'], 'en'],
  [['fr', 'de-AT', 'en-GB', 'en'], 'en-GB'],
  [[], 'en'],
])('[W12] dates and times of a browser that speaks %j are written as in %s', async (languages, expected) => {
  vi.stubGlobal('navigator', { languages })
  vi.resetModules()
  const { locale } = await import('../lib/messages.ts')
  vi.unstubAllGlobals()
  expect(locale).toBe(expected)
})
