// Locking accounts and teams: on all instances at once, and back again with nothing lost.
import type { Answer, Command, Given } from './command.ts'
import type { AdminContext } from './context.ts'
import { theTeam, theUser } from './directory.ts'
import { directoryStore } from './directory-store.ts'
import { lockStore } from './lock-store.ts'

const reason = { reason: { takes: 'TEXT', says: 'for the audit; nobody else is told' } }

type Way = 'lock' | 'unlock'

const sentence = (kind: string, name: string, way: Way, changed: boolean) =>
  `The ${kind} ${name} ${changed ? 'is' : 'was'} ${way}ed${changed ? '' : ' already'}.`

async function setUser(ctx: AdminContext, given: Given, who: string, way: Way): Promise<Answer> {
  const user = await theUser(ctx, who)
  const what = { act: `users ${way}`, target: { kind: 'user' as const, id: user.id, name: user.email }, arguments: { reason: given.reason ?? null } }
  const changed = (await ctx.audit.within(what, (tx) => (way === 'lock' ? lockStore.lockUser(tx, user.id) : lockStore.unlockUser(tx, user.id)))) > 0
  if (way === 'lock') {
    const teams = await ctx.owner.tx((tx) => directoryStore.teamsWithTokensOf(tx, user.id), 'reading')
    ctx.acting().loginsEnded({ users: [user.id], teams })
  }
  return { data: { user: await theUser(ctx, user.id), changed }, text: sentence('account', user.email, way, changed) }
}

async function setTeam(ctx: AdminContext, given: Given, which: string, way: Way): Promise<Answer> {
  const team = await theTeam(ctx, which)
  const what = { act: `teams ${way}`, target: { kind: 'team' as const, id: team.id, name: team.name }, arguments: { reason: given.reason ?? null } }
  const changed = (await ctx.audit.within(what, (tx) => (way === 'lock' ? lockStore.lockTeam(tx, team.id) : lockStore.unlockTeam(tx, team.id)))) > 0
  if (way === 'lock') ctx.acting().loginsEnded({ users: [], teams: [team.id] })
  return { data: { team: await theTeam(ctx, team.id), changed }, text: sentence('team', `${team.name} (${team.id})`, way, changed) }
}

export const lockCommands: readonly Command[] = [
  {
    name: 'users lock',
    takes: 'WHO',
    says: 'Keeps an account out: nobody signs in, and its sessions, tokens, agents and calendar addresses answer 403, which says why. Nothing is lost.',
    options: reason,
    run: (ctx, given, who) => setUser(ctx, given, who, 'lock'),
  },
  {
    name: 'users unlock',
    takes: 'WHO',
    says: 'Takes the lock away: sessions and tokens work again as before.',
    options: reason,
    run: (ctx, given, who) => setUser(ctx, given, who, 'unlock'),
  },
  {
    name: 'teams lock',
    takes: 'WHICH',
    says: 'Keeps everybody out of a team: every call is 403, streams end, webhooks and replies wait, and nothing is pushed. Nothing is lost.',
    options: reason,
    run: (ctx, given, which) => setTeam(ctx, given, which, 'lock'),
  },
  { name: 'teams unlock', takes: 'WHICH', says: 'Takes the lock away.', options: reason, run: (ctx, given, which) => setTeam(ctx, given, which, 'unlock') },
]
