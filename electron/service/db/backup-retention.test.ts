import { describe, expect, test } from 'vitest'
import { type Copy, keptBackups, newestFirst } from './backup-retention.ts'

const dayAfter = (start: string, days: number) => new Date(Date.parse(`${start}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const copy = (day: string, position: number, bytes = 1000): Copy => ({ day, position, bytes })
const plenty = 1e9

/** What is left after one backup each day, thinned each day. */
function lived(days: number, { start = '2027-01-01', bytes = 1000, room = plenty } = {}): Copy[] {
  let kept: Copy[] = []
  for (let n = 0; n < days; n++) {
    const all = [...kept, copy(dayAfter(start, n), n + 1, bytes)]
    const keep = keptBackups(all, room)
    kept = all.filter((one) => keep.has(one))
  }
  return newestFirst(kept)
}

describe('[P6] which backups are kept', () => {
  test('the newest seven, then one for each of four weeks and of six months', () => {
    const days = lived(400).map((one) => one.day)
    expect(days.slice(0, 7)).toEqual(Array.from({ length: 7 }, (_, i) => dayAfter('2027-01-01', 399 - i)))
    expect(days).toHaveLength(17)
    const ages = days.map((day) => (Date.parse(days[0] as string) - Date.parse(day)) / 86_400_000)
    // Weeks, and behind them months, without a hole that is larger.
    for (let i = 7; i < 11; i++) expect((ages[i] as number) - (ages[i - 1] as number)).toBeLessThanOrEqual(8)
    for (let i = 11; i < 17; i++) expect((ages[i] as number) - (ages[i - 1] as number)).toBeLessThanOrEqual(36)
    expect(ages[16]).toBeGreaterThan(180)
  })

  test('weeks without a start cost no backup: the newest count, whatever their age', () => {
    const before = lived(20)
    const after = [...before, copy('2027-03-01', 21)]
    expect(keptBackups(after, plenty).size).toBeGreaterThanOrEqual(before.length)
  })

  test('a clock ten years ahead, and back again: no copy goes for it, and the one with the most journal comes first', () => {
    const before = lived(11)
    const ahead = copy('2036-01-05', before.length + 1)
    const back = [...before, ahead, copy('2027-01-12', 13)]
    const kept = keptBackups(back, plenty)
    for (const one of before.slice(0, 6)) expect(kept.has(one)).toBe(true)
    expect(newestFirst(back)[0]?.day).toBe('2027-01-12')
    expect(kept.size).toBeGreaterThanOrEqual(back.length - 4)
  })

  test('large lists: fewer copies, from as far back, and never less than three', () => {
    const many = lived(400, { bytes: 270, room: 2000 })
    expect(many.reduce((sum, one) => sum + one.bytes, 0)).toBeLessThanOrEqual(2000)
    expect(many.length).toBe(7)
    expect((Date.parse(many[0]?.day as string) - Date.parse(many.at(-1)?.day as string)) / 86_400_000).toBeGreaterThan(21)
    expect(lived(50, { bytes: 5000, room: 2000 })).toHaveLength(3)
  })
})
