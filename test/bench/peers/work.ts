// The work: ten agents make a hundred tasks, then all of them walk through the list and each task gets four notes from four agents at about the
// same moment. Each title and each note has a mark, by which it is found afterwards.
import { readReports } from '../reports.ts'
import { type Draft, type Opened, Refused, type Seat } from './peer.ts'

export const agentCount = 10
export const taskCount = 100
export const notesEach = 4
export const writeCount = taskCount * (1 + notesEach)
const tries = 3

// Without spaces, at which a peer may break a line.
export const titleMark = (task: number) => `(case-${task})`
export const noteMark = (task: number, agent: number) => `[case-${task}-agent-${agent}]`

export function drafts(): Draft[] {
  return readReports()
    .slice(0, taskCount)
    .map(({ title, text }, i) => ({
      title: `${title.replace(/\s+/g, ' ').slice(0, 120)} ${titleMark(i)}`,
      description: text.replaceAll('\0', '').replace(/\s+/g, ' ').toWellFormed().slice(0, 400).trim() || 'No text.',
    }))
}

export const noteOf = (task: number, agent: number) => `${noteMark(task, agent)} It happens on the second start only; the log of the run is attached.`

/** The agents that write to this task. */
const writersOf = (task: number) => Array.from({ length: notesEach }, (_, i) => (task + i) % agentCount)

export interface Outcome {
  seconds: number
  kept: number
  /** Acknowledged, and nowhere to be found. */
  lost: number
  /** Acknowledged, and found on another task than the one that it was for. */
  astray: number
  /** Refused three times, or there was no task to write to. */
  refused: number
  /** How often an agent was told no, by what it was told. */
  reasons: Map<string, number>
}

export async function doTheWork(opened: Opened): Promise<Outcome> {
  const texts = drafts()
  const reasons = new Map<string, number>()
  // One after the other: a start is not measured, and ten at once on a small machine pass a client's patience.
  const seats: Seat[] = []
  for (let i = 0; i < agentCount; i++) seats.push(await opened.seat(i))
  const ids = new Map<number, string>()
  const told: Told[] = []

  /** As an agent does: it tries again, and goes on with the next task in the end. */
  async function attempt<T>(write: () => Promise<T>): Promise<T | undefined> {
    for (let i = 0; i < tries; i++) {
      try {
        return await write()
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        const reason = error.message.replace(/\d+/g, 'N').replace(/\s+/g, ' ').slice(0, 140)
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      }
    }
    return undefined
  }
  async function createOwn(seat: Seat, agent: number): Promise<void> {
    for (let task = agent; task < taskCount; task += agentCount) {
      const id = await attempt(() => seat.create(texts[task] as Draft))
      if (id === undefined) continue
      ids.set(task, id)
      told.push({ task, mark: titleMark(task) })
    }
  }
  async function addNotes(seat: Seat, agent: number): Promise<void> {
    for (let task = 0; task < taskCount; task++) {
      const id = ids.get(task)
      if (id === undefined || !writersOf(task).includes(agent)) continue
      const done = await attempt(async () => (await seat.append(id, noteOf(task, agent)), true))
      if (done) told.push({ task, mark: noteMark(task, agent) })
    }
  }

  const started = performance.now()
  await Promise.all(seats.map(createOwn))
  await Promise.all(seats.map(addNotes))
  const seconds = (performance.now() - started) / 1000
  await Promise.all(seats.map((seat) => seat.close()))

  return { seconds, ...whatWasKept(await opened.kept(), told), refused: writeCount - told.length, reasons }
}

interface Told {
  task: number
  mark: string
}

function whatWasKept(tasks: readonly string[], told: readonly Told[]): Pick<Outcome, 'kept' | 'lost' | 'astray'> {
  const found = { kept: 0, lost: 0, astray: 0 }
  for (const { task, mark } of told) {
    const holders = tasks.filter((text) => text.includes(mark))
    if (holders.length === 0) found.lost++
    else if (holders.some((text) => text.includes(titleMark(task)))) found.kept++
    else found.astray++
  }
  return found
}

export interface Reading {
  list: string
  whole: string
}

/**
 * Fifty tasks with a note each, written by one agent alone: what it costs to read them. Whatever is missing here was not lost by
 * writing at once: then the bench does not know where to look, and must not say anything about this peer.
 */
export async function readFifty(opened: Opened): Promise<Reading> {
  const seat = await opened.seat(0)
  const ids: string[] = []
  const told: Told[] = []
  for (const [task, draft] of drafts().slice(0, 50).entries()) {
    const id = await seat.create(draft)
    ids.push(id)
    await seat.append(id, noteOf(task, 0))
    told.push({ task, mark: titleMark(task) }, { task, mark: noteMark(task, 0) })
  }
  await seat.close()
  const { kept, lost, astray } = whatWasKept(await opened.kept(), told)
  if (kept < told.length) throw new Error(`of ${told.length} writes of one agent alone, ${lost} were not found and ${astray} on another task`)
  return { list: await opened.list(), whole: await opened.readWhole(ids) }
}
