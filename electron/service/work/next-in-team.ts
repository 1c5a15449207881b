// The next task where a team is connected: the cloud agrees to a task before it is given out here. Without it the task is given, and the claim unconfirmed.
import { randomBytes } from 'node:crypto'
import { keyBytes } from '../../../shared/domain/work/holding.ts'
import type { Claims } from '../claims/claims.ts'
import type { TeamClaims } from '../claims/team-claims.ts'
import type { AskedNext, Asking, createNextTask, Next } from './next-task.ts'

export interface NextInTeamDeps extends ReturnType<typeof createNextTask> {
  claims: Pick<Claims, 'heldBy' | 'lose'>
  team: Pick<TeamClaims, 'ask' | 'release' | 'heard'>
}

/** So often somebody else of the team may be faster before a call says that there is none. */
const maxTries = 50

export function createNextInTeam({ next, peek, none, claims, team }: NextInTeamDeps) {
  return async function nextInTeam(asked: AskedNext, who: Asking, gone?: AbortSignal): Promise<Next> {
    for (let tries = 0; tries < maxTries; tries++) {
      if (gone?.aborted) break
      const task = peek(asked, who)
      if (!task) return next(asked, who)
      const own = claims.heldBy(who, asked).find(({ task_id }) => task_id === task.id)
      const key = own?.key ?? randomBytes(keyBytes).toString('base64url')
      const said = await team.ask(task.id, who.actor, { key, begin: true })
      if (said.outcome === 'held') {
        team.heard(key)
        if (own) claims.lose(task.id)
        continue
      }
      const granted = said.outcome === 'granted'
      const isWanted = !gone?.aborted
      const answer = isWanted ? next({ ...asked, id: task.id, new_key: key, ...(granted ? { confirmed: said.confirmed } : {}) }, who) : none(asked, who)
      if (answer.outcome !== 'none') {
        team.heard(key)
        return answer
      }
      // Somebody else was faster here, or nobody waits for the answer. The cloud may have granted it, also where its answer was lost.
      if (own) team.heard(key)
      else await team.release(task.id, key, who.actor)
      if (asked.id !== undefined || !isWanted) return answer
    }
    return none(asked, who)
  }
}
