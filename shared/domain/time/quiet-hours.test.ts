import { expect, it } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const night = { enabled: true, from: '22:00', until: '07:00' }

it.each([
  ['before it', night, 'Europe/Berlin', '2026-11-20T20:59:59Z', undefined],
  ['its first moment', night, 'Europe/Berlin', '2026-11-20T21:00:00Z', '2026-11-21T06:00:00.000Z'],
  ['after midnight', night, 'Europe/Berlin', '2026-11-21T05:59:59Z', '2026-11-21T06:00:00.000Z'],
  ['its end', night, 'Europe/Berlin', '2026-11-21T06:00:00Z', undefined],
  ['the same moment in another zone', night, 'America/New_York', '2026-11-20T21:00:00Z', undefined],
  ['within one day', { enabled: true, from: '12:00', until: '13:30' }, 'UTC', '2026-11-20T12:30:00Z', '2026-11-20T13:30:00.000Z'],
  ['outside of it', { enabled: true, from: '12:00', until: '13:30' }, 'UTC', '2026-11-20T13:30:00Z', undefined],
  ['switched off', { ...night, enabled: false }, 'UTC', '2026-11-20T23:00:00Z', undefined],
  ['an empty time', { enabled: true, from: '09:00', until: '09:00' }, 'UTC', '2026-11-20T09:00:00Z', undefined],
  ['a shorter night', night, 'Europe/Berlin', '2026-03-29T04:30:00Z', '2026-03-29T05:00:00.000Z'],
  ['an end in the gap', { enabled: true, from: '22:00', until: '02:30' }, 'Europe/Berlin', '2026-03-29T00:59:00Z', '2026-03-29T01:00:00.000Z'],
  ['an end that comes twice', { enabled: true, from: '22:00', until: '02:30' }, 'Europe/Berlin', '2026-10-25T00:40:00Z', undefined],
])('[R8] %s', (_, hours, zone, now, expected) => expect(quietUntil(hours, zone, new Date(now))?.toISOString()).toBe(expected))
