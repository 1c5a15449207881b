// What no text names goes, with its bytes; what a dead process left goes, too; and nothing else.
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openS3, type S3Store } from '../../../support/files/s3.ts'
import { newPerson, newTeam, openCloud, password, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { readFile, sendFile, stored } from '../../../support/files/team-files.ts'
import { onDatabase, openDatabase, type TestDatabase } from '../../../support/cloud/postgres.ts'
import { startProgram } from '../../../support/service/program.ts'
import { temporaryFolder } from '../../../support/service/service.ts'
import { until } from '../../../support/until.ts'

let s3: S3Store
let database: TestDatabase
let clouds: TestCloud[]
let ana: TestPerson
let team: TestTeam

beforeAll(async () => {
  s3 = await openS3()
})
afterAll(() => s3.close())
beforeEach(async () => {
  s3.mood = () => undefined
  s3.objects.clear()
  database = await openDatabase()
  clouds = []
})
afterEach(async () => {
  for (const cloud of clouds) await cloud.close()
  await database.drop()
})

/** Instances that look all the time and keep nothing longer than they must; `pendingMs`: how long a file may be on its way. */
async function open(count: number, pendingMs = 60_000): Promise<TestCloud> {
  const files = { folder: undefined, s3, quota: 100_000_000 }
  for (let n = 0; n < count; n++) clouds.push(await openCloud({ files, fileTimes: { lookEvery: 20, graceMs: 0, checkEveryMs: 0, pendingMs } }, database))
  return clouds[0] as TestCloud
}

/** Looking at texts is tidying up, which instances do when they start. */
async function look(pendingMs?: number): Promise<void> {
  await open(2, pendingMs)
  await until('the bytes of what is gone to be gone', async () => (await stored({ database })).objects.every(({ state }) => state === 'kept') || undefined)
}

async function person(cloud: TestCloud): Promise<void> {
  ana = await newPerson(cloud, 'Ana')
  team = await newTeam(cloud, ana, 'Kitchen')
}

it('[CL268] a file stays while a description, a comment or a proposal names it, and goes with its bytes when none does any more', async () => {
  const cloud = await open(1)
  await person(cloud)
  const send = async (text: string) => (await sendFile(cloud, team.as, 'x.txt', Buffer.from(text))).body
  const [described, commented, dropped, never] = [await send('a'), await send('b'), await send('c'), await send('d')]
  const task = (await team.call('POST', '/tasks', { title: 'Files', description: described.markdown })).body
  await team.call('POST', `/tasks/${task.id}/comments`, { body: `see ${commented.markdown}` })
  const other = (await team.call('POST', '/tasks', { title: 'More', description: dropped.markdown })).body
  await until('unnamed files to be gone', async () => {
    await look()
    return (await stored({ database })).files.length === 3 || undefined
  })
  expect((await readFile(cloud, team.as, never.path)).status).toBe(404)
  await team.call('PATCH', `/tasks/${other.id}`, { description: null })
  await until('the file that is named no more to be gone', async () => {
    await look()
    return (await stored({ database })).files.length === 2 || undefined
  })
  for (const one of [described, commented]) expect((await readFile(cloud, team.as, one.path)).status).toBe(200)
  expect(s3.objects.size).toBe(2)
})

it('[CL268] for 30 days an undo finds it again', async () => {
  clouds.push(await openCloud({ files: { folder: undefined, s3, quota: 100_000_000 } }, database))
  const cloud = clouds[0] as TestCloud
  await person(cloud)
  const file = (await sendFile(cloud, team.as, 'x.txt', Buffer.from('a'))).body
  const task = (await ana.call('POST', '/tasks', { title: 'Files', description: file.markdown }, { 'x-team-id': team.id })).body
  await ana.call('PATCH', `/tasks/${task.id}`, { description: null }, { 'x-team-id': team.id })
  await onDatabase(database.url, (client) => client.query("UPDATE files SET checked_at = now() - interval '1 day', kept_at = now() - interval '29 days'"))
  clouds.push(await openCloud({ files: { folder: undefined, s3, quota: 100_000_000 } }, database))
  await until('it to be noticed', async () => (await stored({ database })).files[0]?.unused_since ?? undefined)
  await ana.call('POST', '/undo', { last: 1 }, { 'x-team-id': team.id })
  expect((await readFile(cloud, team.as, file.path)).status).toBe(200)
  await onDatabase(database.url, (client) =>
    client.query("UPDATE files SET checked_at = now() - interval '1 day', unused_since = now() - interval '31 days', kept_at = now() - interval '31 days'"),
  )
  await ana.call('PATCH', `/tasks/${task.id}`, { description: `back: ${file.markdown}` }, { 'x-team-id': team.id })
  clouds.push(await openCloud({ files: { folder: undefined, s3, quota: 100_000_000 } }, database))
  await until('it to be named again', async () => ((await stored({ database })).files[0]?.unused_since === null ? true : undefined))
})

it('[CL269] a team that ends takes its files with it, an account that ends those of the teams where it was alone', async () => {
  const cloud = await open(2)
  await person(cloud)
  const bo = await newPerson(cloud, 'Bo')
  const own = await newTeam(cloud, bo, 'Garden')
  for (const as of [team.as, own.as]) await sendFile(cloud, as, 'x', randomBytes(1000))
  expect(s3.objects.size).toBe(2)
  expect((await ana.call('DELETE', `/teams/${team.id}?now=true`)).status).toBe(204)
  await until('the files of the team to be gone', async () => (s3.objects.size === 1 ? true : undefined))
  expect((await bo.call('POST', '/auth/account/delete', { password })).status).toBe(204)
  await until('the files of the account’s team to be gone', async () => (s3.objects.size === 0 ? true : undefined))
  await until('nothing to be known of them', async () => ((await stored({ database })).objects.length === 0 ? true : undefined))
})

it.each(['hang', 'silent'] as const)(
  '[CL270] killed in the middle of an upload (%s) it leaves no file without bytes, and what is in the store is swept',
  async (mood) => {
    const folder = temporaryFolder()
    const { url, keyId, secret, region } = s3
    const program = await startProgram(['cloud/main.ts', '--port', '0', '--data-dir', folder.path], {
      DATABASE_URL: database.url,
      TANDEM_KEY: '7'.repeat(64),
      TANDEM_LOG: 'silent',
      TANDEM_BUCKET_URL: url,
      TANDEM_BUCKET_KEY_ID: keyId,
      TANDEM_BUCKET_SECRET: secret,
      TANDEM_BUCKET_REGION: region,
    })
    const cloud = await open(1)
    await person(cloud)
    try {
      s3.mood = (method) => (method === 'PUT' ? mood : undefined)
      const sending = sendFile(program, team.as, 'x', randomBytes(500_000)).catch((error: unknown) => error)
      await until('the upload to be under way', async () => ((await stored({ database })).objects.length === 1 ? true : undefined))
      if (mood === 'silent') await until('the bytes to be there', async () => (s3.objects.size === 1 ? true : undefined))
      await program.end('SIGKILL')
      expect(await sending).toBeInstanceOf(Error)
      s3.mood = () => undefined
      expect(await stored({ database })).toMatchObject({ files: [], objects: [{ state: 'pending' }] })
      await open(1, 0)
      await until('it to be swept', async () => ((await stored({ database })).objects.length === 0 ? true : undefined))
      expect(s3.objects.size).toBe(0)
    } finally {
      await program.end('SIGKILL')
      folder.remove()
    }
  },
)
