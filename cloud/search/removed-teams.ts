// What is kept of a team goes with it, on every instance: whoever hears of a team of which there are files asks whether it is still there.
import type { Journal } from '../journal/journal.ts'
import type { Wakeups } from '../journal/wakeups.ts'
import { teamListStore } from './team-list-store.ts'
import type { TeamIndexes } from './team-indexes.ts'

/** Milliseconds in which one team is asked for once. */
const askedApart = 10_000
const maxRemembered = 10_000

export interface RemovedTeamsDeps {
  journal: Pick<Journal, 'read'>
  wakeups: Pick<Wakeups, 'listen'>
  indexes: Pick<TeamIndexes, 'kept' | 'isKept' | 'removeAll'>
  report(error: unknown): void
}

export function removeWithTeams({ journal, wakeups, indexes, report }: RemovedTeamsDeps): void {
  /** When each was asked for last; a team that writes all the time is looked at once in a while, and once more at the end. */
  const asked = new Map<string, number>()
  const waiting = new Set<string>()

  async function look(team: string): Promise<void> {
    const head = await journal.read({ id: team }, (tx) => teamListStore.head(tx, team))
    if (head === undefined) await indexes.removeAll(team)
  }

  function lookSoon(team: string): void {
    if (waiting.has(team)) return
    const wait = Math.max(0, (asked.get(team) ?? -askedApart) + askedApart - performance.now())
    waiting.add(team)
    setTimeout(() => {
      waiting.delete(team)
      if (asked.size >= maxRemembered) asked.clear()
      asked.set(team, performance.now())
      look(team).catch(report)
    }, wait).unref()
  }

  wakeups.listen((teams) => {
    for (const team of teams) if (indexes.isKept(team)) lookSoon(team)
  })
  // Those that went while no instance ran here.
  for (const team of indexes.kept()) lookSoon(team)
}
