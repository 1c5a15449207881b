// What is taken along: a team's list, which a desktop imports, and what is kept of a person.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectProblem } from '../../../contract/http.ts'
import { addMember, newPerson, newTeam, openCloud, signIn, type TestCloud } from '../../../support/cloud/cloud.ts'
import type { Attachment } from '../../../../shared/schema/files/attachment.ts'
import { createHash, randomBytes } from 'node:crypto'
import { sendFile } from '../../../support/files/team-files.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'
import { openService } from '../../../support/service/service.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await openCloud()
})
afterAll(() => cloud.close())

const text = (path: string, headers: Record<string, string>) => fetch(`${cloud.url}/api${path}`, { headers }).then((reply) => reply.text())
const linesOf = (whole: string) =>
  whole
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

it('[CL131] a team’s list is exported whole, and a desktop imports it with comments, reminders, parts and lists', async () => {
  const owner = await newPerson(cloud, 'Ana')
  const team = await newTeam(cloud, owner, 'Kitchen')
  const add = async (body: object) => (await team.call('POST', '/tasks', body)).body
  const bake = await add({ title: 'Bake', labels: ['bread'], due: '2027-03-01', description: 'With rye.' })
  await add({ title: 'Knead', parent_id: bake.id })
  await team.call('POST', `/tasks/${bake.id}/comments`, { body: 'Sour.' })
  await team.call('POST', `/tasks/${bake.id}/schedules`, { type: 'interval', interval_days: 7 })
  await team.call('POST', '/contacts', { name: 'Bo Stone', email: 'bo@example.org' })
  await team.call('POST', '/lists', { name: 'Breads', view: 'list', query: { label: ['bread'] } })
  // More than one page.
  for (let n = 0; n < 210; n += 30) await Promise.all(Array.from({ length: 30 }, (_, at) => add({ title: `Task ${n + at}` })))

  const whole = await text(`/teams/${team.id}/export`, owner.as)
  const lines = linesOf(whole)
  expect(lines[0]).toEqual({ format: 'tandem', version: 2 })
  expect(lines.filter(({ type }) => type === 'task')).toHaveLength(212)
  expect(await text(`/teams/${team.id}/export`, team.as)).toBe(whole)
  const journal = linesOf(await text(`/teams/${team.id}/export?part=journal`, owner.as))
  expect(journal.filter(({ entity, action }) => entity === 'task' && action === 'created')).toHaveLength(212)
  expect(journal.map(({ seq }) => seq)).toEqual(journal.map(({ seq }) => seq).toSorted((a, b) => a - b))

  const service = await openService()
  const reply = await fetch(`${service.url}/import/file?name=kitchen.jsonl`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: whole,
  })
  const { report } = linesOf(await reply.text()).at(-1)
  expect(report.skipped).toEqual([])
  expect(report).toMatchObject({ format: 'tandem', refused: 0, left_out: 0, found: { task: 212, comment: 1, reminder: 1, contact: 1 } })
  const tasks = (await (await fetch(`${service.url}/tasks?label=bread`)).json()) as { id: number; uid: string; parts: object }[]
  expect(tasks).toMatchObject([{ uid: bake.uid, title: 'Bake', due: '2027-03-01', description: 'With rye.', parts: { open: 1, total: 1 } }])
  expect(await (await fetch(`${service.url}/tasks/${tasks[0]?.id}/comments`)).json()).toMatchObject([{ body: 'Sour.' }])
  expect(await (await fetch(`${service.url}/lists`)).json()).toMatchObject([{ name: 'Breads' }])
  await service.close()
}, 60_000)

it('[CL332] an export of a team carries its files, and a desktop that imports it has them', async () => {
  const owner = await newPerson(cloud, 'Ana')
  const [team, other] = [await newTeam(cloud, owner, 'Kitchen'), await newTeam(cloud, owner, 'Garden')]
  const [large, small, lost] = [randomBytes(7_000_000), Buffer.from('small'), Buffer.from('lost')]
  const sent: Attachment[] = []
  for (const content of [large, small, lost]) sent.push((await sendFile(cloud, team.as, 'plan.bin', content)).body)
  await sendFile(cloud, other.as, 'theirs.bin', Buffer.from('theirs'))
  await team.call('POST', '/tasks', { title: 'Files', description: sent.map(({ markdown }) => markdown).join(' ') })
  await onDatabase(cloud.database.url, (client) => client.query('UPDATE files SET object = gen_random_uuid() WHERE hash = $1', [sent[2]?.hash]))
  const whole = await text(`/teams/${team.id}/export`, owner.as)
  const pieces = linesOf(whole).filter(({ type }) => type === 'attachment')
  expect(pieces).toHaveLength(4)
  expect(new Set(pieces.map(({ hash }) => hash))).toEqual(new Set([sent[0]?.hash, sent[1]?.hash]))

  const service = await openService()
  const headers = { 'content-type': 'application/octet-stream' }
  const reply = await fetch(`${service.url}/import/file?name=kitchen.jsonl`, { method: 'POST', headers, body: whole })
  expect(linesOf(await reply.text()).at(-1).report).toMatchObject({ refused: 0, skipped: [] })
  const read = await fetch(service.url + sent[0]?.path)
  expect(
    createHash('sha256')
      .update(Buffer.from(await read.arrayBuffer()))
      .digest('hex'),
  ).toBe(sent[0]?.hash)
  expect(await (await fetch(service.url + sent[1]?.path)).text()).toBe('small')
  expect((await fetch(service.url + sent[2]?.path)).status).toBe(404)
  await service.close()
}, 60_000)

it('[CL131] a person gets everything that is kept of them, and nothing that opens anything', async () => {
  const [owner, bo] = [await newPerson(cloud, 'Ana'), await newPerson(cloud, 'Bo')]
  const team = await newTeam(cloud, owner, 'Kitchen')
  await addMember(cloud, team, owner, bo)
  const person = await signIn(cloud, bo.email)
  const inTeam = { 'x-team-id': team.id }
  const { id } = (await person.call('POST', '/tasks', { title: 'Mine' }, inTeam)).body
  await owner.call('POST', '/tasks', { title: 'Hers' }, inTeam)
  await owner.call('PATCH', `/tasks/${id}`, { priority: 'high' }, inTeam)
  await person.call('POST', '/devices', { token: 'ab'.repeat(32), platform: 'ios', name: 'Phone' })
  const whole = await text('/auth/export', person.as)
  const [header, account, membership, ...entries] = linesOf(whole)
  expect(header).toEqual({ format: 'tandem-account', version: 1 })
  expect(account).toMatchObject({ type: 'account', email: bo.email, name: 'Bo', devices: [{ platform: 'ios', name: 'Phone' }] })
  expect(account.sessions.length).toBeGreaterThan(0)
  expect(membership).toMatchObject({ type: 'team', id: team.id, name: 'Kitchen', role: 'member' })
  expect(entries.filter(({ entity }) => entity === 'task')).toMatchObject([{ type: 'entry', team_id: team.id, kind: 'task.created', after: { title: 'Mine' } }])
  expect(whole).not.toContain('Hers')
  for (const secret of [person.token, 'abababab', 'hash', 'sealed', 'secret']) expect(whole).not.toContain(secret)
  expectProblem(await cloud.call('GET', '/auth/export', undefined, team.as), 403)
})

it('[CL131] nobody of another team exports this one', async () => {
  const [owner, stranger] = [await newPerson(cloud), await newPerson(cloud)]
  const [team, other] = [await newTeam(cloud, owner), await newTeam(cloud, stranger)]
  for (const as of [stranger.as, other.as, {}]) {
    const reply = await fetch(`${cloud.url}/api/teams/${team.id}/export`, { headers: as })
    expect([401, 403, 404]).toContain(reply.status)
  }
})
