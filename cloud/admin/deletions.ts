// Deleting accounts and teams, by the rules that their owners have: a team stays for some days unless it is to go now, and who is the last owner of a team
// with others hands it over first.
import { teamGraceDays } from '../../shared/domain/people/team-grace.ts'
import type { Command } from './command.ts'
import { theTeam, theUser } from './directory.ts'
import { sizeOf } from './table.ts'

const system = { kind: 'system', name: 'Tandem' } as const
const yes = { yes: { says: 'do not ask' } }
const reason = { reason: { takes: 'TEXT', says: 'for the audit; nobody else is told' } }

export const deletionCommands: readonly Command[] = [
  {
    name: 'users delete',
    takes: 'WHO',
    says: 'Deletes an account for good: it leaves its teams, those that it is alone in go with it, and what it wrote elsewhere stays under its name.',
    options: { ...yes, ...reason },
    async run(ctx, given, who) {
      const user = await theUser(ctx, who)
      const standings = await ctx.acting().leaving.standings(user.id)
      const alone = standings.filter(({ others }) => others === 0)
      const left = standings.filter(({ others }) => others > 0)
      const going =
        alone.length === 0 ? 'No team goes with it.' : `These teams go with it: ${alone.map(({ name, team_id }) => `${name} (${team_id})`).join(', ')}.`
      await ctx.confirm(`This deletes the account ${user.email} for good. ${going} It leaves ${left.length} others.`, user.email, given.yes === true)
      const what = { act: 'users delete', target: { kind: 'user' as const, id: user.id, name: user.email }, arguments: { reason: given.reason ?? null } }
      await ctx.audit.around(what, () => ctx.acting().endAccount({ id: user.id, email: user.email, name: user.name }, { actor: system, principal: '' }))
      ctx.acting().loginsEnded({ users: [user.id], teams: [] })
      const names = (teams: typeof standings) => teams.map(({ team_id, name }) => ({ id: team_id, name }))
      return {
        data: { deleted: { id: user.id, email: user.email }, teams_deleted: names(alone), teams_left: names(left) },
        text: `The account ${user.email} is deleted. ${going}`,
      }
    },
  },
  {
    name: 'teams delete',
    takes: 'WHICH',
    says: `Deletes a team in ${teamGraceDays} days, in which its owners can keep it (everybody is told), or now.`,
    options: { now: { says: 'at once, for good: nobody can bring it back' }, ...yes, ...reason },
    async run(ctx, given, which) {
      const team = await theTeam(ctx, which)
      const isNow = given.now === true
      const size = `${team.members} members, ${team.tasks} tasks, ${team.events} events, ${team.files} files (${sizeOf(team.file_bytes)})`
      await ctx.confirm(
        `This deletes the team ${team.name} (${team.id}) ${isNow ? 'now, for good' : `in ${teamGraceDays} days`}: ${size}.`,
        team.name,
        given.yes === true,
      )
      const who = { team: { id: team.id }, actor: system, principal: '' }
      const what = {
        act: 'teams delete',
        target: { kind: 'team' as const, id: team.id, name: team.name },
        arguments: { now: isNow, reason: given.reason ?? null },
      }
      await ctx.audit.around(what, async () => {
        if (isNow) await ctx.acting().removeTeam(who)
        else await ctx.acting().endTeamLater(who, { name: 'The operator of this cloud', email: ctx.config.mailFrom.replace(/^.*<|>.*$/g, '') })
      })
      const deletes_at = isNow ? null : (await theTeam(ctx, team.id)).deletes_at
      return {
        data: { team: { id: team.id, name: team.name }, deleted: isNow, deletes_at },
        text: isNow ? `The team ${team.name} is deleted.` : `The team ${team.name} will be deleted on ${deletes_at}. Its owners can keep it until then.`,
      }
    },
  },
]
