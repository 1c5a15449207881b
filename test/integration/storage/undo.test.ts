// Undo against a model: random writes by several actors, then undo. A preview is what then happens, nobody's later edit is trampled,
// an undo of an undo restores, versions only grow, and the journal always rebuilds the rows.
import * as fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { JournalEntry, UndoResult } from '../../../shared/schema/journal.ts'
import type { Schedule } from '../../../shared/schema/schedule.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { call } from '../../support/service/http.ts'
import { chooseSeed } from '../../support/fuzz/random.ts'
import { actors, op, openWorld, type Rows, sorted, type World } from '../../support/fuzz/undo-ops.ts'

const seed = chooseSeed()
console.log(`undo seed ${seed} (TANDEM_SEED=${seed} repeats it)`)
// On a busy machine fewer runs; shrinking a failure may take long: what was found by then is reported.
const runs = (usual: number) => (process.env.TANDEM_LONG ? { seed, numRuns: usual * 120 } : { seed, numRuns: usual, interruptAfterTimeLimit: 25_000 })

async function inWorld(run: (world: World) => Promise<void>): Promise<void> {
  const world = await openWorld()
  try {
    await run(world)
  } finally {
    await world.app.close()
  }
}

/** Asks for a preview, then for the undo itself; both must say the same, and the preview must change nothing. */
async function undoAsPreviewed(world: World, request: object) {
  const before = { rows: world.rows(), versions: world.versions(), journal: (await world.journal()).length }
  const preview = await world.undo({ ...request, preview: true })
  expect({ rows: world.rows(), versions: world.versions(), journal: (await world.journal()).length }).toEqual(before)
  const done = await world.undo(request)
  expect(done.status).toBe(preview.status)
  if (done.status !== 200) return { reply: done, before }
  expect(preview.body).toEqual({ ...done.body, preview: true, entries: [] })
  return { reply: done, before }
}

/** Undoes what an undo wrote. Entries that another one brought about follow it. */
async function redo(world: World, entries: readonly number[]): Promise<void> {
  const journal = await world.journal()
  for (const seq of entries.toReversed()) {
    if (journal.find((entry) => entry.seq === seq)?.cause !== null) continue
    const { reply } = await undoAsPreviewed(world, { entry: seq })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect(reply.body.conflicts).toEqual([])
  }
}

describe('when nobody else wrote since', () => {
  test('[U1] [U2] [U4] [U5] [U6] undoing an actor gives the state before, redoing the state after, and both again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(op(), { maxLength: 25 }), fc.array(op(fc.constant(0)), { minLength: 1, maxLength: 20 }), (first, then) =>
        inWorld(async (world) => {
          for (const one of first) await world.write(one)
          const start = world.rows()
          const since = new Date(Date.parse(world.now()) + 1).toISOString()
          for (const one of then) await world.write(one)
          const end = world.rows()
          let versions = world.versions()
          for (let round = 0; round < 2; round++) {
            const { reply } = await undoAsPreviewed(world, { actor: actors[0], since })
            expect(reply.body.conflicts).toEqual([])
            expect(sorted(world.rows())).toEqual(sorted(start))
            await redo(world, reply.body.entries)
            expect(sorted(world.rows())).toEqual(sorted(end))
            for (const [name, version] of Object.entries(world.versions())) expect(version, name).toBeGreaterThanOrEqual(versions[name] ?? 0)
            versions = world.versions()
          }
        }),
      ),
      runs(1),
    )
  })
})

/** What an agent brought is taken back with what it wrote itself. */
const writerOf = (name: string): string => / \(via (.*)\)$/.exec(name)?.[1] ?? name

/** Who wrote each value that is there now. */
class Writers {
  private readonly values = new Map<string, { by: string; seq: number }[]>()

  /** Ordinary writes: the fields that they set are theirs. */
  wrote(entries: readonly JournalEntry[]): void {
    for (const { entity, entity_id, seq, actor, after } of entries)
      for (const field of Object.keys(after ?? {})) {
        const key = `${entity} ${entity_id} ${field}`
        this.values.set(key, [...(this.values.get(key) ?? []), { by: writerOf(actor.name), seq }])
      }
  }

  /** An undo took these values away: what is there now is again of whoever wrote before. */
  undone(steps: UndoResult['done']): void {
    for (const { entity, entity_id, seq, fields } of steps)
      for (const field of fields) {
        const key = `${entity} ${entity_id} ${field}`
        this.values.set(
          key,
          (this.values.get(key) ?? []).filter((one) => one.seq !== seq),
        )
      }
  }

  of(name: string, field: string): string | undefined {
    return this.values.get(`${name} ${field}`)?.at(-1)?.by
  }
}

function changes(before: Rows, after: Rows): { key: string; name: string; field: string; value: string }[] {
  return Object.keys({ ...before, ...after }).flatMap((name) => {
    const [was, is] = [before[name] ?? {}, after[name] ?? {}]
    return Object.keys({ ...was, ...is }).flatMap((field) =>
      JSON.stringify(was[field]) === JSON.stringify(is[field]) ? [] : [{ key: `${name} ${field}`, name, field, value: JSON.stringify(is[field]) ?? 'gone' }],
    )
  })
}

/** The writers of a task are also those of its comments and schedules. */
function writersOf(name: string, rows: Rows, writers: Writers): Set<string | undefined> {
  const names = [name, ...(name.startsWith('task ') ? Object.keys(rows).filter((other) => `task ${String(rows[other]?.task_id)}` === name) : [])]
  return new Set(names.flatMap((one) => Object.keys(rows[one] ?? {}).map((field) => writers.of(one, field))))
}

describe('when others wrote in between', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: op().map((write) => ({ write })) },
    { weight: 1, arbitrary: fc.nat(60).map((back) => ({ undoEntry: back })) },
    { weight: 1, arbitrary: fc.record({ undoActor: fc.nat(actors.length - 1), since: fc.nat(30) }) },
  )

  test('[U3] [U4] [U6] [J3] no value and no thing of anybody else is touched', async () => {
    let ran = 0
    let undone = 0
    let conflicts = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), (steps) =>
        inWorld(async (world) => {
          const writers = new Writers()
          for (const kind of ['createTask', 'createTask', 'createContact', 'addComment', 'addSchedule'] as const) {
            await world.write({ kind, actor: kind === 'createTask' ? 0 : 1, pick: 0, value: 0 })
          }
          writers.wrote(await world.journal())
          const highest = new Map<string, number>()
          for (const one of steps) {
            const before = world.rows()
            if ('write' in one) {
              const head = (await world.journal()).length
              await world.write(one.write)
              writers.wrote((await world.journal()).slice(head))
            } else {
              const journal = await world.journal()
              const own = journal.filter((entry: JournalEntry) => entry.undo_of === null)
              const target = 'undoEntry' in one ? own.at(-1 - (one.undoEntry % Math.max(1, own.length))) : undefined
              if ('undoEntry' in one && !target) continue
              const actor = target ? target.actor.name : (actors[(one as { undoActor: number }).undoActor] as string)
              const request = target
                ? { entry: target.seq }
                : { actor, since: new Date(Date.parse(world.now()) - 1000 * (one as { since: number }).since).toISOString() }
              const { reply } = await undoAsPreviewed(world, request)
              if (reply.status === 409) expect(target?.undone_by).not.toBeNull()
              else {
                expect(reply.status).toBe(200)
                undone += reply.body.done.length
                conflicts += reply.body.conflicts.length
              }
              const after = world.rows()
              for (const { name, field } of changes(before, after)) {
                if (!(name in before)) continue
                if (name in after) expect(writers.of(name, field), `${name}.${field}, undoing ${JSON.stringify(request)}`).toBe(writerOf(actor))
                else
                  expect(
                    [...writersOf(name, before, writers)].filter((writer) => writer !== writerOf(actor) && writer !== undefined),
                    `${name} was removed, undoing ${JSON.stringify(request)}`,
                  ).toEqual([])
              }
              writers.undone(reply.body.done ?? [])
            }
            for (const [name, version] of Object.entries(world.versions())) {
              expect(version, name).toBeGreaterThanOrEqual(highest.get(name) ?? 0)
              highest.set(name, version)
            }
          }
          ran++
        }),
      ),
      runs(1),
    )
    console.log(`undo: ${undone} things undone, ${conflicts} conflicts in ${ran} runs`)
    // A busy machine may have come to a few runs only.
    expect(undone).toBeGreaterThan(Math.floor(ran / 2))
    expect(conflicts).toBeGreaterThanOrEqual(Math.floor(ran / 8))
  })
})

describe('undo, step by step', () => {
  const worlds: World[] = []
  afterEach(async () => {
    for (const world of worlds.splice(0)) await world.app.close()
  })
  async function opened() {
    const world = await openWorld()
    worlds.push(world)
    const send = async <T>(method: string, path: string, body?: object, actor = 'ana') =>
      (await call<T>(world.app.url, method, path, body, { 'X-Actor': actor })).body
    return { world, send }
  }

  test('[U2] undoing the delete of a task brings back its comments and schedules under their ids', async () => {
    const { world, send } = await opened()
    const task = await send<Task>('POST', '/tasks', { title: 'whole' })
    for (let i = 0; i < 3; i++) await send('POST', `/tasks/${task.id}/comments`, { body: `c${i}` }, 'ben')
    const schedule = await send<Schedule>('POST', `/tasks/${task.id}/schedules`, { type: 'one_time', fire_at: '2028-01-01T00:00:00Z' })
    const before = world.rows()
    const comments = await send('GET', `/tasks/${task.id}/comments`)
    await send('DELETE', `/tasks/${task.id}`, undefined, 'ben')
    const deleted = (await world.journal()).find((entry) => entry.action === 'deleted' && entry.entity === 'task') as JournalEntry
    for (let i = 0; i < 3; i++) {
      const { reply } = await undoAsPreviewed(world, { entry: deleted.seq })
      expect(world.rows()).toEqual(before)
      expect((await send<object[]>('GET', `/tasks/${task.id}/comments`)).map((comment) => ({ ...comment, updated_at: 0 }))).toEqual(
        (comments as object[]).map((comment) => ({ ...comment, updated_at: 0 })),
      )
      expect((await send<Schedule>('GET', `/tasks/${task.id}/schedules/${schedule.id}`)).next_fire_at).toBe('2028-01-01T00:00:00.000Z')
      expect((await send<Task>('GET', `/tasks/${task.id}`)).version).toBe(2 + i)
      // The undo undone, by its own entry; then the first delete undone once more.
      await redo(world, reply.body.entries)
      expect(world.rows()).toEqual({})
    }
  })

  test('[U3] a thing on which somebody else worked is not removed by undoing its create', async () => {
    const { world, send } = await opened()
    const task = await send<Task>('POST', '/tasks', { title: 'shared' })
    await send('POST', `/tasks/${task.id}/comments`, { body: 'mine' }, 'ben')
    const { reply } = await undoAsPreviewed(world, { actor: 'ana', since: '2020-01-01T00:00:00Z' })
    expect(reply.body.conflicts).toMatchObject([{ entity: 'task', entity_id: task.id, reason: expect.stringContaining('ben') }])
    expect(Object.keys(world.rows())).toHaveLength(2)
  })

  test('[U3] a contact whose address was given away comes back only once it is free', async () => {
    const { world, send } = await opened()
    await send('POST', '/contacts', { name: 'Ana' })
    await send('DELETE', '/contacts/ana')
    await send('POST', '/contacts', { name: 'Ana' }, 'ben')
    const deleted = (await world.journal())[1] as JournalEntry
    const { reply } = await undoAsPreviewed(world, { entry: deleted.seq })
    expect(reply.body).toMatchObject({ done: [], conflicts: [{ entity: 'contact' }] })
    await send('DELETE', '/contacts/ana', undefined, 'ben')
    expect((await undoAsPreviewed(world, { entry: deleted.seq })).reply.body).toMatchObject({ conflicts: [], done: [{ action: 'restored' }] })
  })

  test('[U5] an entry that is undone is 409, one that never was 404', async () => {
    const { world, send } = await opened()
    await send('POST', '/tasks', { title: 'x' })
    expect((await world.undo({ entry: 1 })).status).toBe(200)
    expect((await world.undo({ entry: 1 })).status).toBe(409)
    expect((await world.undo({ entry: 99 })).status).toBe(404)
  })

  test('[U1] a moment that UTC puts outside the years 1 to 9999 is refused, not read as one long ago', async () => {
    const { world, send } = await opened()
    await send('POST', '/tasks', { title: 'x' })
    for (const moments of [{ since: '9999-12-31T23:59:59-23:59' }, { since: '2020-01-01T00:00:00Z', until: '9999-12-31T23:59:59-23:59' }]) {
      const { reply } = await undoAsPreviewed(world, { actor: 'ana', ...moments })
      expect(reply).toMatchObject({ status: 400, body: { detail: expect.stringContaining('must be between the years 1 and 9999') } })
    }
    expect(Object.keys(world.rows())).toHaveLength(1)
  })

  test('[U4] undoing an undo of a person does not find what that undo took along in conflict', async () => {
    const { world, send } = await opened()
    const task = await send<Task>('POST', '/tasks', { title: 'x' })
    await send('POST', `/tasks/${task.id}/comments`, { body: 'c' })
    await world.undo({ entry: 1 })
    expect(world.rows()).toEqual({})
    const { reply } = await undoAsPreviewed(world, { actor: 'undoer', since: '2020-01-01T00:00:00Z' })
    expect(reply.body).toMatchObject({ done: [], conflicts: [] })
  })
})
