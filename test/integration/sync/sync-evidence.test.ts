// What shows that a task is done, on every desktop of a team and in the cloud.
import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openEnvelope } from '../../../shared/node/envelope.ts'
import type { Evidence, EvidenceKey } from '../../../shared/schema/work/evidence.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { type FaultProxy, openFaultProxy } from '../../support/cloud/fault-proxy.ts'
import { openOlderCloud } from '../../support/cloud/older-cloud.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
let network: FaultProxy
const open: SyncedDesktop[] = []

beforeAll(async () => {
  cloud = await openCloud()
  owner = await newPerson(cloud, 'phone')
  network = await openFaultProxy(cloud.url, () => 0)
})
beforeEach(async () => {
  team = await newTeam(cloud, owner)
})
afterEach(async () => {
  network.offline('ana', false)
  await Promise.all(open.splice(0).map((desktop) => desktop.close()))
})
afterAll(async () => {
  await network.close()
  await cloud.close()
})

async function desktop(name: string, url = network.urlOf(name)): Promise<SyncedDesktop> {
  const made = await openDesktop(name, { url }, team)
  open.push(made)
  await made.connect()
  await made.synced()
  return made
}

type Side = Pick<SyncedDesktop, 'call'>
const phone: Side = { call: (method, path, body) => owner.call(method, path, body, { 'x-team-id': team.id }) }
const tree = { repository: 'https://example.org/r.git', commit: 'c'.repeat(40), before: 'a'.repeat(40), after: 'a'.repeat(40), checkout: 'here' }
const run = {
  command: ['npm', 'test'],
  exit_code: 0,
  started_at: '2026-11-20T10:00:00Z',
  duration_ms: 1200,
  output: '12 passed',
  output_sha256: '0'.repeat(64),
  tree,
}
const prove = (side: Side, id: number, more: object = {}) => side.call('POST', `/tasks/${id}/evidence`, { kind: 'ran', run, ...more })
const of = async (side: Side, id: number): Promise<Evidence[]> => (await side.call('GET', `/tasks/${id}/evidence`)).body
const idAt = (side: Side, uid: string) =>
  until('the task', async () => ((await side.call('GET', '/tasks')).body as { id: number; uid: string }[]).find((one) => one.uid === uid)?.id)

it('[X43] what ran on a desktop is seen everywhere, checked with the key that came along; what a criterion names is the same thing everywhere', async () => {
  const [ana, bo] = [await desktop('ana'), await desktop('bo')]
  await bo.call('POST', '/tasks', { title: 'So that numbers differ' })
  const { id, uid } = (await ana.call('POST', '/tasks', { title: 'Renew', criteria: [{ text: 'Tests pass' }] })).body
  const { body: proven } = await prove(ana, id, { criterion: 1 })
  for (const side of [phone, bo]) {
    const there = await idAt(side, uid)
    const [seen] = await until('it', async () => ((await of(side, there)).length > 0 ? of(side, there) : undefined))
    expect(seen).toMatchObject({
      id: proven.id,
      state: 'valid',
      criterion: 'Tests pass',
      run: { command: ['npm', 'test'] },
      key_id: proven.key_id,
      elsewhere: true,
    })
    await until('the criterion', async () => (await side.call('GET', `/tasks/${there}`)).body.criteria[0].evidence_id === proven.id)
    const key = (await side.call('GET', '/evidence/key')).body as EvidenceKey
    expect(key.key_id).not.toBe(proven.key_id)
    const theirs = key.team?.find(({ key_id }) => key_id === proven.key_id)
    const envelope = (await side.call('GET', `/evidence/${proven.id}`)).body
    expect(openEnvelope(envelope, createPublicKey(theirs?.public_key ?? ''))).toBeDefined()
  }
  expect((await of(ana, id))[0]).not.toHaveProperty('elsewhere')

  // Recorded in the cloud, by a token of CI, it comes to the desktops.
  const there = await idAt(phone, uid)
  const ci = (await team.call('POST', `/tasks/${there}/evidence`, { kind: 'ci', run: { ...run, exit_code: 1 } })).body
  const failed = await until('that of CI', async () => (await of(ana, id)).find((one) => one.id === ci.id))
  expect(failed).toMatchObject({ kind: 'ci', state: 'failed', elsewhere: true })
})

it('[X43] recorded before it was connected and without a network it arrives once; a claim, too', async () => {
  const ana = await openDesktop('ana', { url: network.urlOf('ana') }, team)
  open.push(ana)
  const { id, uid } = (await ana.call('POST', '/tasks', { title: 'Renew' })).body
  await prove(ana, id)
  await ana.connect()
  await ana.synced()
  const there = await idAt(phone, uid)
  await until('what was before', async () => (await of(phone, there)).length === 1)
  network.offline('ana', true)
  await ana.call('POST', `/tasks/${id}/evidence`, { kind: 'claimed', text: 'I looked at it.' }, { 'x-actor': 'agent:claude' })
  await ana.restart()
  network.offline('ana', false)
  await until('the claim', async () => (await of(phone, there)).length === 2)
  expect((await of(phone, there))[0]).toMatchObject({
    kind: 'claimed',
    text: 'I looked at it.',
    state: 'claimed',
    key_id: null,
    by: { kind: 'agent', name: 'claude' },
  })
  await ana.restart()
  await ana.synced()
  expect([await of(phone, there), await of(ana, id)].map((list) => list.length)).toEqual([2, 2])
})

it('[X43] what is signed by another key, or for another task, is not taken', async () => {
  const ana = await desktop('ana')
  const [one, other] = [(await ana.call('POST', '/tasks', { title: 'One' })).body, (await ana.call('POST', '/tasks', { title: 'Other' })).body]
  const proven = (await prove(ana, one.id)).body
  const there = await idAt(phone, one.uid)
  await until('it', async () => (await of(phone, there)).length === 1)
  const envelope = (await ana.call('GET', `/evidence/${proven.id}`)).body
  const { public_key } = (await ana.call('GET', '/evidence/key')).body
  const by = { kind: 'agent', name: 'claude' }
  const genuine = { task_uid: one.uid, kind: 'ran', criterion: null, text: null, envelope, public_key, by, created_at: proven.created_at }
  const strange = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })
  for (const [id, forged, says] of [
    [proven.id, { public_key: strange }, 'signature'],
    [proven.id, { public_key: 'no key' }, 'signature'],
    [proven.id, { task_uid: other.uid }, 'something else'],
    [proven.id, { criterion: 'Tests pass' }, 'something else'],
    [randomUUID(), {}, 'something else'],
    [randomUUID(), { kind: 'claimed' }, 'claim'],
  ] as const) {
    const { status, body } = await team.call('PUT', `/sync/evidence/${id}`, { ...genuine, ...forged })
    expect([status, body.detail]).toEqual([400, expect.stringContaining(says)])
  }
  expect((await team.call('PUT', `/sync/evidence/${proven.id}`, genuine)).body).toEqual({ taken: false })
})

it('[X43] a cloud that is older than that hears nothing of it, and gets it once it has been updated', async () => {
  const old = await openOlderCloud(cloud.url, ['evidence'])
  try {
    const ana = await desktop('ana', old.url)
    const { id, uid } = (await ana.call('POST', '/tasks', { title: 'Renew' })).body
    await prove(ana, id)
    await ana.synced()
    expect((await ana.state()).problem).toBeNull()
    const there = await idAt(phone, uid)
    expect(await of(phone, there)).toEqual([])
    old.lacks([])
    await until('it', async () => (await of(phone, there)).length === 1)
  } finally {
    await Promise.all(open.splice(0).map((each) => each.close()))
    await old.close()
  }
})
