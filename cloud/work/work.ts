// The loop of an agent in a team, over the use-cases of tasks, comments, claims and evidence.
import { createFinishTask, type FinishDeps } from './finish-task.ts'
import { nextStore } from './next-store.ts'
import { createNextTask, type NextDeps } from './next-task.ts'
import { createWaitForNext, type WaitDeps } from './wait-for-next.ts'

export type Work = ReturnType<typeof createTeamWork>

export function createTeamWork(deps: NextDeps & FinishDeps & Omit<WaitDeps, 'next' | 'isAnyReady'>) {
  const { journal } = deps
  const isAnyReady = (team: { id: string }) => journal.read(team, (tx) => nextStore.isAnyReady(tx, team.id))
  const { wait, count, close } = createWaitForNext({ ...deps, next: createNextTask(deps), isAnyReady })
  return {
    wait,
    ...createFinishTask(deps),
    waiting: count,
    close,
  }
}
