import { expect, it } from 'vitest'
import { readInvitation } from './invitation.ts'

const berlin = `BEGIN:VTIMEZONE
TZID:W. Europe Standard Time
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE
`
const calendar = (lines: string, { method = 'REQUEST', zone = '' } = {}) =>
  `BEGIN:VCALENDAR\nMETHOD:${method}\n${zone}BEGIN:VEVENT\nUID:1\nSUMMARY:Kickoff\\, all of us\nLOCATION:Hall 7\n${lines}\nEND:VEVENT\nEND:VCALENDAR\n`.replaceAll(
    '\n',
    '\r\n',
  )
const start = (text: string, zone = 'Europe/Berlin') => readInvitation(text, zone)?.start

it('reads what, when and where, in the zones of all programs', () => {
  expect(readInvitation(calendar('DTSTART:20261204T080000Z'), 'UTC')).toEqual({
    kind: 'invited',
    title: 'Kickoff, all of us',
    start: '2026-12-04T08:00:00.000Z',
    place: 'Hall 7',
  })
  expect(start(calendar('DTSTART;TZID=W. Europe Standard Time:20261204T090000', { zone: berlin }), 'Asia/Tokyo')).toBe('2026-12-04T08:00:00.000Z')
  expect(start(calendar('DTSTART;TZID=America/New_York:20260704T090000'))).toBe('2026-07-04T13:00:00.000Z')
  expect(start(calendar('DTSTART;TZID=Somewhere:20261204T090000'))).toBe('2026-12-04T08:00:00.000Z')
  expect(start(calendar('DTSTART:20261204T090000'))).toBe('2026-12-04T08:00:00.000Z')
  expect(start(calendar('DTSTART;VALUE=DATE:20261204'))).toBe('2026-12-04')
})

it('tells what was called off, and what only answers', () => {
  const kind = (method: string, more = '') => readInvitation(calendar(`DTSTART:20261204T080000Z${more}`, { method }), 'UTC')?.kind
  expect([kind('PUBLISH'), kind('CANCEL'), kind('REPLY'), kind('REQUEST', '\nSTATUS:CANCELLED')]).toEqual(['invited', 'called_off', 'answer', 'called_off'])
})

it('what is broken, endless or no invitation is none, at once', () => {
  for (const text of [
    '',
    'Hello',
    'BEGIN:VCALENDAR',
    calendar('DTSTART:2026'),
    calendar('DTSTART:99991399T999999Z'),
    calendar(''),
    calendar('DTSTART:20261204T080000Z').slice(0, 90),
  ])
    expect(readInvitation(text, 'UTC')).toBeUndefined()
  // A zone that changes every second for four hundred years, or in five thousand ways.
  const endless = berlin.replace(/FREQ=YEARLY[^\n]*/g, 'FREQ=SECONDLY')
  const often = berlin.replace(/FREQ=YEARLY[^\n]*/g, `FREQ=YEARLY;BYHOUR=${Array.from({ length: 24 }, (_, n) => n).join()};BYMINUTE=1,2,3,4`)
  const observance = /BEGIN:STANDARD[^]*?END:STANDARD\n/.exec(berlin)?.[0] as string
  const many = berlin.replace(observance, observance.repeat(900))
  for (const zone of [endless, often, many])
    expect(start(calendar('DTSTART;TZID=W. Europe Standard Time:20261204T090000', { zone }))).toBe('2026-12-04T08:00:00.000Z')
})
