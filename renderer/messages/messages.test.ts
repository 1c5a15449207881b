import { expect, test } from 'vitest'
import { plural as inGerman } from './de/plural.ts'
import { en } from './en.ts'
import { faults } from './en/faults.ts'
import { general } from './en/general.ts'
import { list } from './en/list.ts'
import { plural as inEnglish } from './en/plural.ts'
import { reminders } from './en/reminders.ts'
import { start } from './en/start.ts'
import { task } from './en/task.ts'
import { undo } from './en/undo.ts'

test('no word of one file hides that of another', () => {
  const keys = [general, task, undo, faults, list, reminders, start].flatMap((words) => Object.keys(words))
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
  expect(Object.keys(en)).toEqual(expect.arrayContaining(keys))
})

test('numbers stand as the language writes them', () => {
  expect(inEnglish(1, '1 task', '# tasks')).toBe('1 task')
  expect(inEnglish(1200, '1 task', '# tasks')).toBe('1,200 tasks')
  expect(inGerman(1200, '1 Aufgabe', '# Aufgaben')).toBe('1.200 Aufgaben')
})
