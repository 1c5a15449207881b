// A year of reminders in which the service is killed (SIGKILL) again and again: every moment that was due is there exactly once, and
// nothing was shown twice. What was due is worked out by another implementation (test/support/reminders/due-moments.ts).
import Database from 'better-sqlite3'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { StoredSchedule } from '../../electron/service/schedules/schedule-store.ts'
import { dueMoments } from '../support/reminders/due-moments.ts'
import { call } from '../support/service/http.ts'
import { chooseSeed, randomFrom } from '../support/fuzz/random.ts'
import { temporaryFolder } from '../support/service/service.ts'

const isLong = Boolean(process.env.TANDEM_LONG)
const seed = chooseSeed()
console.log(`reminder year seed ${seed} (TANDEM_SEED=${seed} repeats its schedules; when the kills hit is up to the machine)`)
const random = randomFrom(seed)
const upTo = (n: number) => Math.floor(random() * n)
const pick = <T>(values: readonly T[]): T => values[upTo(values.length)] as T

const minute = 60_000
const day = 86_400_000
const start = Date.parse('2026-11-20T08:00:00Z')
const end = start + 365 * day
const schedules = isLong ? 1000 : 20
const kills = isLong ? 60 : 1
const lateAfter = minute

const folder = temporaryFolder()
const logFile = join(folder.path, 'shown.jsonl')
const databaseFile = join(folder.path, 'tandem.db')
const program = fileURLToPath(new URL('../support/reminders/reminder-year.ts', import.meta.url))
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  folder.remove()
})

function run(mode: 'set-up' | 'run', from: number) {
  const args = [program, folder.path, logFile, String(from), String(end), String(upTo(2 ** 31)), mode]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, TANDEM_EMBEDDER: 'off', TANDEM_RERANKER: 'off' } })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'close').then(() => void running.delete(child))
  /** Resolves when the condition holds, or the program has ended. */
  async function until(holds: () => boolean): Promise<void> {
    while (child.exitCode === null && child.signalCode === null && !holds()) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return { child, ended, until, output: () => output }
}

interface Shown {
  key: string
  late: boolean
  at: number
  ids: number[]
}
/** A line that the kill cut in two was not shown. */
const shown = (): Shown[] =>
  existsSync(logFile)
    ? readFileSync(logFile, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Shown)
    : []

interface Kept {
  id: number
  schedule_id: number
  due_at: string
  state: string
  late: 0 | 1
  round: number
  notice: string | null
  fired_at: string | null
  claimed_at: string | null
}
function read<T>(sql: string): T[] {
  const db = new Database(databaseFile, { readonly: true })
  try {
    return db.prepare(sql).all() as T[]
  } finally {
    db.close()
  }
}

function randomRule(): object {
  const timezone = pick(['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'Asia/Kolkata', 'America/Santiago', 'Asia/Beirut'])
  const time = `${String(upTo(24)).padStart(2, '0')}:${pick(['00', '00', '15', '30', '45', '59'])}`
  const kind = random()
  if (kind < 0.4) return { type: 'one_time', fire_at: new Date(start + upTo(366 * day)).toISOString() }
  if (kind < 0.65) return { type: 'monthly', day_of_month: pick([1, 15, 28, 29, 30, 31, 31]), time, timezone }
  if (kind < 0.85) return { type: 'weekly', day_of_week: upTo(7), time, timezone }
  return { type: 'interval', interval_days: 2 + upTo(90), timezone, ...(random() < 0.5 ? { time } : {}) }
}

/** How far time had come for sure. */
function lastKnown(before: number): number {
  const [row] = read<{ at: string | null }>('SELECT max(fired_at) AS at FROM reminders')
  return Math.max(before, Date.parse(row?.at ?? new Date(before).toISOString()), shown().at(-1)?.at ?? before)
}

test(
  '[R9] every occurrence is accounted for exactly, through kill -9 at any moment',
  async () => {
    const setUp = run('set-up', start)
    await setUp.until(() => setUp.output().includes('ready'))
    const url = /ready (\S+)/.exec(setUp.output())?.[1] as string
    for (let n = 0; n < schedules; n++) {
      const task = await call<{ id: number }>(url, 'POST', '/tasks', { title: `task ${n}` })
      expect((await call(url, 'POST', `/tasks/${task.body.id}/schedules`, randomRule())).status).toBe(201)
    }
    setUp.child.kill('SIGKILL')
    await setUp.ended
    const rules = read<StoredSchedule>('SELECT * FROM schedules')

    // From when to when nobody was there: from the last sign of life to the next start.
    const away: { from: number; to: number }[] = []
    let from = start
    for (let kill = 0; kill < kills; kill++) {
      const enough = shown().length + 1 + upTo(Math.ceil((schedules * 12) / kills / 2))
      const child = run('run', from)
      // Now and then while it starts; mostly in the middle of its work.
      if (random() < 0.2) await child.until(() => child.output().includes('ready'))
      else await child.until(() => shown().length >= enough)
      await new Promise((resolve) => setTimeout(resolve, upTo(5)))
      child.child.kill('SIGKILL')
      await child.ended
      const known = lastKnown(from)
      from = Math.min(known + pick([0, 1, minute, 3 * 3_600_000, day, 9 * day, 20 * day]), end)
      away.push({ from: known, to: from })
    }
    const last = run('run', from)
    await last.until(() => last.output().includes('done'))
    await last.ended
    expect(last.output()).toContain('done')

    const kept = read<Kept>('SELECT * FROM reminders ORDER BY schedule_id, due_at')
    const expected = rules.flatMap((rule) =>
      dueMoments({ ...rule, anchor: rule.created_at }, Math.max(start - 1, Date.parse(rule.created_at)), end).map(
        (due) => `${rule.id} ${new Date(due).toISOString()}`,
      ),
    )
    expect(kept.map((one) => `${one.schedule_id} ${one.due_at}`).sort()).toEqual(expected.sort())

    const notices = shown()
    const timesShown = new Map<number, number>()
    for (const { ids } of notices) for (const id of ids) timesShown.set(id, (timesShown.get(id) ?? 0) + 1)
    expect(new Set(notices.map((notice) => notice.key)).size, 'a notice was shown twice').toBe(notices.length)
    expect([...timesShown.values()].filter((times) => times > 1)).toEqual([])

    const wasAway = (moment: number) => away.some((span) => span.from <= moment && moment <= span.to)
    const inDoubt: Kept[] = []
    const bySchedule = Map.groupBy(kept, (one) => one.schedule_id)
    for (const one of kept) {
      const due = Date.parse(one.due_at)
      const times = timesShown.get(one.id) ?? 0
      const after = (bySchedule.get(one.schedule_id) as Kept[]).find((other) => other.due_at > one.due_at)
      // Shown; or its showing began and was cut off, which stays on the list; or overtaken before anybody was there to show it.
      if (times === 0 && one.claimed_at !== null) inDoubt.push(one)
      else if (times === 0) expect([one.state, one.late, wasAway(due), after !== undefined]).toEqual(['missed', 1, true, true])
      expect(one.state).not.toBe('due')
      if (one.state === 'fired') expect(one.claimed_at).not.toBeNull()
      if (one.state === 'missed') expect(after).toBeDefined()
      if (one.fired_at === null) continue
      const late = Date.parse(one.fired_at) - due
      if (!wasAway(due)) expect(late, `${one.due_at} fired at ${one.fired_at}`).toBeLessThanOrEqual(2)
      expect(one.late, one.due_at).toBe(late > lateAfter || (one.state === 'missed' && times === 0 && one.claimed_at === null) ? 1 : 0)
    }
    // At most one notice was under way at each kill.
    expect(new Set(inDoubt.map((one) => one.notice)).size).toBeLessThanOrEqual(kills)
    for (const notice of notices) expect(notice.late).toBe(notice.ids.some((id) => kept.find((one) => one.id === id)?.late === 1))
    console.log(
      `${kept.length} moments of ${schedules} schedules over ${kills} kills: ${notices.length} notices, ${timesShown.size} shown once, ` +
        `${kept.filter((one) => !timesShown.has(one.id)).length - inDoubt.length} overtaken while it was off, ${inDoubt.length} in doubt (in ${new Set(inDoubt.map((one) => one.notice)).size} notices)`,
    )
  },
  isLong ? 900_000 : 90_000,
)
