// As whom a transaction acts: a role that owns nothing, and the settings that row-level security reads.
import { escapeLiteral } from 'pg'
import { AppError } from '../../shared/domain/app-error.ts'

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Whose own rows an identity transaction may see. */
export interface Who {
  userId?: string
  emailKey?: string
}

/** As whom a transaction acts, and what it may see. */
export interface Place {
  role: 'tandem_app' | 'tandem_identity' | 'tandem_courier'
  settings: Record<string, string>
}

/** A place that single packets can enter. */
export type QuickPlace = Place & { role: keyof typeof entrances }

export function inTeam(teamId: string): QuickPlace {
  if (!uuid.test(teamId)) throw new AppError('invalid', `A team ID must be a UUID, like 019a9f3e-7a1c-7c3e-9d2b-3f5e8a1b2c4d; got '${teamId}'.`)
  return { role: 'tandem_app', settings: { 'tandem.team_id': teamId } }
}

export function asPerson({ userId = '', emailKey = '' }: Who): QuickPlace {
  return { role: 'tandem_identity', settings: { 'tandem.user_id': userId, 'tandem.email': emailKey } }
}

export const courier: Place = { role: 'tandem_courier', settings: {} }

/** Enters the place until the end of the transaction, as text: for one that goes on step by step. `first`: what has to come before. */
export function opening({ role, settings }: Place, first?: string): string {
  return [
    'BEGIN',
    ...(first === undefined ? [] : [first]),
    `SET LOCAL ROLE ${role}`,
    ...Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = ${escapeLiteral(value)}`),
  ].join('; ')
}

const manners = { reading: "set_config('transaction_read_only', 'on', true)", hasty: "set_config('lock_timeout', '50', true)" }
const entrances = {
  tandem_app: "SELECT set_config('role', 'tandem_app', true), set_config('tandem.team_id', $1, true)",
  tandem_identity: "SELECT set_config('role', 'tandem_identity', true), set_config('tandem.user_id', $1, true), set_config('tandem.email', $2, true)",
}

/** The same as a statement to prepare: for one that goes out at once. */
export function entering({ role, settings }: QuickPlace, manner?: keyof typeof manners): { text: string; values: string[] } {
  return { text: manner ? `${entrances[role]}, ${manners[manner]}` : entrances[role], values: Object.values(settings) }
}
