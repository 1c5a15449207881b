import { describe, expect, test } from 'vitest'
import type { Member } from '../../../shared/schema/cloud/member.ts'
import type { Role } from '../../../shared/schema/cloud/team.ts'
import { isOneWay, offersFor } from './member-offers.ts'

const member = (id: string, role: Role, status: Member['status'] = 'active'): Member => ({
  id,
  user_id: status === 'active' ? id : null,
  email: `${id}@example.org`,
  name: null,
  role,
  status,
  invitation_expires_at: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
})
const ana = member('ana', 'owner')
const bo = member('bo', 'admin')
const cy = member('cy', 'member')
const di = member('di', 'member', 'invited')
const all = [ana, bo, cy, di]
const none = { roles: [], remove: false, sendAgain: false, handOver: false }

describe('[TM2] what one may not do is not offered', () => {
  test.each(['member', 'token'] as const)('nothing to a %s', (capacity) => {
    for (const one of all) expect(offersFor({ capacity, userId: 'cy' }, one, all)).toEqual(none)
  })
  test('an admin changes admins, members and invitations, and no owner', () => {
    const me = { capacity: 'admin', userId: 'bo' } as const
    expect(offersFor(me, ana, all)).toEqual(none)
    expect(offersFor(me, cy, all)).toEqual({ roles: ['admin', 'member'], remove: true, sendAgain: false, handOver: false })
    expect(offersFor(me, di, all)).toEqual({ roles: ['admin', 'member'], remove: true, sendAgain: true, handOver: false })
    expect(offersFor(me, bo, all)).toMatchObject({ roles: ['admin', 'member'], remove: false })
  })
  test('an owner makes owners of those who are in, and hands over; the last owner stays one', () => {
    const me = { capacity: 'owner', userId: 'ana' } as const
    expect(offersFor(me, ana, all)).toEqual(none)
    expect(offersFor(me, bo, all)).toEqual({ roles: ['owner', 'admin', 'member'], remove: true, sendAgain: false, handOver: true })
    expect(offersFor(me, di, all)).toEqual({ roles: ['admin', 'member'], remove: true, sendAgain: true, handOver: false })
    const two = [ana, member('bo', 'owner')]
    expect(offersFor(me, ana, two).roles).toEqual(['owner', 'admin', 'member'])
    expect(offersFor(me, two[1] as Member, two)).toMatchObject({ roles: ['owner', 'admin', 'member'], remove: true, handOver: false })
  })
})

test('[TM3] giving up a role oneself is one way', () => {
  const me = { capacity: 'owner', userId: 'ana' } as const
  expect(isOneWay(me, ana, 'admin')).toBe(true)
  expect(isOneWay(me, bo, 'member')).toBe(false)
})
