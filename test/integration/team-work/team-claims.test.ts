// Who works on what in a team: on several instances whose clocks differ, whoever asks at the same moment, and whatever ends.
import { createPublicKey, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseNext } from '../../../shared/domain/tasks/choose-next.ts'
import { openEnvelope } from '../../../shared/node/envelope.ts'
import type { Task, TaskView } from '../../../shared/schema/task.ts'
import { expectProblem } from '../../contract/http.ts'
import { addMember, newPerson, newTeam, openCloud, prove, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'
import { follow } from '../../support/cloud/team-events.ts'
import { randomFrom } from '../../support/fuzz/random.ts'
import { until } from '../../support/until.ts'

let cloud: TestCloud
/** An instance whose clock is two hours ahead. */
let ahead: TestCloud
let owner: TestPerson

beforeAll(async () => {
  cloud = await openCloud({ claims: { lookEvery: 100 } })
  ahead = await openCloud({ now: () => new Date(Date.now() + 2 * 3_600_000), claims: { lookEvery: 100 } }, cloud.database)
  owner = await newPerson(cloud, 'owner')
  await prove(cloud, owner)
})
afterAll(async () => {
  await ahead.close()
  await cloud.close()
})

const by = (name: string, run: string = randomUUID()) => ({ 'x-actor': `agent:${name}`, 'x-run': run })
const next = async (on: TestCloud, team: TestTeam, headers: Record<string, string>, body: object = {}) =>
  (await on.call('POST', '/tasks/next', body, { ...team.as, ...headers })).body
const create = async (team: TestTeam, fields: object = {}): Promise<Task> =>
  (await team.call('POST', '/tasks', { title: 'a task', status: 'todo', ...fields })).body

/** As if so much time had passed in silence. */
const expire = (team: TestTeam) =>
  onDatabase(cloud.database.url, (client) => client.query("UPDATE claims SET expires_at = now() - interval '1 second' WHERE team_id = $1", [team.id]))

const waitingCalls = async () => Number(/^tandem_waiting_calls (\d+)$/m.exec(await (await fetch(`${cloud.url}/metrics`)).text())?.[1])

describe('claims of a team', () => {
  it('[CL110] a lease counts by the clock of the database: an instance two hours off neither ends nor prolongs it', async () => {
    const team = await newTeam(cloud, owner)
    const { id } = await create(team)
    const headers = by('a')
    const claimed = await next(cloud, team, headers)
    for (const on of [ahead, cloud]) {
      expect(await next(on, team, headers)).toMatchObject({ outcome: 'resumed', key: claimed.key, task: { id } })
      expect(await next(on, team, by('b'), { id })).toMatchObject({ outcome: 'none', waits_for: [{ for: 'claim', who: 'a' }] })
      const { body } = await on.call('GET', `/tasks/${id}/claim`, undefined, team.as)
      const left = Date.parse(body.expires_at) - Date.now()
      expect([left > 13 * 60_000, left < 16 * 60_000]).toEqual([true, true])
    }
    await expire(team)
    expect((await ahead.call('GET', '/claims', undefined, team.as)).body).toEqual([])
  })

  it('[CL110] in silence it ends on its own, gives its status back as Tandem, and the stream tells both', async () => {
    const team = await newTeam(cloud, owner)
    const stream = await follow(ahead.url, team.as)
    const { id } = await create(team, { status: 'backlog' })
    const { key } = await next(cloud, team, by('a'))
    await stream.sees('the claim', ({ kind, data }) => kind === 'claim.created' && data.entity_id === `${id}`)
    expect((await team.call('GET', `/tasks/${id}`)).body).toMatchObject({ status: 'in_progress' })
    await expire(team)
    const ended = await stream.sees('its end', ({ kind }) => kind === 'claim.deleted')
    expect(ended.data).toMatchObject({ before: { task_id: id, holder: { kind: 'agent', name: 'a' } }, after: null })
    stream.close()
    const history = (await team.call('GET', `/tasks/${id}/history`)).body
    expect(history[0]).toMatchObject({ actor: { kind: 'system', name: 'Tandem' }, before: { status: 'in_progress' }, after: { status: 'backlog' } })
    expect(history.map(({ entity }: { entity: string }) => entity)).not.toContain('claim')
    const late = (await team.call('POST', `/tasks/${id}/finish`, { key, summary: 'late' })).body
    expect(late).toMatchObject({ outcome: 'lost', task: { status: 'backlog' } })
    expect((await team.call('GET', `/tasks/${id}/comments`)).body).toEqual([])
  })

  it('[CL110] any call of the holder’s run renews it', async () => {
    const team = await newTeam(cloud, owner)
    const { id } = await create(team)
    await next(cloud, team, by('a', 'run-1'))
    await onDatabase(cloud.database.url, (client) => client.query("UPDATE claims SET expires_at = now() + interval '1 minute' WHERE team_id = $1", [team.id]))
    const ends = async () => Date.parse((await team.call('GET', `/tasks/${id}/claim`)).body.expires_at) - Date.now()
    // A namesake’s call renews nothing, and no other token is that run.
    await ahead.call('GET', '/tasks', undefined, { ...team.as, ...by('a', 'run-2') })
    expect(await ends()).toBeLessThan(61_000)
    await ahead.call('GET', '/tasks', undefined, { ...team.as, ...by('a', 'run-1') })
    expect(await ends()).toBeGreaterThan(13 * 60_000)
  })

  it('[CL110] nobody is given what another has, however many ask on both instances at the same moment', async () => {
    const team = await newTeam(cloud, owner)
    const made = await Promise.all(Array.from({ length: process.env.TANDEM_LONG ? 500 : 60 }, () => create(team)))
    const given: number[] = []
    await Promise.all(
      Array.from({ length: 8 }, async (_, worker) => {
        for (let n = 0; ; n++) {
          const answer = await next(n % 2 ? cloud : ahead, team, by('racer', `w${worker}-${n}`))
          if (answer.outcome === 'none') return
          given.push(answer.task.id)
        }
      }),
    )
    expect(given.toSorted((a, b) => a - b)).toEqual(made.map(({ id }) => id).toSorted((a, b) => a - b))
  })

  it('[A16] [CL110] hands out and counts as the shared rule does, whatever there is', async () => {
    const team = await newTeam(cloud, owner)
    const random = randomFrom(7)
    const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T
    const made: Task[] = []
    for (let n = 0; n < 30; n++)
      made.push(
        await create(team, {
          priority: pick(['low', 'medium', 'high']),
          due: pick([null, null, '2026-12-01', '2026-12-01T08:00:00.000Z', '2026-11-30T23:00:00.000Z']),
          assignee: pick([null, null, null, 'agent:a', 'agent:A', 'agent:b']),
          labels: pick([[], ['home'], ['Garden']]),
          blocked_by: random() < 0.2 && n > 3 ? [pick(made).id] : [],
          parent_id: random() < 0.2 && n > 3 ? pick(made).id : null,
        }),
      )
    await team.call('POST', `/tasks/${pick(made).id}/questions`, { question: 'Which?' }, by('asker'))
    // Claimed without being begun.
    await team.call('PUT', `/tasks/${pick(made).id}/claim`, {}, by('holder'))
    for (const labels of [['home'], ['garden', 'none'], undefined])
      for (let n = 0; n < (labels ? 4 : 30); n++) {
        const a = by('a')
        const candidates = ((await team.call('GET', '/tasks?status=todo', undefined, a)).body as TaskView[]).map((task) => ({
          ...task,
          blocked: task.waits_for.some((reason) => reason.for === 'blocker' || reason.for === 'parts'),
        }))
        const waitingFor = (what: string) => new Set(candidates.filter(({ waits_for }) => waits_for.some((reason) => reason.for === what)).map(({ id }) => id))
        const { best, left } = chooseNext(candidates, { me: ['agent:a'], claimed: waitingFor('claim'), asked: waitingFor('question'), labels })
        const answer = await next(cloud, team, a, labels ? { labels } : {})
        expect([answer.task?.id, answer.left]).toEqual([best, best === undefined ? left : { ...left, ready: left.ready - 1 }])
        // What is done frees what waits for it.
        if (best !== undefined) await team.call('POST', `/tasks/${best}/finish`, { key: answer.key, summary: 'done' }, a)
      }
  })

  it('[CL110] whoever waits on one instance is given what becomes ready on the other; a closed connection claims nothing', async () => {
    const team = await newTeam(cloud, owner)
    const hangUp = new AbortController()
    const gone = fetch(`${cloud.url}/api/tasks/next`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...team.as, ...by('gone') },
      body: JSON.stringify({ wait_seconds: 60 }),
      signal: hangUp.signal,
    }).catch(() => 'hung up')
    await until('it waits', async () => (await waitingCalls()) === 1)
    hangUp.abort()
    expect(await gone).toBe('hung up')
    await until('it waits no longer', async () => (await waitingCalls()) === 0)
    const waiting = next(cloud, team, by('b'), { wait_seconds: 60 })
    await until('another waits', async () => (await waitingCalls()) === 1)
    const { id } = (await ahead.call('POST', '/tasks', { title: 'new', status: 'todo' }, team.as)).body
    expect(await waiting).toMatchObject({ outcome: 'claimed', task: { id } })
    expect((await team.call('GET', '/claims')).body).toMatchObject([{ task_id: id, holder: { name: 'b' } }])
  })

  it('[CL110] they end with the login that made them: a revoked token, a removed member', async () => {
    const team = await newTeam(cloud, owner)
    const member = await newPerson(cloud, 'member')
    const { id: membership } = await addMember(cloud, team, owner, member)
    const token = (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'robot' })).body
    const [one, other] = [await create(team), await create(team)]
    const asRobot = { authorization: `Bearer ${token.token}`, 'x-team-id': team.id }
    await cloud.call('POST', '/tasks/next', { id: one.id }, { ...asRobot, ...by('robot') })
    await member.call('POST', '/tasks/next', { id: other.id }, { 'x-team-id': team.id })
    const held = async () => ((await team.call('GET', '/claims')).body as { task_id: number }[]).map(({ task_id }) => task_id)
    expect((await held()).toSorted((a, b) => a - b)).toEqual([one.id, other.id])
    expect((await owner.call('DELETE', `/teams/${team.id}/tokens/${token.id}`)).status).toBe(204)
    expect(await held()).toEqual([other.id])
    expect((await owner.call('DELETE', `/teams/${team.id}/members/${membership}`)).status).toBe(204)
    expect(await held()).toEqual([])
    for (const { id } of [one, other]) await expect.poll(async () => (await team.call('GET', `/tasks/${id}`)).body.status, { timeout: 20_000 }).toBe('todo')
  })

  it('[CL110] who waits for a task or an answer is told at once that the token is revoked', async () => {
    const team = await newTeam(cloud, owner)
    const token = (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'robot' })).body
    const asRobot = { authorization: `Bearer ${token.token}`, 'x-team-id': team.id, ...by('robot') }
    const { id } = await create(team, { status: 'backlog' })
    const began = Date.now()
    const waiting = [
      cloud.call('POST', '/tasks/next', { labels: ['none'], wait_seconds: 60 }, asRobot),
      cloud.call('POST', `/tasks/${id}/questions`, { question: 'Which?', wait_seconds: 60 }, asRobot),
    ]
    await until('both wait', async () => (await waitingCalls()) === 2)
    await owner.call('DELETE', `/teams/${team.id}/tokens/${token.id}`)
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(401)
    expect(Date.now() - began).toBeLessThan(30_000)
  })

  it('[CL107] [CL110] a token whose time ends while its call waits is given nothing', async () => {
    const team = await newTeam(cloud, owner)
    const token = (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'robot', expires_at: '2999-01-01T00:00:00Z' })).body
    const asRobot = { authorization: `Bearer ${token.token}`, 'x-team-id': team.id }
    const waiting = cloud.call('POST', '/tasks/next', { wait_seconds: 60 }, { ...asRobot, ...by('robot') })
    await expect.poll(waitingCalls, { timeout: 20_000 }).toBe(1)
    await onDatabase(cloud.database.url, (client) => client.query("UPDATE api_tokens SET expires_at = now() - interval '1 second' WHERE id = $1", [token.id]))
    await create(team)
    expectProblem(await waiting, 401)
    expect((await team.call('GET', '/claims')).body).toEqual([])
  })

  it('[CL110] two people of one name are two', async () => {
    const team = await newTeam(cloud, owner)
    const namesake = await newPerson(cloud, 'owner')
    await addMember(cloud, team, owner, namesake)
    const { id } = await create(team)
    const inTeam = { 'x-team-id': team.id }
    await owner.call('POST', '/tasks/next', { id }, inTeam)
    expect((await namesake.call('POST', '/tasks/next', { id }, inTeam)).body).toMatchObject({ outcome: 'none', waits_for: [{ for: 'claim', who: 'owner' }] })
    expect((await namesake.call('POST', `/tasks/${id}/finish`, { own_run: true, summary: 'x' }, inTeam)).body).toMatchObject({ outcome: 'lost' })
    expect((await owner.call('POST', `/tasks/${id}/finish`, { own_run: true, summary: 'x' }, inTeam)).body).toMatchObject({ outcome: 'finished' })
  })
})

describe('evidence of a team', () => {
  const run = {
    command: ['npm', 'test'],
    exit_code: 0,
    started_at: '2026-11-20T09:00:00.000Z',
    duration_ms: 1000,
    output: 'ok',
    output_sha256: 'a'.repeat(64),
    tree: { repository: null, commit: null, before: 'b'.repeat(40), after: 'b'.repeat(40), checkout: 'here' },
  }

  it('[CL112] what ran is taken from tokens only, is signed with the key of the team, and is stale once another tree was seen', async () => {
    const team = await newTeam(cloud, owner)
    const { id } = await create(team, { criteria: [{ text: 'Tests pass' }] })
    expectProblem(await owner.call('POST', `/tasks/${id}/evidence`, { kind: 'ran', run }, { 'x-team-id': team.id }), 403, /API tokens only/)
    const sent = { kind: 'ci', id: '019a9f3e-7a1c-7c3e-9d2b-3f5e8a1b2c4d', criterion: 1, run }
    const added = await team.call('POST', `/tasks/${id}/evidence`, sent)
    expect([added.status, added.body]).toMatchObject([201, { state: 'valid', criterion: 'Tests pass' }])
    expect((await ahead.call('POST', `/tasks/${id}/evidence`, sent, team.as)).status).toBe(200)
    expect((await team.call('GET', `/tasks/${id}`)).body.criteria).toEqual([{ text: 'Tests pass', evidence_id: sent.id }])
    const key = (await team.call('GET', '/evidence/key')).body
    const envelope = (await ahead.call('GET', `/evidence/${sent.id}`, undefined, team.as)).body
    const statement = JSON.parse(String(openEnvelope(envelope, createPublicKey(key.public_key))))
    expect(statement).toMatchObject({ predicate: { result: 'PASSED', tandem_run: { kind: 'ci', command: ['npm', 'test'] } } })
    expect(added.body.key_id).toBe(key.key_id)
    // Another team has another key, and knows nothing of it.
    const other = await newTeam(cloud, owner)
    expect((await other.call('GET', '/evidence/key')).body.key_id).not.toBe(key.key_id)
    expect((await other.call('GET', `/evidence/${sent.id}`)).status).toBe(404)
    await team.call('POST', `/tasks/${id}/evidence`, { kind: 'ran', run })
    expect((await team.call('PUT', '/evidence/tree', { checkout: 'here', tree: 'c'.repeat(40) })).status).toBe(204)
    expect((await team.call('GET', `/tasks/${id}/evidence`)).body.map(({ kind, state }: { kind: string; state: string }) => [kind, state])).toEqual([
      ['ran', 'stale'],
      ['ci', 'valid'],
    ])
  })

  it('[CL111] [CL112] a finish brings what ran in the same step, or writes nothing', async () => {
    const team = await newTeam(cloud, owner)
    const { id } = await create(team, { criteria: [{ text: 'Tests pass' }] })
    const { key } = await next(cloud, team, by('a'))
    const evidence = [{ kind: 'ran', criterion: 1, run }]
    expectProblem(await team.call('POST', `/tasks/${id}/finish`, { key, summary: 'x', evidence: [...evidence, { kind: 'ran' }] }), 400, /run must be given/)
    expect((await team.call('GET', `/tasks/${id}/evidence`)).body).toEqual([])
    expect((await team.call('POST', `/tasks/${id}/finish`, { key, summary: 'x', evidence })).body).toMatchObject({
      outcome: 'finished',
      task: { status: 'done', criteria: [{ text: 'Tests pass', evidence_id: expect.any(String) }] },
    })
    expect((await ahead.call('POST', `/tasks/${id}/finish`, { key, summary: 'x', evidence }, team.as)).body).toMatchObject({ outcome: 'unchanged' })
    expect((await team.call('GET', `/tasks/${id}/evidence`)).body).toMatchObject([{ kind: 'ran', state: 'valid' }])
  })
})
