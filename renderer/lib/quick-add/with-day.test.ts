import { expect, it } from 'vitest'
import { readWhen } from '../../../shared/domain/time/when/read-when.ts'
import { readQuickAdd } from './read-quick-add.ts'
import { lineWithDay, lineWithTime } from './with-day.ts'

const now = new Date('2026-11-23T10:00:00Z')
const read = (line: string) => readQuickAdd(line, new Set(), (text) => readWhen(text, { now, timezone: 'Europe/Berlin' }))

it.each([
  ['call Ana', 'call Ana Nov 27, 2026'],
  ['', 'Nov 27, 2026'],
  ['call Ana tomorrow #home', 'call Ana Nov 27, 2026 #home'],
  ['call Ana tomorrow 9am #home', 'call Ana Nov 27, 2026 9am #home'],
  ['pay by Friday', 'pay by Nov 27, 2026'],
  ['Miete bis Freitag', 'Miete bis Nov 27, 2026'],
  ['Dentist 15.1. for an hour at 10:30', 'Dentist Nov 27, 2026 10:30 for an hour'],
])('[W60] a day from the calendar in %j', (line, written) => expect(lineWithDay(line, read(line), 'Nov 27, 2026')).toBe(written))

it.each([
  ['call Ana', 'call Ana Nov 23, 2026 14:00'],
  ['call Ana tomorrow 9am #home', 'call Ana Nov 23, 2026 14:00 #home'],
])('[W60] a time from the calendar in %j', (line, written) => expect(lineWithTime(line, read(line), 'Nov 23, 2026', '14:00')).toBe(written))
