// Every order in which a cloud may tell and answer, by the thousand: real lists, and the cloud's promises in memory.
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import type { Actor } from '../../shared/schema/actor.ts'
import type { SyncEntity } from '../../shared/schema/cloud/sync.ts'
import type { NewSchedule } from '../../shared/schema/schedule.ts'
import { ruleFields } from '../../shared/sync/synced-fields.ts'
import { createCloudModel } from '../support/cloud/cloud-model.ts'
import { chooseSeed, randomFrom } from '../support/fuzz/random.ts'
import { fixIdsAndClock, moveClock, recordDatabase } from '../support/sync/recorded-run.ts'
import { openSide, type Side } from '../support/sync/sync-side.ts'

const runs = Number(process.env.TANDEM_RUNS ?? (process.env.TANDEM_LONG ? 20_000 : 12))
/** So many runs share their lists. */
const perWorld = 5
const seed = chooseSeed()

afterEach(() => {
  Reflect.deleteProperty(performance, 'now')
  vi.restoreAllMocks()
})

interface Row {
  id: number
  uid: string
  [name: string]: unknown
}

/** `resets`: lists are away so long that the cloud does not keep what they missed. */
function openWorld(worldSeed: number, resets = false) {
  fixIdsAndClock(worldSeed)
  const random = randomFrom(worldSeed)
  const cloud = createCloudModel()
  // Some have read nothing yet, while others write already.
  const sides: Side[] = Array.from({ length: 3 }, () => openSide({ unread: random() < 0.5 }))
  const answers = sides.map((): (() => void) | undefined => undefined)
  const busy = sides.map(() => false)
  let clock = 0
  // Not a spy: that keeps each of its millions of calls.
  performance.now = () => clock
  const log: string[] = []
  const texts: { text: string; key: string; by: string }[] = []
  let counter = 0
  const text = () => `text${++counter}x`
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const withLine = (body: unknown, line: string) => {
    const lines = String(body ?? '').split('\n')
    lines.splice(Math.floor(random() * (lines.length + 1)), 0, line)
    return lines.join('\n')
  }
  const note = (what: string) => void log.push(what)
  /** Who deletes what they wrote before the cloud has it has no claim that it stands where others keep the rest; it is in their history. */
  const givesUp = (n: number, ...keys: string[]) => {
    for (const one of texts) {
      if (one.by !== `d${n}` || !keys.includes(one.key)) continue
      const [entity, uid] = one.key.split(' ') as [SyncEntity, string]
      const arrived = JSON.stringify((sides[n] as Side).store.byUid(entity, uid)?.base ?? null)
      if (!arrived.includes(one.text)) one.key = 'history'
    }
  }
  const rows = (side: Side, table: string) => side.db.prepare(`SELECT * FROM ${table}`).all() as Row[]
  const phone: Actor = { kind: 'person', name: 'phone' }

  function phoneWrites(): void {
    const all = cloud.all()
    const tasks = all.filter(({ entity }) => entity === 'task')
    const comments = all.filter(({ entity }) => entity === 'comment')
    const roll = random()
    const line = text()
    if (tasks.length === 0 || roll < 0.15) {
      const uid = crypto.randomUUID()
      cloud.create('task', uid, null, { title: `task ${line}`, description: line }, phone)
      texts.push({ text: line, key: `task ${uid}`, by: 'phone' })
      return note(`phone creates ${uid}`)
    }
    const task = pick(tasks)
    if (roll < 0.45) {
      cloud.update(task, { description: withLine(task.fields.description, line) }, phone)
      texts.push({ text: line, key: `task ${task.uid}`, by: 'phone' })
      return note(`phone writes ${line} into ${task.uid}`)
    }
    if (roll < 0.65) {
      const uid = crypto.randomUUID()
      cloud.create('comment', uid, task.id, { body: line, author: phone }, phone)
      texts.push({ text: line, key: `comment ${uid}`, by: 'phone' })
      return note(`phone comments ${line} on ${task.uid}`)
    }
    if (roll < 0.75 && comments.length > 0) {
      const comment = pick(comments)
      cloud.update(comment, { body: `${String(comment.fields.body)}\n${line}` }, phone)
      texts.push({ text: line, key: `comment ${comment.uid}`, by: 'phone' })
      return note(`phone writes ${line} into comment ${comment.uid}`)
    }
    if (roll < 0.82 && comments.length > 0) {
      const comment = pick(comments)
      cloud.remove(comment, phone)
      return note(`phone deletes comment ${comment.uid}`)
    }
    cloud.remove(task, phone)
    note(`phone deletes ${task.uid}`)
  }

  function writes(n: number): void {
    const side = sides[n] as Side
    const as = { actor: { kind: 'person', name: `d${n}` } as Actor }
    const tasks = rows(side, 'tasks')
    const roll = random()
    const line = text()
    if (tasks.length === 0 || roll < 0.12) {
      const { uid } = side.tasks.create({ title: `task ${line}`, description: line }, as)
      texts.push({ text: line, key: `task ${uid}`, by: `d${n}` })
      return note(`d${n} creates ${uid}`)
    }
    const task = pick(tasks)
    const comments = rows(side, 'comments').filter(({ task_id }) => task_id === task.id)
    if (roll < 0.3) {
      side.tasks.update(task.id, { description: withLine(task.description, line) }, as)
      texts.push({ text: line, key: `task ${task.uid}`, by: `d${n}` })
      return note(`d${n} writes ${line} into ${task.uid}`)
    }
    if (roll < 0.4) {
      side.tasks.update(task.id, pick([{ title: `title ${line}` }, { status: pick(['todo', 'done'] as const) }, { labels: [pick(['a', 'b', 'c'])] }]), as)
      return note(`d${n} changes ${task.uid}`)
    }
    if (roll < 0.58) {
      const { uid } = side.comments.create(task.id, { body: line }, as)
      texts.push({ text: line, key: `comment ${uid}`, by: `d${n}` })
      return note(`d${n} comments ${line} (${uid}) on ${task.uid}`)
    }
    if (roll < 0.65 && comments.length > 0) {
      const comment = pick(comments)
      side.comments.update(task.id, comment.id, { body: `${String(comment.body)}\n${line}` }, as)
      texts.push({ text: line, key: `comment ${comment.uid}`, by: `d${n}` })
      return note(`d${n} writes ${line} into comment ${comment.uid}`)
    }
    if (roll < 0.71 && comments.length > 0) {
      const comment = pick(comments)
      givesUp(n, `comment ${comment.uid}`)
      side.comments.remove(task.id, comment.id, as)
      return note(`d${n} deletes comment ${comment.uid}`)
    }
    if (roll < 0.8) {
      givesUp(n, `task ${task.uid}`, ...comments.map(({ uid }) => `comment ${uid}`))
      side.tasks.remove(task.id, as)
      return note(`d${n} deletes ${task.uid}`)
    }
    if (roll < 0.87 && tasks.length > 1) {
      const into = pick(tasks.filter(({ id }) => id !== task.id))
      givesUp(n, `task ${task.uid}`)
      side.merge(task.id, into.id, as)
      return note(`d${n} merges ${task.uid} into ${into.uid}`)
    }
    if (roll < 0.93) {
      const last = side.db
        .prepare("SELECT seq FROM journal WHERE action = 'deleted' AND actor_kind = 'person' AND undone_by IS NULL ORDER BY seq DESC LIMIT 1")
        .pluck()
        .get() as number | undefined
      if (last === undefined) return
      const { conflicts } = side.undo.undo({ entry: last }, as)
      return note(`d${n} takes back delete ${last} ${JSON.stringify(conflicts.map(({ reason }) => reason))}`)
    }
    const rules = rows(side, 'schedules').filter(({ task_id }) => task_id === task.id)
    const often = 1 + Math.floor(random() * 9)
    const rule = pick<NewSchedule>([
      { type: 'interval', interval_days: often, time: '09:00' },
      { type: 'rule', rule: `FREQ=DAILY;INTERVAL=${often}`, time: '09:00' },
      { type: 'one_time', before_due_minutes: often },
      { type: 'one_time', fire_at: '2099-01-01T09:00:00Z' },
    ])
    if (rules.length === 0) side.schedules.create(task.id, { ...rule, timezone: 'UTC' }, as)
    else if (random() < 0.3) side.schedules.remove(task.id, pick(rules).id, as)
    else side.schedules.update(task.id, pick(rules).id, rule, as)
    note(`d${n} changes a reminder of ${task.uid}`)
  }

  function hears(n: number, max = 1 + Math.floor(random() * 8)): void {
    const side = sides[n] as Side
    if (side.isReading()) {
      side.reads((entity, above) => cloud.page(entity, above, 2))
      return note(`d${n} reads a page${side.isReading() ? '' : ', the last'}`)
    }
    // Sometimes some of it comes again.
    const at = random() < 0.1 ? Math.max(0, side.position() - 2) : side.position()
    const some = cloud.events.slice(at, side.position() + max)
    if (some.length === 0) return
    side.takeIn(structuredClone(some), Math.max(side.position(), some.at(-1)?.id ?? 0))
    note(`d${n} hears up to ${side.position()}`)
  }

  /** The next step of what goes out: it is sent, it arrives (once or twice, or its answer is lost), the answer is read. */
  function sends(n: number): void {
    const side = sides[n] as Side
    if (side.isReading()) return
    const answer = answers[n]
    if (answer) {
      answers[n] = undefined
      busy[n] = false
      if (random() < 0.1) return note(`d${n} loses an answer`)
      return answer()
    }
    const writes = side.send()
    if (writes.length === 0) return
    const kinds = side.kinds()
    const arrive = () => {
      const { seq, results } = cloud.write(kinds, structuredClone(writes))
      note(`d${n} sent ${writes.map(({ action, uid }, i) => `${action} ${kinds[i]} ${uid}: ${results[i]?.status}`).join(', ')} (${seq})`)
      return () => {
        side.answer(seq, ...structuredClone(results))
        note(`d${n} reads the answer of ${seq}`)
      }
    }
    if (random() < 0.1) return note(`d${n} sends in vain`)
    if (random() < 0.1) arrive()
    answers[n] = arrive()
    busy[n] = true
  }

  const shown = (task: string | undefined, { title, description, status, labels, body, ...more }: Record<string, unknown>) => {
    const list = typeof labels === 'string' ? (JSON.parse(labels) as string[]) : (labels as string[] | undefined)
    const rule = ruleFields.map((name) => (name === 'enabled' ? Boolean(more[name] ?? true) : (more[name] ?? null)))
    return JSON.stringify([task, title, description, status, list?.toSorted(), body, rule])
  }
  function copyThere(): Map<string, string> {
    const tasks = new Map(
      cloud
        .all()
        .filter(({ entity }) => entity === 'task')
        .map(({ id, uid }) => [id, uid]),
    )
    return new Map(cloud.all().map((thing) => [`${thing.entity} ${thing.uid}`, shown(tasks.get(thing.task ?? 0), thing.fields)]))
  }
  function copyHere(side: Side): Map<string, string> {
    const tasks = new Map(rows(side, 'tasks').map(({ id, uid }) => [id, uid]))
    const copy = new Map<string, string>()
    for (const entity of ['task', 'comment', 'schedule'] as const)
      for (const row of rows(side, `${entity}s`)) copy.set(`${entity} ${row.uid}`, shown(tasks.get(row.task_id as number), row))
    return copy
  }

  function difference(): string | undefined {
    const there = copyThere()
    for (const [n, side] of sides.entries()) {
      if (side.waits() > 0)
        return `d${n} waits: ${JSON.stringify(side.db.prepare('SELECT * FROM remote_items WHERE changes > 0 OR sent IS NOT NULL LIMIT 2').all())}`
      const here = copyHere(side)
      for (const key of new Set([...here.keys(), ...there.keys()]))
        if (here.get(key) !== there.get(key)) {
          const [entity, uid] = key.split(' ')
          return `d${n} ${key}: here ${here.get(key)}, there ${there.get(key)}; ${JSON.stringify(side.db.prepare('SELECT * FROM remote_items WHERE entity = ? AND uid = ?').get(entity, uid))}`
        }
    }
    return undefined
  }

  return {
    log,
    round(): void {
      const steps = 10 + Math.floor(random() * 40)
      const silent = sides.map(() => random() < 0.3)
      for (let step = 0; step < steps; step++) {
        clock += random() < 0.05 ? 2000 : 50
        moveClock(clock)
        const n = Math.floor(random() * sides.length)
        const roll = random()
        if (roll < 0.12) phoneWrites()
        else if (roll < 0.42) writes(n)
        else if (roll < 0.45) {
          ;(sides[n] as Side).reopen()
          silent[n] = !silent[n]
          note(`d${n} ${silent[n] ? 'is offline' : 'is online'}`)
        } else if (silent[n]) continue
        else if (resets && roll < 0.48) {
          if ((sides[n] as Side).isReading()) continue
          ;(sides[n] as Side).resets()
          cloud.forgetAnswers()
          answers[n] = undefined
          busy[n] = false
          note(`d${n} is to read all again`)
        } else if (roll < 0.7) hears(n)
        else sends(n)
      }
      let wrong: string | undefined
      for (let turn = 0; turn < 60; turn++) {
        clock += 1000
        moveClock(clock)
        for (let i = 0; i < 12; i++) {
          const n = Math.floor(random() * sides.length)
          if (random() < 0.5) hears(n, 100)
          else sends(n)
        }
        const lags = (side: Side) => side.isReading() || side.position() < cloud.events.length
        if (turn < 3 || busy.some((is) => is) || sides.some(lags)) continue
        wrong = difference()
        if (wrong === undefined) break
      }
      if (wrong !== undefined) throw new Error(`They do not agree. ${wrong}`)
      const there = copyThere()
      const histories = sides
        .flatMap((side) => side.db.prepare("SELECT coalesce(before, '') || coalesce(after, '') FROM journal").pluck().all() as string[])
        .join('\n')
      const heard = JSON.stringify(cloud.events)
      for (const { text: line, key } of texts.splice(0)) {
        const stands = there.get(key)
        // What was told to nobody cannot be with what outlives its end.
        if (stands !== undefined && !stands.includes(line) && !resets) throw new Error(`${line} is not in ${key} any more: ${stands}`)
        if (stands === undefined && !histories.includes(line) && !heard.includes(line)) throw new Error(`${line} (${key}) is nowhere`)
      }
    },
    close(): void {
      for (const [n, side] of sides.entries()) {
        recordDatabase(`${worldSeed}${resets ? ' resets' : ''} d${n}`, side.db)
        side.close()
      }
    },
  }
}

async function play(count: number, resets = false): Promise<void> {
  for (let run = 0; run < count; run += perWorld) {
    const world = openWorld(seed + run, resets)
    try {
      for (let i = 0; i < perWorld && run + i < count; i++) {
        world.log.length = 0
        try {
          world.round()
        } catch (error) {
          throw new Error(`seed ${seed}, run ${run + i}: ${(error as Error).message}\n${world.log.join('\n')}`, { cause: error })
        }
      }
    } finally {
      world.close()
    }
    // What the lists put off until later holds them until then.
    await setImmediate()
  }
  expect(count).toBeGreaterThan(0)
}

it(`[X9] ${runs} runs in any order converge, and nothing is lost (TANDEM_SEED=${seed})`, () => play(runs))

const longAway = Math.ceil(runs / 5)
it(`[X9] ${longAway} runs in which lists were away for too long, and read all again, converge (TANDEM_SEED=${seed})`, () => play(longAway, true))
