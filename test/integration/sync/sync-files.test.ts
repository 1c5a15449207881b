// Files of texts between desktops and their team: what is named goes there, and what is asked for comes.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { attachmentMarkdown } from '../../../shared/domain/attachments/attachment-link.ts'
import type { Attachment } from '../../../shared/schema/files/attachment.ts'
import { png, upload } from '../../support/attachments.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { type FaultProxy, openFaultProxy } from '../../support/cloud/fault-proxy.ts'
import { readFile, sendFile, stored } from '../../support/files/team-files.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
let network: FaultProxy
const open: SyncedDesktop[] = []

beforeAll(async () => {
  cloud = await openCloud({ files: { folder: undefined, s3: undefined, quota: 1_000_000 } })
  owner = await newPerson(cloud)
  network = await openFaultProxy(cloud.url, () => 0)
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((desktop) => desktop.close()))
})
afterAll(async () => {
  await network.close()
  await cloud.close()
})

async function desktop(name: string): Promise<SyncedDesktop> {
  const made = await openDesktop(name, { url: network.urlOf(name) }, team)
  open.push(made)
  return made
}
const keep = async (on: SyncedDesktop, name: string, content: Buffer): Promise<Attachment> => (await upload(on.url(), name, Uint8Array.from(content))).body
const inTeam = async () => (await stored(cloud)).files.filter(({ team_id }) => team_id === team.id).map(({ hash }) => hash)
const hasInTeam = (hash: string) => until(`the team to have ${hash.slice(0, 8)}`, async () => (await inTeam()).includes(hash) || undefined)
const local = (on: SyncedDesktop): string[] => {
  const folder = join(on.dataDir, 'attachments')
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /[0-9a-f]{64}$/.test(name)) : []
}

it('[X60] what a text names goes to the team, from before the connection, in a comment, and when the file comes after its text; nothing else does', async () => {
  team = await newTeam(cloud, owner)
  const ana = await desktop('ana')
  const before = await keep(ana, 'before.png', png)
  await ana.call('POST', '/tasks', { title: 'Before', description: before.markdown })
  await keep(ana, 'unnamed.txt', Buffer.from('not named'))
  await ana.connect()
  await hasInTeam(before.hash)
  const { id } = (await ana.call('POST', '/tasks', { title: 'After' })).body
  const commented = await keep(ana, 'comment.bin', randomBytes(200_000))
  await ana.call('POST', `/tasks/${id}/comments`, { body: `see ${commented.markdown}` })
  await hasInTeam(commented.hash)
  // The web UI saves the text and sends the file at the same time.
  const content = randomBytes(1000)
  const late = { hash: createHash('sha256').update(content).digest('hex'), name: 'late.bin' }
  await ana.call('PATCH', `/tasks/${id}`, { description: attachmentMarkdown(late, false) })
  await ana.synced()
  await keep(ana, late.name, content)
  await hasInTeam(late.hash)
  expect(await inTeam()).toHaveLength(3)
})

it('[X61] what another names is fetched when it is asked for, once, and kept; without the cloud, or without it there, it says that it is not here', async () => {
  team = await newTeam(cloud, owner)
  const [ana, bo] = [await desktop('ana'), await desktop('bo')]
  const content = randomBytes(100_000)
  const file = await keep(ana, 'shared.bin', content)
  await ana.call('POST', '/tasks', { title: 'Shared', description: file.markdown })
  await ana.connect()
  await bo.connect()
  await hasInTeam(file.hash)
  await until(
    'the text to be on both',
    async () => ((await bo.call('GET', '/tasks')).body as { title: string }[]).some(({ title }) => title === 'Shared') || undefined,
  )
  expect(local(bo)).toEqual([])
  network.offline('bo', true)
  expect((await fetch(`${bo.url()}${file.path}`)).status).toBe(404)
  // Before it has noticed, it calls itself synced.
  await until('bo to notice', async () => (await bo.state()).state !== 'synced')
  network.offline('bo', false)
  await bo.synced()
  const replies = await Promise.all(Array.from({ length: 5 }, () => fetch(`${bo.url()}${file.path}`)))
  for (const reply of replies) expect(Buffer.from(await reply.arrayBuffer()).equals(content)).toBe(true)
  expect(local(bo)).toHaveLength(1)
  network.offline('bo', true)
  expect((await fetch(`${bo.url()}${file.path}`)).status).toBe(200)
  expect((await fetch(`${bo.url()}/attachments/${'e'.repeat(64)}/x`)).status).toBe(404)
})

it('[X62] a team without room for a file says so on the desktop, and takes what fits', async () => {
  team = await newTeam(cloud, owner)
  const ana = await desktop('ana')
  await ana.connect()
  const [large, small] = [await keep(ana, 'large.bin', randomBytes(1_100_000)), await keep(ana, 'small.bin', randomBytes(1000))]
  await ana.call('POST', '/tasks', { title: 'Two files', description: `${large.markdown} ${small.markdown}` })
  await hasInTeam(small.hash)
  await until('the desktop to say so', async () => /not with the team.*do not fit/.test(JSON.stringify((await ana.call('GET', '/remote')).body)) || undefined)
  expect(await inTeam()).toEqual([small.hash])
})

it('[X61] a cloud that hands out another file than was asked for changes nothing here', async () => {
  team = await newTeam(cloud, owner)
  const { body } = await sendFile(cloud, team.as, 'x', Buffer.from('theirs'))
  const read = await readFile(cloud, team.as, body.path)
  expect(read.bytes.toString()).toBe('theirs')
  const { createTeamFiles } = await import('../../../electron/service/sync/files/team-files.ts')
  const kept: string[] = []
  const files = createTeamFiles({
    attachments: {
      has: () => false,
      content: async () => undefined,
      upload: async (_, stream) => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        kept.push(Buffer.concat(chunks).toString())
        return { attachment: { ...body }, isNew: true }
      },
    },
    named: { head: () => 0, *all() {}, since: () => new Set() },
    link: () => ({ readFile: async () => new Response('theirs') }) as never,
    teamId: () => team.id,
    changed: () => undefined,
    report: () => undefined,
  })
  expect(await files.fetch('d'.repeat(64))).toBe(false)
  expect(await files.fetch(body.hash)).toBe(true)
  await files.close()
})

it('[AT24] to ask how large a file of the team is, or what it is, fetches nothing of it', async () => {
  team = await newTeam(cloud, owner)
  const [ana, bo] = [await desktop('eva'), await desktop('lin')]
  const [photo, data] = [await keep(ana, 'photo.png', png), await keep(ana, 'data.bin', randomBytes(100_000))]
  await ana.call('POST', '/tasks', { title: 'Shared', description: `${photo.markdown} ${data.markdown}` })
  await ana.connect()
  await bo.connect()
  await hasInTeam(photo.hash)
  await hasInTeam(data.hash)
  const ask = async (path: string) => {
    const { status, headers } = await fetch(bo.url() + path, { method: 'HEAD' })
    return {
      status,
      ...Object.fromEntries(['content-length', 'content-type', 'x-file-elsewhere', 'content-security-policy'].map((name) => [name, headers.get(name)])),
    }
  }
  const apart = { 'content-security-policy': "default-src 'none'; sandbox" }
  expect(await ask(photo.path)).toEqual({
    status: 200,
    'content-length': String(png.length),
    'content-type': 'image/png',
    'x-file-elsewhere': 'team',
    ...apart,
  })
  expect(await ask(data.path)).toMatchObject({
    status: 200,
    'content-length': '100000',
    'content-type': 'application/octet-stream',
    'x-file-elsewhere': 'team',
  })
  expect((await ask(`/attachments/${'0'.repeat(64)}/x`)).status).toBe(404)
  expect(local(bo)).toEqual([])
  expect((await fetch(bo.url() + photo.path)).status).toBe(200)
  expect(await ask(photo.path)).toMatchObject({ status: 200, 'x-file-elsewhere': null })
})
