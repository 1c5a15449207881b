// The index of one team while it is open: the copy of its list follows the team's events, and a thread that it shares with other teams answers.
import type { MeaningSource, WordSource } from '../../shared/search/sources.ts'
import { isDamage } from '../../shared/search/keywords/keyword-file.ts'
import type { InTurn } from '../../shared/search/workers/turns.ts'
import type { WorkerCalls } from '../../shared/search/workers/worker-calls.ts'
import { type FollowDeps, type ReadTeam, TeamFollower } from './follow-team.ts'
import { createLimit } from './limit.ts'
import type { TeamMeaning } from './meaning/team-meanings.ts'
import type { Opened, WordCalls } from './words-thread.ts'

type Words = WorkerCalls<WordCalls>

export interface TeamIndex {
  words: WordSource
  meaning: MeaningSource
  byKeys(keys: readonly string[]): Promise<number[]>
  /** Whose likeness duplicates are measured with; null: words alone. */
  model(): string | null
  /** A file of it is broken: it is to be read in again. */
  isDamaged(): boolean
  /** How many tasks the copy has. */
  tasks(): number
  catchUp(read: ReadTeam): Promise<void>
  /** Over a transaction that is under way. */
  catchUpIn(read: ReadTeam): Promise<void>
  /** For how many milliseconds each has been without something that somebody asked it for. */
  behindFor(): Behind
}

export interface Behind {
  words: number
  meanings: number
}

/** So many questions of one team wait at a thread: whoever asks for another team waits for these at most. */
const maxAtOnce = 2

export interface TeamIndexDeps {
  team: string
  thread: Words
  opened: Opened
  inFill: InTurn
  textsOf: FollowDeps['textsOf']
  /** Undefined: this cloud searches by words alone. */
  meaning: TeamMeaning | undefined
}

const noMeaning: MeaningSource = { available: () => false, calls: () => undefined }

export function createTeamIndex({ team, thread, opened, inFill, textsOf, meaning }: TeamIndexDeps): TeamIndex {
  let tasks = opened.tasks
  let damaged = false
  const limited = createLimit(maxAtOnce)
  async function ask(name: keyof WordCalls, question: object): Promise<unknown> {
    try {
      return await limited(() => thread.call(name, { ...question, team }))
    } catch (error) {
      damaged ||= isDamage(error)
      throw error
    }
  }
  const call = ask as <K extends keyof WordCalls>(name: K, question: Omit<Parameters<WordCalls[K]>[0], 'team'>) => Promise<Awaited<ReturnType<WordCalls[K]>>>

  const follower = new TeamFollower({
    team,
    state: opened.state,
    awaited: opened.awaited,
    async apply(change) {
      const size = await call('apply', { change })
      tasks = size.tasks
      meaning?.changed(change.tasks)
      return size
    },
    textsOf,
    inFill,
  })
  return {
    words: {
      search: ({ head: _head, ...request }) => call('search', request),
      satisfying: (request) => call('satisfying', request),
      placesInFiles: (request) => call('placesInFiles', request),
      likely: (request) => call('likely', request),
      compare: (request) => call('compare', request),
      baseRate: () => call('baseRate', {}),
      setBaseRate: (baseRate) => call('setBaseRate', { baseRate }),
      sample: (count) => call('sample', { count }),
    },
    meaning: meaning ?? noMeaning,
    byKeys: (keys) => call('byKeys', { keys }),
    model: () => meaning?.model() ?? null,
    isDamaged: () => damaged,
    tasks: () => tasks,
    catchUp: (read) => follower.catchUp(read),
    catchUpIn: (read) => follower.catchUpIn(read),
    behindFor: () => ({ words: follower.behindFor(), meanings: meaning?.behindFor() ?? 0 }),
  }
}
