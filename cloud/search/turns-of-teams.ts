import { createTurns, type InTurn } from '../../shared/search/workers/turns.ts'

/** Steps of one team come one after the other; those of another team do not wait for them. */
export function createTurnsOfTeams(): <T>(team: string, step: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, { inTurn: InTurn; waiting: number }>()
  return async (team, step) => {
    const own = turns.get(team) ?? { inTurn: createTurns(), waiting: 0 }
    turns.set(team, own)
    own.waiting++
    try {
      return await own.inTurn(step)
    } finally {
      if (--own.waiting === 0) turns.delete(team)
    }
  }
}
