// Desktops, a phone and a network that fails; what they write at random, and whether all of it is there in the end.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Called } from '../../contract/target.ts'
import { type TestCloud, type TestPerson, type TestTeam, newTeam } from '../cloud/cloud.ts'
import { type FaultProxy, noFaults, openFaultProxy } from '../cloud/fault-proxy.ts'
import { openDesktop, type SyncedDesktop } from './synced.ts'
import { until } from '../until.ts'
import { contactFields, listFields, ruleFields, taskFields, taskLists, taskSets } from '../../../shared/sync/synced-fields.ts'

export interface World {
  desktops: SyncedDesktop[]
  /** One round: everybody writes, the network fails, then it heals, and all must agree. Throws what does not. */
  round(): Promise<void>
  /** What was done, for the report of a failure. */
  log: string[]
  close(): Promise<void>
}

const timeoutMs = Number(process.env.TANDEM_TIMEOUT_MS ?? 30_000)

type Row = Record<string, unknown>
type Copy = Map<string, string>

const fields = {
  task: taskFields,
  comment: ['body'],
  contact: contactFields,
  schedule: ruleFields,
  list: listFields,
} satisfies Record<string, readonly string[]>
const tables = { task: 'tasks', comment: 'comments', contact: 'contacts', schedule: 'schedules', list: 'lists' } as const
type Entity = keyof typeof fields
const kinds = Object.keys(fields) as Entity[]

const [jsonLists, sets] = [new Set<string>(taskLists), new Set<string>(taskSets)]
/** The order of a set says nothing. */
const shown = (row: Row, entity: Entity, of: string | undefined) =>
  JSON.stringify([
    of,
    ...fields[entity].map((field) => {
      const value = row[field]
      const list = jsonLists.has(field) ? ((typeof value === 'string' ? JSON.parse(value) : value) as string[]) : undefined
      if (list) return sets.has(field) ? list.toSorted() : list
      if (field === 'query' && typeof value === 'string') return JSON.parse(value) as unknown
      return typeof value === 'number' && field === 'enabled' ? value === 1 : value
    }),
  ])

function copyHere(db: Database.Database): Copy {
  const copy: Copy = new Map()
  const tasks = new Map((db.prepare('SELECT id, uid FROM tasks').all() as { id: number; uid: string }[]).map(({ id, uid }) => [id, uid]))
  for (const entity of kinds)
    for (const row of db.prepare(`SELECT * FROM ${tables[entity]}`).all() as Row[])
      copy.set(`${entity} ${row.uid}`, shown(row, entity, tasks.get(row.task_id as number)))
  return copy
}

async function copyThere(call: TestTeam['call']): Promise<Copy> {
  const copy: Copy = new Map()
  const tasks = new Map<number, string>()
  for (const entity of kinds) {
    for (let after: number | null = 0; after !== null; ) {
      const page: { rows: Row[]; next: number | null } = (await call('GET', `/sync?entity=${entity}&after=${after}`)).body
      for (const row of page.rows) {
        if (entity === 'task') tasks.set(row.id as number, row.uid as string)
        copy.set(`${entity} ${row.uid}`, shown(row, entity, tasks.get(row.task_id as number)))
      }
      after = page.next
    }
  }
  return copy
}

/** What a desktop knows of one thing and of its task, and what it did with them. */
function told(db: Database.Database, entity: string, uid: string): string {
  const item = db.prepare('SELECT * FROM remote_items WHERE entity = ? AND uid = ?').get(entity, uid) as Row | undefined
  const parent = item?.parent ? db.prepare("SELECT * FROM remote_items WHERE entity = 'task' AND local_id = ?").get(item.parent) : undefined
  const of = [item, parent as Row | undefined].filter((row) => row !== undefined)
  const entries = of.flatMap((row) => db.prepare('SELECT * FROM journal WHERE entity = ? AND entity_id = ?').all(row.entity, row.local_id) as { seq: number }[])
  return [...of, ...entries.sort((a, b) => a.seq - b.seq)].map((row) => JSON.stringify(row)).join('\n')
}

function difference(a: Copy, b: Copy): { key: string; text: string } | undefined {
  for (const key of new Set([...a.keys(), ...b.keys()])) if (a.get(key) !== b.get(key)) return { key, text: `${key}: here ${a.get(key)}, there ${b.get(key)}` }
  return undefined
}

export async function openWorld(cloud: TestCloud, owner: TestPerson, random: () => number, count = 5): Promise<World> {
  const team = await newTeam(cloud, owner)
  const proxy: FaultProxy = await openFaultProxy(cloud.url, random)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const skew = () => Math.floor((random() - 0.5) * 6 * 86_400_000)
  const log: string[] = []
  const texts: { text: string; key: string; by: string }[] = []
  let counter = 0
  const unique = () => `text${++counter}x`

  const desktops: SyncedDesktop[] = []
  for (let i = 0; i < count; i++) {
    const name = `d${i}`
    // Their clocks disagree, by days.
    let ahead = skew()
    const desktop = await openDesktop(name, { url: proxy.urlOf(name) }, team, {
      clock: { now: () => new Date(Date.now() + ahead) },
      get version() {
        ahead = skew()
        return '0.0.0-test'
      },
    })
    await desktop.connect()
    desktops.push(desktop)
  }
  const database = (desktop: SyncedDesktop) => new Database(join(desktop.dataDir, 'tandem.db'), { readonly: true })

  /** A place to write: a desktop, or the phone, which talks to the cloud itself. */
  interface Writer {
    name: string
    call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Called>
  }
  const phone: Writer = { name: 'phone', call: (method, path, body, headers) => team.call(method, path, body, { 'x-actor': 'person:phone', ...headers }) }

  async function write(by: Writer): Promise<void> {
    const roll = random()
    const ok = ({ status }: Called) => status < 300
    const tasks = ((await by.call('GET', '/tasks?limit=12')).body ?? []) as Row[]
    const task = tasks.length > 0 ? pick(tasks) : undefined
    const note = (what: string, reply: Called) => log.push(`${by.name} ${what}: ${reply.status}`)
    if (!task || roll < 0.1) {
      const text = unique()
      const reply = await by.call('POST', '/tasks', { title: `task ${text}`, description: text, labels: ['new'] })
      if (ok(reply)) texts.push({ text, key: `task ${reply.body.uid}`, by: by.name })
      return void note(`creates ${reply.body.uid}`, reply)
    }
    const at = `/tasks/${task.id}`
    const about = `task ${task.uid} (${task.id})`
    // Nobody loses a race against themselves: who writes on what they have just read says so.
    const match = { 'if-match': `"${task.version}"` }
    if (roll < 0.3) {
      const text = unique()
      const lines = `${task.description ?? ''}`.split('\n')
      lines.splice(Math.floor(random() * (lines.length + 1)), 0, text)
      const reply = await by.call('PATCH', at, { description: lines.join('\n') }, match)
      if (ok(reply)) texts.push({ text, key: `task ${task.uid}`, by: by.name })
      return void note(`writes ${text} into ${about}`, reply)
    }
    if (roll < 0.42) {
      const patch = pick<Row>([
        { title: `title ${unique()}` },
        { status: pick(['todo', 'in_progress', 'done']) },
        { priority: pick(['low', 'high']) },
        { dedupe_key: `a::b::${unique()}` },
        { due: pick(['2026-12-01', '2026-12-24T18:00:00Z', null]), assignee: pick(['ana@example.org', 'agent:a', null]) },
        { criteria: pick([[], [{ text: unique() }, { text: unique() }]]) },
      ])
      return void note(`${JSON.stringify(patch)} on ${about}`, await by.call('PATCH', at, patch, match))
    }
    if (roll < 0.46) {
      const others = ((await by.call('GET', '/tasks')).body as { id: number }[]).map(({ id }) => id)
      const links = pick<Row>([{ blocked_by: [pick(others)] }, { parent_id: pick(others) }, { blocked_by: [], parent_id: null }])
      // A circle is refused: by the cloud, and by a desktop.
      return void note(`${JSON.stringify(links)} on ${about}`, await by.call('PATCH', at, links, match))
    }
    if (roll < 0.5) {
      const labels = new Set(task.labels as string[])
      const label = pick(['a', 'b', 'c'])
      if (!labels.delete(label)) labels.add(label)
      return void note(`labels ${[...labels].join()} on ${about}`, await by.call('PATCH', at, { labels: [...labels] }, match))
    }
    if (roll < 0.66) {
      const text = unique()
      const reply = await by.call('POST', `${at}/comments`, { body: text })
      if (ok(reply)) texts.push({ text, key: 'comment', by: by.name })
      return void note(`comments ${text} on ${about}`, reply)
    }
    if (roll < 0.78) {
      const comments = (await by.call('GET', `${at}/comments`)).body as Row[]
      if (!Array.isArray(comments) || comments.length === 0) return
      const comment = pick(comments)
      const path = `${at}/comments/${comment.id}`
      if (random() < 0.25) return void note(`deletes comment ${String(comment.body)} of ${about}`, await by.call('DELETE', path))
      const text = unique()
      const tag = (await by.call('GET', path)).headers.get('etag')
      const reply = await by.call('PATCH', path, { body: `${String(comment.body)}\n${text}` }, tag ? { 'if-match': tag } : {})
      if (ok(reply)) texts.push({ text, key: 'comment', by: by.name })
      return void note(`writes ${text} into a comment of ${about}`, reply)
    }
    // Who deletes what they wrote into themselves has no claim that it stays; it is in their history.
    const giveUp = () => {
      for (const one of texts) if (one.by === by.name && one.key === `task ${String(task.uid)}`) one.key = 'history'
    }
    if (roll < 0.84) {
      const reply = await by.call('DELETE', at)
      if (ok(reply)) giveUp()
      return void note(`deletes ${about}`, reply)
    }
    if (roll < 0.88 && by !== phone && tasks.length > 1) {
      const other = pick(tasks)
      const reply = await by.call('POST', `${at}/merge`, { into: other.id })
      if (ok(reply)) giveUp()
      return void note(`merges ${about} into ${String(other.uid)}`, reply)
    }
    if (roll < 0.9 && by !== phone) {
      const deleted = ((await by.call('GET', `/journal?after=0&limit=1000`)).body as Row[]).filter(
        ({ action, actor, undone_by }) => action === 'deleted' && (actor as Row).kind === 'person' && undone_by === null,
      )
      const last = deleted.at(-1)
      if (last) note(`takes back delete ${String(last.seq)}`, await by.call('POST', '/undo', { entry: last.seq }))
      return
    }
    if (roll < 0.95) {
      const schedules = (await by.call('GET', `${at}/schedules`)).body as Row[]
      if (!Array.isArray(schedules)) return
      const rule = pick<Row>([
        { type: 'weekly', day_of_week: pick([0, 1, 2]), time: '09:00' },
        { type: 'interval', interval_days: pick([1, 2, 3]) },
        { type: 'one_time', fire_at: '2099-01-01T09:00:00Z' },
        { type: 'one_time', before_due_minutes: pick([0, 30]) },
        { type: 'rule', rule: pick(['FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', 'FREQ=MONTHLY;BYDAY=1MO']), starts_on: '2026-01-05', time: '09:00' },
      ])
      if (schedules.length === 0) return void note(`reminds of ${about}`, await by.call('POST', `${at}/schedules`, { ...rule, timezone: 'Europe/Berlin' }))
      const path = `${at}/schedules/${String(pick(schedules).id)}`
      return void note(`another reminder of ${about}`, random() < 0.3 ? await by.call('DELETE', path) : await by.call('PATCH', path, rule))
    }
    if (random() < 0.4) {
      const lists = (await by.call('GET', '/lists')).body as Row[]
      if (lists.length === 0 || random() < 0.3) return void note('a list', await by.call('POST', '/lists', { name: pick(['Bugs', unique()]) }))
      const path = `/lists/${String(pick(lists).uid)}`
      const change = pick<Row>([{ name: unique() }, { position: Math.floor(random() * 9) }, { color: pick(['red', null]) }, { query: { label: [unique()] } }])
      return void note(path, random() < 0.2 ? await by.call('DELETE', path) : await by.call('PATCH', path, change))
    }
    const contacts = (await by.call('GET', '/contacts?limit=5')).body as Row[]
    if (contacts.length === 0 || random() < 0.3) {
      // Some are the same person, whom several know.
      const who = random() < 0.5 ? pick([1, 2, 3]) : undefined
      const person = who === undefined ? { name: `name ${unique()}` } : { name: `person ${who}`, email: `${who}@example.org`, phone: unique() }
      return void note(`a contact ${person.name}`, await by.call('POST', '/contacts', person))
    }
    const slug = String(pick(contacts).slug)
    note(
      `contact ${slug}`,
      random() < 0.2 ? await by.call('DELETE', `/contacts/${slug}`) : await by.call('PATCH', `/contacts/${slug}`, { [pick(['phone', 'role'])]: unique() }),
    )
  }

  async function disturb(desktop: SyncedDesktop): Promise<void> {
    const roll = random()
    if (roll < 0.35) {
      log.push(`${desktop.name} is offline`)
      proxy.offline(desktop.name, true)
    } else if (roll < 0.8) {
      log.push(`${desktop.name} is online`)
      proxy.offline(desktop.name, false)
    } else if (roll < 0.86) {
      log.push(`${desktop.name} ends in the middle and starts again`)
      proxy.offline(desktop.name, true)
      await desktop.restart()
      proxy.offline(desktop.name, random() < 0.5)
    }
  }

  async function round(): Promise<void> {
    proxy.faults = { lose: 0.1, twice: 0.1, late: 0.3, cut: 0.05, repeat: 0.1 }
    const steps = 6 + Math.floor(random() * 12)
    for (let step = 0; step < steps; step++) {
      // Several at the same time.
      const writers = Array.from({ length: 1 + Math.floor(random() * 3) }, () => (random() < 0.25 ? phone : pick(desktops)))
      await Promise.all([...new Set(writers)].map(write))
      if (random() < 0.35) await disturb(pick(desktops))
    }
    proxy.faults = { ...noFaults }
    for (const { name } of desktops) proxy.offline(name, false)
    for (const desktop of desktops) await desktop.call('POST', '/remote/sync')
    await agree()
    await nothingLost()
  }

  async function agree(): Promise<void> {
    const files = desktops.map(database)
    let last = ''
    try {
      await until(
        'all to agree',
        async () => {
          for (const desktop of desktops) {
            const state = await desktop.state()
            last = `${desktop.name}: ${JSON.stringify(state)}`
            if (state.state !== 'synced' || state.problem !== null) {
              const file = files[desktops.indexOf(desktop)] as Database.Database
              const waits = file.prepare('SELECT * FROM remote_items WHERE changes > 0 OR sent IS NOT NULL OR problem IS NOT NULL LIMIT 3').all() as Row[]
              const about = waits.map((row) => [
                row,
                row.parent && file.prepare("SELECT * FROM remote_items WHERE entity = 'task' AND local_id = ?").get(row.parent),
              ])
              last = `${desktop.name}: ${JSON.stringify(state)}\n${JSON.stringify(about, null, 1)}`
              return false
            }
          }
          const there = await copyThere(team.call)
          for (const [index, file] of files.entries()) {
            const wrong = difference(copyHere(file), there)
            if (wrong === undefined) continue
            last = `${desktops[index]?.name}: ${wrong.text}\n${told(file, ...(wrong.key.split(' ') as [string, string]))}`
            return false
          }
          return true
        },
        timeoutMs,
      )
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${last}\n${proxy.pending().join('\n')}`, { cause: error })
    } finally {
      for (const file of files) file.close()
    }
  }

  /** What was written is where it was written to; else it is in a history or among the conflicts. */
  async function nothingLost(): Promise<void> {
    const there = await copyThere(team.call)
    const everything: string[] = []
    for (const desktop of desktops) {
      const db = database(desktop)
      everything.push(...(db.prepare("SELECT coalesce(before, '') || coalesce(after, '') FROM journal").pluck().all() as string[]))
      everything.push(...(db.prepare('SELECT local || remote || kept FROM remote_conflicts').pluck().all() as string[]))
      db.close()
    }
    const histories = everything.join('\n')
    const present = [...there.values()].join('\n')
    for (const { text, key } of texts.splice(0)) {
      const stands = there.get(key)
      // Nobody in these runs takes a line out of a description: while its task is there, it is there.
      if (stands !== undefined && !stands.includes(text)) {
        const known = desktops.map((desktop) => {
          const db = database(desktop)
          const all = told(db, ...(key.split(' ') as [string, string]))
          db.close()
          return `${desktop.name}:\n${all}`
        })
        throw new Error(`${text} is not in ${key} any more: ${stands}\n${known.join('\n')}`)
      }
      if (!present.includes(text) && !histories.includes(text)) throw new Error(`${text} (${key}) is nowhere`)
    }
  }

  return {
    desktops,
    log,
    round,
    async close() {
      await Promise.all(desktops.map((desktop) => desktop.close()))
      await proxy.close()
      // nobody is in more than a hundred teams
      const gone = await owner.call('DELETE', `/teams/${team.id}?now=true`)
      if (gone.status !== 204) throw new Error(`team: ${gone.status} ${JSON.stringify(gone.body)}`)
    },
  }
}
