// The command line as a person or an agent in a shell uses it: real processes.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callUrl } from '../contract/target.ts'
import { run, stopServiceOf } from '../support/service/programs.ts'
import { openService, temporaryFolder } from '../support/service/service.ts'

let service: Awaited<ReturnType<typeof openService>>
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const tandem = (...args: string[]) => run('electron/cli/tandem.mjs', [...args, '--data-dir', service.dataDir], { env: { TANDEM_AGENT: 'shell-agent' } })
const json = async (...args: string[]) => JSON.parse((await tandem(...args)).out)

/** Beside the command line, each call of which is a program. */
const made = async (title: string, more: object = {}) => (await callUrl(`${service.url}/tasks`, 'POST', { title, ...more })).body as { id: number }
const kept = async (id: number) => (await callUrl(`${service.url}/tasks/${id}`, 'GET', undefined)).body

describe('tandem', () => {
  it('[A6] adds, lists, finds, comments, reminds and finishes, attributed to its agent', async () => {
    const { id } = await json('add', 'Water the plants', '-p', 'high', '-l', 'home')
    expect(await json('list', '--label', 'home')).toEqual({
      tasks: [{ id, title: 'Water the plants', status: 'backlog', priority: 'high', labels: ['home'] }],
      total: 1,
    })
    expect((await json('search', 'plants'))[0]).toMatchObject({ id })
    expect((await tandem('search', 'plants', 'is:soon')).err).toMatch(/is:soon was searched as text: is must be ready, blocked, overdue or inbox/)
    expect((await json('dup', 'Water the plants'))[0]).toMatchObject({ id, score: expect.any(Number) })
    await tandem('comment', String(id), 'the big one too')
    expect(await json('remind', String(id), '--weekly', 'monday', '--time', '09:00')).toMatchObject({ task_id: id, next_fire_at: expect.any(String) })
    expect(await json('remind', String(id), '--before-due', '2h')).toMatchObject({ task_id: id, next_fire_at: null })
    expect(await json('done', String(id))).toMatchObject({ status: 'done' })
    expect(await json('show', String(id))).toMatchObject({ status: 'done', comments: [{ author: 'shell-agent', body: 'the big one too' }] })
    const history = (await callUrl(`${service.url}/tasks/${id}/history`, 'GET', undefined)).body as { actor: { kind: string; name: string } }[]
    expect(new Set(history.map(({ actor }) => `${actor.kind}:${actor.name}`))).toEqual(new Set(['agent:shell-agent']))
    expect(await json('undo')).toMatchObject({ done: [{ action: 'reverted', fields: ['status', 'completed_at'] }] })
    expect(await json('show', `#${id}`)).toMatchObject({ status: 'backlog' })
    const never = await tandem('undo', '--actor', 'shell-agent', '--since', '2026-02-30')
    expect([never.code, never.err]).toEqual([2, expect.stringContaining('a moment that exists')])
  })

  it.runIf(process.env.TANDEM_LONG)('[AT8] attaches files: all or none', async () => {
    const { id } = await made('Plan', { description: 'As drawn:' })
    const folder = temporaryFolder()
    const [plan, large] = ['plan [1].pdf', 'large.bin'].map((name) => join(folder.path, name)) as [string, string]
    writeFileSync(plan, '%PDF')
    writeFileSync(large, Buffer.alloc(25 * 1_048_576 + 1))
    const { code, err } = await tandem('attach', String(id), plan, large)
    expect([code, err]).toEqual([2, expect.stringContaining('larger than 25 MB')])
    expect(existsSync(join(service.dataDir, 'attachments'))).toBe(false)
    const { attached } = await json('attach', String(id), plan)
    expect(attached).toEqual([{ name: 'plan [1].pdf', bytes: 4, path: expect.stringMatching(/^\/attachments\//) }])
    await tandem('attach', String(id), '--description', plan)
    folder.remove()
    const link = `[plan \\[1\\].pdf](${attached[0].path})`
    expect(await json('show', String(id))).toMatchObject({ description: `As drawn:\n\n${link}`, comments: [{ author: 'shell-agent', body: link }] })
    expect(await (await fetch(`${service.url}${attached[0].path}`)).text()).toBe('%PDF')
  })

  it.runIf(process.env.TANDEM_LONG)('[T20] lists by due date', async () => {
    for (const [title, due] of [['Later', '2031-05-02'], ['Some day'], ['Sooner', '2031-05-01']])
      await made(title as string, { labels: ['sorted'], ...(due ? { due } : {}) })
    const titles = async (...options: string[]) => (await json('list', '--label', 'sorted', ...options)).tasks.map((task: { title: string }) => task.title)
    expect(await titles()).toEqual(['Sooner', 'Some day', 'Later'])
    expect(await titles('--sort', 'due')).toEqual(['Sooner', 'Later', 'Some day'])
  })

  it.runIf(process.env.TANDEM_LONG)('[S15] [S16] takes words for due dates and reminders, and asks about those that are not clear', async () => {
    const { id } = await json('add', 'Send the invoice', '--due', 'in 3 weeks', '--remind', '1 day before due', '--remind', 'jeden zweiten Freitag um 9')
    const { due } = (await kept(id)) as { due: string }
    expect(Date.parse(due) - Date.now()).toBeGreaterThan(19 * 86_400_000)
    expect(await json('remind', String(id), 'first', 'Monday', 'of', 'every', 'month', 'at', '10:00')).toMatchObject({ next_fire_at: expect.any(String) })
    const { body } = await callUrl(`${service.url}/tasks/${id}/schedules`, 'GET', undefined)
    expect(body).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ before_due_minutes: 1440 }),
        expect.objectContaining({ rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', time: '09:00' }),
        expect.objectContaining({ rule: 'FREQ=MONTHLY;BYDAY=1MO', time: '10:00' }),
      ]),
    )
    const weekly = await json('add', 'Water the orchids', '--due', 'every Friday')
    expect(new Date(((await kept(weekly.id)) as { due: string }).due).getUTCDay()).toBe(5)
    const doubted = await tandem('remind', String(id), 'every', 'third', 'Friday')
    expect([doubted.code, doubted.out + doubted.err]).toEqual([2, expect.stringContaining('"third Friday of every month"')])
    expect((await tandem('add', 'Never', '--due', 'whenever')).code).toBe(2)
  })

  it.runIf(process.env.TANDEM_LONG)('[A6] [A16] [A17] takes the next task and finishes it', async () => {
    const { id } = await json('add', 'Fill the kettle', '-l', 'kitchen')
    const taken = await json('next', '--label', 'kitchen')
    expect(taken).toMatchObject({ outcome: 'claimed', task: { id, status: 'in_progress', title: 'Fill the kettle' }, key: expect.any(String) })
    expect(await json('next', String(id))).toMatchObject({ outcome: 'resumed', key: taken.key })
    const other = await tandem('finish', String(id), '-m', 'not mine', '--as', 'other')
    expect([other.code, JSON.parse(other.out)]).toMatchObject([3, { outcome: 'lost', note: expect.stringContaining('shell-agent') }])
    expect((await tandem('finish', String(id))).code).toBe(2)
    expect(await json('finish', String(id), '-m', 'It is full.')).toMatchObject({ outcome: 'finished', id, status: 'done' })
    expect(await json('show', String(id))).toMatchObject({ comments: [{ author: 'shell-agent', body: 'It is full.' }] })
    expect((await tandem('next', '--label', 'kitchen')).code).toBe(4)
  })

  it.runIf(process.env.TANDEM_LONG).each(['done', 'todo', 'in_review'])('[A25] a finish as %s that is repeated is unchanged', async (status) => {
    const { id } = await made(`Sweep the floor, ${status}`)
    await tandem('next', String(id))
    const finish = () => json('finish', `#${id}`, '-m', 'swept', '-s', status)
    expect([await finish(), await finish()]).toMatchObject([
      { outcome: 'finished', status },
      { outcome: 'unchanged', status },
    ])
    expect((await callUrl(`${service.url}/tasks/${id}/comments`, 'GET', undefined)).body).toHaveLength(1)
  })

  it.runIf(process.env.TANDEM_LONG)('[A26] sets due date, assignee, whole, blockers and criteria, and lists by them', async () => {
    const [whole, first] = [await made('Move house'), await made('Find boxes')]
    const { id } = await made('Pack the books', { blocked_by: [whole.id] })
    const set = await tandem('set', `#${id}`, '--parent', String(whole.id))
    expect([set.code, set.err]).toEqual([3, expect.stringContaining('would wait for itself')])
    const links = ['--unblock', String(whole.id), '--blocked-by', `#${first.id}`, '--parent', String(whole.id)]
    const said = ['--due', '2031-05-01', '--assignee', 'me', ...links, '--criterion', 'no book is left']
    expect(await json('set', String(id), ...said)).toMatchObject({
      id,
      due: '2031-05-01',
      assignee: 'agent:shell-agent',
      parent_id: whole.id,
      blocked_by: [first.id],
      criteria: ['no book is left'],
    })
    await tandem('set', String(id), '--criterion', 'boxes are labelled')
    expect(await kept(id)).toMatchObject({ criteria: [{ text: 'no book is left' }, { text: 'boxes are labelled' }] })
    const listed = async (...options: string[]) => (await json('list', ...options)).tasks.map((task: { id: number }) => task.id)
    expect(await listed('--parent', String(whole.id))).toEqual([id])
    expect(await listed('--waits-for', `#${first.id}`)).toEqual([id])
    expect(await listed('--due-after', '2031-05-01', '--due-before', '2031-05-02', '--blocked')).toEqual([id])
    await tandem('set', String(id), '--due', 'none', '--assignee', 'none', '--parent', 'none')
    expect(await kept(id)).toMatchObject({ due: null, assignee: null, parent_id: null, blocked_by: [first.id] })
    for (const wrong of [
      ['set', String(id)],
      ['set', String(id), 'Friday'],
      ['set', String(id), '--parent', 'x'],
      ['list', '--parent', 'x'],
    ])
      expect((await tandem(...wrong)).code).toBe(2)
  })

  it.runIf(process.env.TANDEM_LONG)('[A6] says by its exit code what happened', async () => {
    const { id } = await json('add', 'Renew the passport')
    const again = await tandem('add', 'Renew the passport')
    expect([again.code, JSON.parse(again.out)]).toEqual([3, { outcome: 'needs_decision', candidates: [expect.objectContaining({ id })] }])
    expect((await tandem('add', 'Renew the passport', '--force')).code).toBe(0)
    const claim = JSON.parse((await tandem('claim', String(id))).out)
    expect((await tandem('claim', String(id), '--as', 'other')).code).toBe(3)
    expect((await tandem('claim', String(id), '--key', claim.key)).code).toBe(0)
    expect((await tandem('release', String(id), '--key', claim.key)).code).toBe(0)
    const missing = await tandem('show', '999999')
    expect([missing.code, JSON.parse(missing.err)]).toEqual([4, { error: 'There is no task 999999.', code: 'not_found' }])
    const mistakes = [['show'], ['fly'], [], ['show', 'x'], ['list', '--colour', 'red'], ['list', '--status', 'doing'], ['remind', '1']]
    for (const wrong of mistakes.slice(0, process.env.TANDEM_LONG ? mistakes.length : 3))
      expect([wrong, (await run('electron/cli/tandem.mjs', wrong.length > 0 ? [...wrong, '--data-dir', service.dataDir] : [])).code]).toEqual([wrong, 2])
    expect((await run('electron/cli/tandem.mjs', ['list', '--url', 'http://127.0.0.1:1'])).code).toBe(5)
    expect((await run('electron/cli/tandem.mjs', ['--url', 'http://127.0.0.1:1', '--json', 'list'])).code).toBe(5)
    expect(await run('electron/cli/tandem.mjs', ['--status', 'todo', 'list'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^--status cannot stand .*\n$/),
    })
    await callUrl(`${service.url}/agents/barred/policy`, 'PUT', { create: 'deny' }, { 'x-actor': 'person' })
    expect((await tandem('add', 'something', '--as', 'barred')).code).toBe(6)
  })

  it.runIf(process.env.TANDEM_LONG)('[QU1] [QU4] asks, lists what is open, and is told the answer; only a person answers', async () => {
    const { id } = await json('add', 'Renew the certificate of the shop')
    const asked = await json('ask', String(id), 'For which host?', '--option', 'a.example', '-o', 'b.example')
    expect(asked).toEqual({ outcome: 'waiting', question_id: expect.any(Number) })
    expect(await json('questions')).toContainEqual({
      question_id: asked.question_id,
      task_id: id,
      by: 'shell-agent',
      question: 'For which host?',
      options: ['a.example', 'b.example'],
    })
    expect((await tandem('answer', String(asked.question_id), 'a.example')).code).toBe(6)
    const waiting = json('ask', String(id), 'For which host?', '--option', 'a.example', '-o', 'b.example', '--wait', '300')
    await callUrl(`${service.url}/questions/${asked.question_id}/answer`, 'POST', { answer: 'b.example' }, { 'x-actor': 'person' })
    expect(await waiting).toEqual({ outcome: 'answered', question_id: asked.question_id, answer: 'b.example', by: 'person' })
  })

  it.runIf(process.env.TANDEM_LONG)('[A20] lists what agents may write and which are stopped; only a person lets one go on', async () => {
    const person = (method: string, path: string, body: unknown) => callUrl(`${service.url}${path}`, method, body, { 'x-actor': 'person' })
    await person('PUT', '/agents/hasty/policy', { brake: { writes: 1 } })
    for (const title of ['Hasty one', 'Hasty two']) await callUrl(`${service.url}/tasks`, 'POST', { title }, { 'x-actor': 'agent:hasty' })
    const stopped = async () => (await json('agents')).find(({ name }: { name: string }) => name === 'hasty')
    expect(await stopped()).toMatchObject({ limits: { writes: 1 }, brake: { reason: 'writes', count: 2, max: 1, state: 'waiting' } })
    expect((await tandem('agents', '--release', 'hasty')).code).toBe(6)
    expect((await tandem('agents', '--release', 'hasty', '--keep', 'hasty')).code).toBe(2)
    expect((await stopped()).brake).not.toBeNull()
  })

  it('[A6] changes all tasks that are named, or none: one that does not exist is named, and by the exit code', async () => {
    const [one, other] = [await made('Sweep the stairs'), await made('Order new chairs')]
    const missing = await tandem('done', String(one.id), '99999', String(other.id))
    expect([missing.code, JSON.parse(missing.err)]).toEqual([4, { error: 'There is no task 99999. Nothing was changed.', code: 'not_found' }])
    expect([await kept(one.id), await kept(other.id)]).toMatchObject([{ status: 'backlog' }, { status: 'backlog' }])
    expect(await json('done', String(one.id), `#${other.id}`, String(one.id))).toMatchObject([
      { id: one.id, status: 'done' },
      { id: other.id, status: 'done' },
    ])
    expect(await json('priority', String(one.id), String(other.id), 'high')).toMatchObject([{ priority: 'high' }, { priority: 'high' }])
    if (!process.env.TANDEM_LONG) return
    expect((await tandem('done', String(one.id), 'x')).code).toBe(2)
    expect((await tandem('priority', String(one.id), 'urgent')).code).toBe(2)
    expect((await tandem('help')).out).toContain('Exit codes')
    expect((await run('electron/cli/tandem.mjs', ['conversation', '-', '--data-dir', service.dataDir], { input: 'no json' })).code).toBe(2)
  })

  it.runIf(process.env.TANDEM_LONG)('[A6] labels, and appends to a description; of two at once neither is lost', async () => {
    const { id } = await made('Collect the readings', { labels: ['meter'] })
    expect(await json('label', String(id), 'cellar', '#meter')).toMatchObject({ labels: ['meter', 'cellar'] })
    expect(await json('label', String(id), 'meter', '--remove')).toMatchObject({ labels: ['cellar'] })
    // As a Mac types it.
    await json('label', String(id), 'Café')
    expect(await json('label', String(id), 'Cafe\u0301', '--remove')).toMatchObject({ labels: ['cellar'] })
    await Promise.all(['gas', 'water', 'power'].map((text) => tandem('append', String(id), text)))
    const { description } = await kept(id)
    expect(description.split('\n\n').sort()).toEqual(['gas', 'power', 'water'])
    if (!process.env.TANDEM_LONG) return
    expect((await tandem('append', '99999', 'x')).code).toBe(4)
    const nothing = await run('electron/cli/tandem.mjs', ['append', String(id), '-', '--data-dir', service.dataDir], { input: ' \n' })
    expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('Standard input is empty')])
    expect(await kept(id)).toMatchObject({ description })
  })

  it.runIf(process.env.TANDEM_LONG)('[A6] reads standard input, and prints help and completion', async () => {
    const added = await run('electron/cli/tandem.mjs', ['add', 'From a pipe', '-d', '-', '--data-dir', service.dataDir], { input: 'first line\nsecond line' })
    const { id } = JSON.parse(added.out)
    expect(await kept(id)).toMatchObject({ description: 'first line\nsecond line' })
    const mail = {
      source: 'email',
      external_id: 't1',
      subject: 'Fix the gate',
      messages: [{ from: 'Ana <ana@example.org>', sent_at: '2026-01-02T10:00:00Z', body: 'It squeaks.' }],
    }
    const taken = await run('electron/cli/tandem.mjs', ['conversation', '-', '--data-dir', service.dataDir], { input: JSON.stringify(mail) })
    expect(JSON.parse(taken.out)).toMatchObject({ new_messages: 1, extraction: { by: 'rules' }, outcomes: [{ outcome: 'created' }] })
    expect((await tandem('add', '--help')).out).toContain('--force')
    const completions = [
      ['bash', 'complete -F _tandem'],
      ['zsh', '#compdef tandem'],
      ['fish', 'complete -c tandem'],
    ] as const
    for (const [shell, sign] of completions.slice(process.env.TANDEM_LONG ? 0 : 2))
      expect((await run('electron/cli/tandem.mjs', ['completion', shell])).out).toContain(sign)
  })

  it.runIf(process.env.TANDEM_LONG)('[A6] a word that means something to JavaScript means nothing to it, and a wrong port is named', async () => {
    for (const [path, option, word] of [
      ['electron/cli/tandem.mjs', 'completion', 'constructor'],
      ['electron/cli/tandem-mcp.mjs', '--print-config', '__proto__'],
    ] as const) {
      const { code, err } = await run(path, [option, word])
      expect([code, err]).toEqual([2, expect.stringContaining(`got '${word}'`)])
    }
    const { code, err } = await run('electron/cli/tandem.mjs', ['list'], { env: { TANDEM_PORT: 'abc' } })
    expect([code, err]).toEqual([2, "TANDEM_PORT must be a number from 0 to 65535; got 'abc'.\n"])
  })

  it.runIf(process.env.TANDEM_LONG)('[A7] two at once on an idle folder start one service', async () => {
    const folder = temporaryFolder()
    const start = (title: string) => run('electron/cli/tandem.mjs', ['add', title, '--data-dir', folder.path])
    const both = await Promise.all([start('first thing'), start('another matter')])
    expect(both.map(({ code, err }) => [code, err])).toEqual([
      [0, ''],
      [0, ''],
    ])
    const listed = JSON.parse((await run('electron/cli/tandem.mjs', ['list', '--data-dir', folder.path])).out)
    expect(listed.total).toBe(2)
    await stopServiceOf(folder.path)
    folder.remove()
  })
})
