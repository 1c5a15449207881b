// The team itself, and going out of it.
import { teamGraceDays } from '../../../shared/domain/people/team-grace.ts'
import { cloudApi } from '../../backend/cloud-api.ts'
import { team as says } from '../../messages/team.ts'
import { shortDay } from '../../lib/dates.ts'
import { attempt } from '../attempt.ts'
import { type Standing } from './cloud-team.ts'
import { teamChanged } from './team-changed.ts'

const { team: words, notDone: failed } = says

export async function renameTeam(team: Standing['team'], name: string): Promise<void> {
  const set = async (next: string) => {
    await cloudApi.updateTeam({ params: { teamId: team.id }, body: { name: next } })
    teamChanged()
  }
  const back = () => ({ undo: () => set(team.name), again: () => void renameTeam(team, name) })
  if (!(await attempt(() => set(name), { failed, done: words.renamed(name), back }))) teamChanged()
}

/** It goes after some days; until then it can be kept. */
export async function deleteTeam(team: Standing['team']): Promise<void> {
  const said = () => words.deleted(team.name, shortDay(new Date(Date.now() + teamGraceDays * 86_400_000)))
  const back = () => ({ undo: () => keep(team), again: () => void deleteTeam(team) })
  await attempt(() => cloudApi.deleteTeam({ params: { teamId: team.id }, query: {} }), { failed, done: said(), back })
  teamChanged()
}

async function keep(team: Standing['team']): Promise<void> {
  await cloudApi.restoreTeam({ params: { teamId: team.id } })
  teamChanged()
}

export const keepTeam = (team: Standing['team']): Promise<unknown> => attempt(() => keep(team), { failed, done: words.restored(team.name) })
