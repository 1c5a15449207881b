// Another TANDEM_KEY while two instances run: from one key to both, to the new one first, to the new one alone. In this order, as an operator goes.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { rotateStore } from '../../../../cloud/admin/keys/rotate-store.ts'
import { sealedColumns } from '../../../../cloud/admin/keys/sealed.ts'
import { seal, unseal } from '../../../../cloud/auth/secrets.ts'
import { connectOwner } from '../../../../cloud/db/owner.ts'
import { stepAt, totpCode } from '../../../../cloud/auth/totp.ts'
import { png } from '../../../support/attachments.ts'
import { unbase32 } from '../../../support/base32.ts'
import { newPerson, newTeam, openCloud, password, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { onDatabase, openDatabase, type TestDatabase, waitingForLock } from '../../../support/cloud/postgres.ts'
import { readFile, sendFile } from '../../../support/files/team-files.ts'
import { admin, mustAdmin, startAdmin } from '../../../support/operator/operator.ts'
import { temporaryFolder } from '../../../support/service/service.ts'
import { until } from '../../../support/until.ts'

const [former, next] = [randomBytes(32), randomBytes(32)]
const [oldKey, newKey] = [former.toString('hex'), next.toString('hex')]
/** So many devices, for the change to take a while. */
const many = process.env.TANDEM_LONG ? 5000 : 1000

const folder = temporaryFolder()
const files = { folder: join(folder.path, 'files'), s3: undefined, quota: 200_000_000 }
const content = Buffer.concat([png, randomBytes(200_000)])
const env = { TANDEM_KEY: newKey, TANDEM_OTHER_KEYS: oldKey, TANDEM_FILES_DIR: files.folder }
let database: TestDatabase
let running: TestCloud[] = []
let ana: TestPerson
let team: TestTeam
let path: string
let secret: string

const instance = (key: string, otherKeys: string[]) => openCloud({ key, otherKeys, files }, database)
const one = () => running[0] as TestCloud
const other = () => running[1] as TestCloud

/** One after the other, while the other runs. */
async function restart(key: string, otherKeys: string[]): Promise<void> {
  for (const [place, cloud] of running.entries()) {
    await cloud.close()
    running[place] = await instance(key, otherKeys)
  }
}

beforeAll(async () => {
  database = await openDatabase()
  running = [await instance(oldKey, []), await instance(oldKey, [])]
  ana = await newPerson(one(), 'Ana')
  team = await newTeam(one(), ana)
  ;({ secret } = (await ana.call('POST', '/auth/totp', { password })).body)
  await ana.call('POST', '/auth/totp/confirm', { code: totpCode(unbase32(secret), stepAt(new Date()) - 1) })
  const sent = await sendFile(one(), team.as, 'a.png', content)
  path = sent.body.path
  await onDatabase(database.url, async (client) => {
    const { rows } = await client.query('SELECT id FROM sessions LIMIT 1')
    const ids = Array.from({ length: many }, () => uuidv7())
    await client.query(
      `INSERT INTO devices (id, user_id, session_id, platform, token_hash, token_sealed, created_at, updated_at)
       SELECT i, $1, $2, 'ios', h, s, now(), now() FROM unnest($3::uuid[], $4::bytea[], $5::bytea[]) AS d(i, h, s)`,
      [ana.id, rows[0].id, ids, ids.map(() => randomBytes(32)), ids.map((id) => seal([former], Buffer.from(id), `device:${ana.id}`))],
    )
  })
})
afterAll(async () => {
  for (const cloud of running) await cloud.close()
  await database.drop()
  folder.remove()
})

const devicesOpenedBy = (key: Buffer) =>
  onDatabase(database.url, async (client) => {
    const { rows } = await client.query<{ id: string; token_sealed: Buffer }>("SELECT id, token_sealed FROM devices WHERE platform = 'ios'")
    return rows.filter(({ id, token_sealed }) => {
      try {
        return unseal([key], token_sealed, `device:${ana.id}`).toString() === id
      } catch {
        return false
      }
    }).length
  })

/** Both instances read all that is sealed: the file, and what is in the database. */
async function expectAllOpens(): Promise<void> {
  for (const cloud of running) {
    expect(Buffer.compare((await readFile(cloud, team.as, path)).bytes, content)).toBe(0)
    // The code is wrong, which only whoever opens the secret can tell.
    expect((await cloud.call('POST', '/auth/sign-in', { email: ana.email, password, code: '000000' })).status).toBe(401)
  }
}

it('[OP12] knows every column that is sealed', async () => {
  const columns = await onDatabase(database.url, async (client) => {
    const { rows } = await client.query(
      "SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'bytea'",
    )
    return rows.map(({ name }) => name as string).filter((name) => !name.endsWith('_hash'))
  })
  // What passkeys say of themselves is public.
  const open = new Set(['passkeys.credential_id', 'passkeys.public_key', 'passkeys.user_handle'])
  expect(columns.filter((name) => !open.has(name)).toSorted()).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted())
})

it('[OP12] of two changes that end at once neither forgets which key the other has retired', async () => {
  const own = await openDatabase()
  const [first, second] = [await connectOwner(own.url, 10_000), await connectOwner(own.url, 10_000)]
  await first.tx((tx) => rotateStore.set(tx, { inUse: ['old', 'new'], retired: [] }))
  await onDatabase(own.url, (client) => client.query("DELETE FROM cloud_meta WHERE name = 'retired_keys'"))
  const end = async (owner: typeof first, meanwhile?: () => Promise<unknown>) =>
    owner.tx(async (tx) => {
      const { inUse, retired } = await rotateStore.standing(tx, true)
      await meanwhile?.()
      await rotateStore.set(tx, { inUse: ['new'], retired: [...retired, ...inUse.filter((key) => key !== 'new')] })
    })
  let later: Promise<void> | undefined
  await end(first, async () => {
    later = end(second)
    await onDatabase(own.url, (client) => until('it waits', async () => (await waitingForLock(client)) === 1))
  })
  await later
  expect(await first.tx((tx) => rotateStore.standing(tx))).toEqual({ inUse: ['new'], retired: ['old'] })
  await Promise.all([first.close(), second.close()])
  await own.drop()
})

it('[OP11] an instance with the new key does not start before all that run have it', async () => {
  await expect(instance(newKey, [])).rejects.toThrow('set up with another key')
  await expect(instance(newKey, [oldKey])).rejects.toThrow(/could not read what it seals.*TANDEM_OTHER_KEYS first/)
  expect(await admin(database, ['rotate-key'], env)).toMatchObject({
    code: 1,
    json: { error: { code: 'conflict', detail: expect.stringContaining('do not have the new key') } },
  })
})

it('[OP11] with both keys each instance reads what the other seals, and the change waits for those that seal with the former', async () => {
  await restart(oldKey, [newKey])
  await one().close()
  running[0] = await instance(newKey, [oldKey])
  await expectAllOpens()
  expect(await admin(database, ['rotate-key'], env)).toMatchObject({
    code: 1,
    json: { error: { detail: expect.stringContaining('still seal with another key') } },
  })
  const made = await one().call('POST', `/teams/${team.id}/webhooks`, { url: 'https://example.org/hook' }, ana.as)
  expect(made.status).toBe(201)
  await other().close()
  running[1] = await instance(newKey, [oldKey])
  await expectAllOpens()
})

it('[OP12] killed in the middle it goes on where it was, two at once do no harm, and then one key is enough', async () => {
  const before = await mustAdmin(database, 'rotate-key', '--status').catch((error: Error) => error.message)
  // Of a program without the new key nothing is claimed.
  expect(before).not.toContain('"done":true')
  const status = async () => (await admin(database, ['rotate-key', '--status'], env)).json
  expect(await status()).toMatchObject({ done: false, in_use: expect.arrayContaining([expect.any(String), expect.any(String)]), instances: [{}, {}] })
  const { child, done } = startAdmin(database, ['rotate-key', '--batch', '1'], env)
  const begun = await until('some are sealed again', async () => (await devicesOpenedBy(next)) || undefined)
  child.kill('SIGKILL')
  await done
  const left = await devicesOpenedBy(former)
  expect(begun).toBeLessThan(many)
  expect(left).toBeGreaterThan(0)
  expect(left + (await devicesOpenedBy(next))).toBe(many)
  await expectAllOpens()

  const both = await Promise.all([admin(database, ['rotate-key'], env), admin(database, ['rotate-key'], env)])
  expect(both.map(({ code, json }) => [code, json.done])).toEqual([
    [0, true],
    [0, true],
  ])
  expect(await devicesOpenedBy(next)).toBe(many)
  expect(await devicesOpenedBy(former)).toBe(0)
  const after = await status()
  expect(after).toMatchObject({ done: true, in_use: [after.key], retired: [expect.any(String)] })
  await expectAllOpens()

  await restart(newKey, [])
  await expectAllOpens()
  expect(await admin(database, ['check'], { TANDEM_KEY: newKey, TANDEM_FILES_DIR: files.folder })).toMatchObject({ code: 0, json: { ok: true } })
  const signedIn = await other().call('POST', '/auth/sign-in', { email: ana.email, password, code: totpCode(unbase32(secret), stepAt(new Date())) })
  expect(signedIn.status).toBe(200)
}, 240_000)

it('[OP12] a key that was replaced seals nothing any more', async () => {
  await expect(instance(oldKey, [newKey])).rejects.toThrow('a key that was replaced')
  const acts = (await mustAdmin(database, 'audit', '--act', 'rotate-key')).acts as { id: string; outcome: string; began: string | null }[]
  const ended = new Set(acts.map(({ began }) => began))
  // Of the one that was killed only the begin is there.
  expect(acts.filter(({ id, outcome }) => outcome === 'begun' && !ended.has(id))).toHaveLength(1)
})
