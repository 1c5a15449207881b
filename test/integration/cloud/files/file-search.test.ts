// Search of a team by what its files say: read by one instance, found by every other, by nobody of another team.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPerson, newTeam, openCloud, type TestCloud, type TestTeam } from '../../../support/cloud/cloud.ts'
import { onDatabase } from '../../../support/cloud/postgres.ts'
import { docxOf, paragraph, pdfBomb, pdfOf } from '../../../support/files/made-files.ts'
import { sendFile } from '../../../support/files/team-files.ts'
import { temporaryFolder } from '../../../support/service/service.ts'
import { until } from '../../../support/until.ts'

let cloud: TestCloud
let second: TestCloud
let team: TestTeam
let other: TestTeam

const folder = temporaryFolder()
const own = { fileTimes: { lookEvery: 50 }, files: { folder: folder.path, s3: undefined, quota: 200_000_000 } }

beforeAll(async () => {
  cloud = await openCloud(own)
  second = await openCloud(own, cloud.database)
  team = await newTeam(cloud, await newPerson(cloud, 'reader'))
  other = await newTeam(cloud, await newPerson(cloud, 'stranger'), 'theirs')
})
afterAll(async () => {
  await second.close()
  await cloud.close()
  folder.remove()
})

const contract = (words: string) => pdfOf({ pages: ['The notice period is three months', words] })
const find = async (q: string, at = cloud, as = team.as) =>
  (await at.call('GET', `/tasks/search?${new URLSearchParams({ q, mode: 'keyword' })}`, undefined, as)).body as { id: number; file?: string; snippet: string }[]
const ids = async (q: string, at?: TestCloud, as?: Record<string, string>) => (await find(q, at, as)).map(({ id }) => id)
const isFound = (id: number, q: string, at = cloud) => until(`${q} to be found ${at === cloud}`, async () => (await ids(q, at)).includes(id))

async function attach(title: string, name: string, content: Buffer, of = team): Promise<{ id: number; hash: string; markdown: string }> {
  const { body } = await sendFile(cloud, of.as, name, content)
  const task = await of.call('POST', '/tasks', { title, description: body.markdown })
  return { id: task.body.id, hash: body.hash, markdown: body.markdown }
}

it('[CL330] a task is found by what its files say, on every instance, and the hit names the file', async () => {
  const { id } = await attach('Flat', 'contract.pdf', contract('Signed in Lisbon'))
  const word = await attach('Board', 'minutes.docx', docxOf(paragraph('Budget of the lighthouse')))
  await isFound(id, 'lisbon')
  await isFound(word.id, 'lighthouse')
  await isFound(id, 'lisbon', second)
  const [hit] = await find('lisbon')
  expect(hit).toMatchObject({ id, file: 'contract.pdf' })
  expect(hit?.snippet).toContain('contract.pdf: ')
  expect(await ids('"notice period"')).toEqual([id])
  expect(await ids('lisbon', cloud, other.as)).toEqual([])
})

it('[CL330] without the last link it is found no more, and with another one it is again, also in a new index', async () => {
  const { id, markdown } = await attach('Boat', 'papers.pdf', contract('Registered in Valparaiso'))
  await isFound(id, 'valparaiso')
  await team.call('PATCH', `/tasks/${id}`, { description: null })
  expect(await ids('valparaiso')).toEqual([])
  await team.call('POST', `/tasks/${id}/comments`, { body: markdown })
  await isFound(id, 'valparaiso')
  await second.close()
  rmSync(join(second.dataDir, 'search'), { recursive: true, force: true })
  second = await openCloud(own, cloud.database)
  await isFound(id, 'valparaiso', second)
})

it('[CL331] texts are sealed in the database, and another team reads nothing of the same file', async () => {
  const theirs = await attach('Theirs', 'papers.pdf', contract('Registered in Punta'), other)
  await until('it to be read', async () => (await ids('punta', cloud, other.as)).includes(theirs.id))
  const rows = await onDatabase(
    cloud.database.url,
    async (client) => (await client.query('SELECT text_sealed FROM files WHERE is_read')).rows as { text_sealed: Buffer }[],
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { text_sealed } of rows) expect(text_sealed.includes('notice')).toBe(false)
  const named = await team.call('POST', '/tasks', { title: 'Guessed', description: `[x](/attachments/${theirs.hash}/x.pdf)` })
  const known = await attach('Known', 'after.pdf', contract('Later in Oslo'))
  await isFound(known.id, 'oslo')
  expect(await ids('punta')).toEqual([])
  expect(named.status).toBe(201)
})

it('[CL331] a file that cannot be read is read once, and stops no other', async () => {
  const bad = await attach('Bad', 'bomb.pdf', pdfBomb(600))
  const good = await attach('Good', 'fine.pdf', contract('Behind it Trondheim'))
  await isFound(good.id, 'trondheim')
  const row = await until('the bad one to be given up', () =>
    onDatabase(
      cloud.database.url,
      async (client) =>
        (await client.query('SELECT text_tries FROM files WHERE hash = $1 AND is_read', [bad.hash])).rows[0] as { text_tries: number } | undefined,
    ),
  )
  expect(row.text_tries).toBe(1)
  await onDatabase(cloud.database.url, (client) =>
    client.query('UPDATE files SET is_read = false, text_tries = 2, text_until = NULL WHERE hash = $1', [good.hash]),
  )
  await until('nobody to begin it a third time', () =>
    onDatabase(
      cloud.database.url,
      async (client) => (await client.query('SELECT 1 FROM files WHERE hash = $1 AND is_read AND text_tries = 3', [good.hash])).rows.length > 0,
    ),
  )
})

it('[CL331] bytes that are not there are no reason to have no text: once they are sent again it is read', async () => {
  const lost = await sendFile(cloud, team.as, 'lost.pdf', contract('Once in Bergen'))
  rmSync(join(folder.path, team.id), { recursive: true, force: true })
  await onDatabase(cloud.database.url, (client) =>
    client.query('UPDATE files SET is_read = false, text_tries = 0, text_until = NULL WHERE hash = $1', [lost.body.hash]),
  )
  await until('it to be put off', () =>
    onDatabase(
      cloud.database.url,
      async (client) =>
        (await client.query("SELECT 1 FROM files WHERE hash = $1 AND text_until > now() + interval '30 minutes' AND NOT is_read", [lost.body.hash])).rows
          .length > 0,
    ),
  )
  await sendFile(cloud, team.as, 'lost.pdf', contract('Once in Bergen'))
  const { body } = await team.call('POST', '/tasks', { title: 'Lost', description: lost.body.markdown })
  await isFound(body.id, 'bergen')
})
