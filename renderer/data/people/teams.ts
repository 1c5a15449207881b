// The team itself, and going out of it.
import { cloudApi } from '../../backend/cloud-api.ts'
import { team as says } from '../../messages/team.ts'
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

export async function deleteTeam(team: Standing['team']): Promise<void> {
  if (await attempt(() => cloudApi.deleteTeam({ params: { teamId: team.id } }), { failed, done: words.deleted(team.name) })) teamChanged()
}
