// What the person answered of the reminders that came, on this device: each desktop of the team has a list of its own as well, and no team has one.
import { storage } from '../../../lib/storage.ts'

export interface Answer {
  schedule: number
  due_at: string
  /** Put off until then; null: seen. */
  until: string | null
}

interface Kept {
  /** What came before is not asked about: this device was not there yet. */
  since: string
  answers: Answer[]
}

const dayMs = 86_400_000
/** What was seen and is older is not asked about any more. */
export const maxAge = 14 * dayMs

const placeOf = (team: string) => `reminders:${team}`

function startOfDay(at: Date): string {
  const day = new Date(at)
  day.setHours(0, 0, 0, 0)
  return day.toISOString()
}

function read(team: string, now: Date): Kept {
  try {
    const kept = JSON.parse(storage.read(placeOf(team)) || 'null') as Kept | null
    if (kept) return kept
  } catch {
    // As if nothing was kept.
  }
  const fresh = { since: startOfDay(now), answers: [] }
  storage.write(placeOf(team), JSON.stringify(fresh))
  return fresh
}

/** From when on reminders are asked about, and what was said. */
export function readAnswers(team: string, now: Date): Kept {
  const { since, answers } = read(team, now)
  const oldest = new Date(now.getTime() - maxAge).toISOString()
  return { since: since > oldest ? since : oldest, answers }
}

const isSame = (one: Answer, { schedule, due_at }: Pick<Answer, 'schedule' | 'due_at'>) => one.schedule === schedule && one.due_at === due_at

/** `until` undefined: as if nothing was said. */
export function keepAnswer(team: string, now: Date, about: Pick<Answer, 'schedule' | 'due_at'>, until: string | null | undefined): void {
  const { since, answers } = read(team, now)
  const oldest = new Date(now.getTime() - maxAge).toISOString()
  const others = answers.filter((one) => !isSame(one, about) && (one.until !== null || one.due_at > oldest))
  storage.write(placeOf(team), JSON.stringify({ since, answers: until === undefined ? others : [...others, { ...about, until }] } satisfies Kept))
}
