// What a call of the cloud needs of its caller. Part of each route's data, so that the auth guard, the documents and the tests agree.

/** What is done inside a team; shared/domain/people/roles.ts says who may. */
export const teamActions = [
  'work',
  'bring',
  'read_members',
  'manage_members',
  'manage_owners',
  'manage_tokens',
  'connect_agents',
  'manage_email',
  'manage_webhooks',
  'manage_agents',
  'decide',
  'subscribe',
  'manage_team',
  'undo_others',
  'delete_team',
  'leave',
] as const
export type TeamAction = (typeof teamActions)[number]

/** nobody: open to all; provider: proves by its signature that it is one we work with; anyone: a session or a token; session: a signed-in person; else an action in a team. */
export type Access = 'nobody' | 'provider' | 'anyone' | 'session' | TeamAction
