import { expect, it } from 'vitest'
import { teamActions } from '../../schema/cloud/access.ts'
import { can } from './roles.ts'

it('[CL4] the matrix of roles', () => {
  const table = Object.fromEntries(
    teamActions.map((action) => [action, (['member', 'admin', 'owner', 'token'] as const).filter((who) => can(who, action)).join(' ')]),
  )
  expect(table).toEqual({
    work: 'member admin owner token',
    bring: 'token',
    read_members: 'member admin owner token',
    leave: 'member admin owner',
    manage_members: 'admin owner',
    manage_tokens: 'admin owner',
    manage_team: 'admin owner',
    manage_email: 'admin owner',
    manage_webhooks: 'admin owner',
    manage_agents: 'admin owner',
    decide: 'member admin owner',
    connect_agents: 'member admin owner',
    subscribe: 'member admin owner',
    undo_others: 'admin owner',
    manage_owners: 'owner',
    delete_team: 'owner',
  })
})
