// Files of a connected list: what a text here names goes to the team, and what one names that is not here is fetched when somebody asks for it. Which of
// them the team lacks, the cloud says: so nothing is remembered that a crash, a restore or another team could make wrong.
import type { Attachments } from '../../attachments/attachments.ts'
import { nextTurn } from '../../next-turn.ts'
import { type CloudLink, LinkError } from '../transport/cloud-link.ts'
import { createFetchFile } from './fetch-file.ts'
import type { NamedFileStore } from './named-file-store.ts'

export interface TeamFileDeps {
  attachments: Pick<Attachments, 'has' | 'content' | 'upload'>
  named: NamedFileStore
  /** The connection, while there is one that works. */
  link: () => CloudLink | undefined
  teamId: () => string | undefined
  /** What a person has to know changed. */
  changed: () => void
  report: (error: unknown) => void
}

export type TeamFiles = ReturnType<typeof createTeamFiles>

/** What the team has, without fetching it. */
const createDescribeFile = (link: TeamFileDeps['link'], report: (error: unknown) => void) => (hash: string) =>
  Promise.resolve(link()?.describeFile(hash)).catch((error: unknown) => {
    if (!(error instanceof LinkError)) report(error)
    return undefined
  })

const askedAtOnce = 500
const pauseMs = 500
const retryMs = 30_000

/** What a person has to know of it, if anything. */
async function sendOne(attachments: Pick<Attachments, 'content'>, hash: string, through: CloudLink): Promise<string | undefined> {
  const file = await attachments.content(hash)
  try {
    if (file) await through.sendFile(hash, file)
    return undefined
  } catch (error) {
    if (!(error instanceof LinkError) || !['failed', 'team'].includes(error.problem)) throw error
    // The team has no room, say: the others may be smaller. It is tried again with the next connection.
    return `A file of this list is not with the team: ${error.said ?? error.message}`
  }
}

export function createTeamFiles({ attachments, named, link, teamId, changed, report }: TeamFileDeps) {
  /** What the team has, or does not take. */
  let settled = new Set<string>()
  /** Named, and neither settled nor here yet: a text may name a file before it has arrived. */
  let awaited = new Set<string>()
  let team: string | undefined
  /** How far the journal was looked through; undefined: nothing was. */
  let since: number | undefined
  let problem: string | null = null
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const state = { closed: false }

  function tell(next: string | null): void {
    if (problem === next) return
    problem = next
    changed()
  }

  async function sendLacking(through: CloudLink): Promise<void> {
    // What is written while we look comes after this.
    const head = named.head()
    for (const hashes of since === undefined ? named.all() : [named.since(since)]) {
      for (const hash of hashes) if (!settled.has(hash)) awaited.add(hash)
      await nextTurn()
      if (state.closed || link() !== through) return
    }
    since = head
    const candidates = [...awaited].filter((hash) => attachments.has(hash))
    for (let from = 0; from < candidates.length; from += askedAtOnce) {
      const asked = candidates.slice(from, from + askedAtOnce)
      const lacking = new Set(await through.lackingFiles(asked))
      for (const hash of asked) {
        if (state.closed || link() !== through) return
        if (lacking.has(hash)) tell((await sendOne(attachments, hash, through)) ?? problem)
        settled.add(hash)
        awaited.delete(hash)
      }
    }
  }

  async function run(): Promise<void> {
    const through = link()
    if (!through || state.closed) return
    if (team !== teamId()) forget()
    team = teamId()
    await sendLacking(through)
  }

  /** Soon, and one after the other: a burst of writes is one look. */
  function later(ms: number): void {
    if (state.closed || timer) return
    timer = setTimeout(() => {
      timer = undefined
      // What was written meanwhile is looked for afterwards.
      if (running) return later(pauseMs)
      running = run()
        .catch((error: unknown) => {
          if (!(error instanceof LinkError)) report(error)
          later(retryMs)
        })
        .finally(() => (running = undefined))
    }, ms).unref()
  }

  function forget(): void {
    settled = new Set()
    awaited = new Set()
    since = undefined
    team = undefined
    tell(null)
  }

  return {
    /** Something was written, or the way to the cloud changed. */
    flush: (): void => later(pauseMs),

    problem: (): string | null => problem,
    forget,

    fetch: createFetchFile({ attachments, link, report, isHere: (hash) => settled.add(hash) }),

    describe: createDescribeFile(link, report),

    async close(): Promise<void> {
      state.closed = true
      clearTimeout(timer)
      await running?.catch(() => undefined)
    },
  }
}
