import { expect, it } from 'vitest'
import type { Filter } from '../../lib/filter.ts'
import { narrowed } from './narrowed.ts'

it.each<[string, Filter, Filter]>([
  ['a status that is not wanted', { where: ['-status:done'] }, { status: ['backlog', 'todo', 'in_progress', 'in_review'], where: [] }],
  ['what both let through', { status: ['todo', 'done'], where: ['-status:done', 'status:todo,backlog'] }, { status: ['todo'], where: [] }],
  ['what nothing has stays a condition', { status: ['done'], where: ['-status:done'] }, { status: ['done'], where: ['-status:done'] }],
  ['priorities', { where: ['-priority:low', 'created:7d'] }, { priority: ['medium', 'high'], where: ['created:7d'] }],
  ['states', { where: ['is:inbox', 'is:ready'] }, { inbox: true, ready: true, where: [] }],
  ['any of several states, and what is in none', { where: ['is:inbox,ready', '-is:inbox'] }, { where: ['is:inbox,ready', '-is:inbox'] }],
  ['what lists alone have', { where: ['-label:bug', '"a text"', 'nonsense:'] }, { where: ['-label:bug', '"a text"', 'nonsense:'] }],
])('[W125] %s', (_, filter, expected) => expect(narrowed(filter)).toEqual(expected))
