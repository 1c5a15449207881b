// Files of teams: taken in, sealed, handed out to their team only, in a folder and in a bucket.
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxAttachmentBytes } from '../../../../shared/domain/attachments/attachment-link.ts'
import { gif, png } from '../../../support/attachments.ts'
import { refusedOnOneConnection } from '../../../support/files/one-connection.ts'
import { openS3, type S3Store } from '../../../support/files/s3.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { readFile, sendFile, stored } from '../../../support/files/team-files.ts'
import { mountSmallDisk, noSmallDisk } from '../../../support/small-disk.ts'
import { until } from '../../../support/until.ts'

let s3: S3Store
let ana: TestPerson
let team: TestTeam
let cloud: TestCloud

beforeAll(async () => {
  s3 = await openS3()
})
afterAll(() => s3.close())
beforeEach(() => {
  s3.mood = () => undefined
  s3.objects.clear()
  s3.refused.length = 0
})

const inFolder = (folder: string): Buffer[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name)))

describe.each(['folder', 's3'] as const)('kept in a %s', (kind) => {
  const kept = (): Buffer[] => (kind === 's3' ? [...s3.objects.values()] : inFolder(join(cloud.dataDir, 'files')))
  beforeAll(async () => {
    cloud = await openCloud(kind === 's3' ? { files: { folder: undefined, s3, quota: 200_000_000 } } : {})
    ana = await newPerson(cloud, 'Ana')
    team = await newTeam(cloud, ana, 'Kitchen')
  })
  afterAll(() => cloud.close())

  it('[CL260] a file is taken in once, sealed, and comes back as it was', async () => {
    const content = Buffer.concat([Buffer.from('what nobody else may read '.repeat(4)), randomBytes(300_000)])
    const first = await sendFile(cloud, team.as, 'Notes & more.txt', content)
    expect(first).toMatchObject({ status: 201, body: { name: 'Notes & more.txt', media_type: 'application/octet-stream', bytes: content.length } })
    expect(first.headers.get('location')).toBe(`/api${first.body.path}`)
    expect((await sendFile(cloud, ana.as, 'again.txt', content)).status).toBe(200)
    expect(kept().length).toBe(1)
    for (const bytes of kept()) expect(bytes.includes('nobody else')).toBe(false)
    const read = await readFile(cloud, team.as, first.body.path)
    expect([read.status, read.bytes.equals(content)]).toEqual([200, true])
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-length': String(content.length),
      'content-disposition': `attachment; filename="Notes _ more.txt"; filename*=UTF-8''Notes%20%26%20more.txt`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    const head = await fetch(`${cloud.url}/api${first.body.path}`, { method: 'HEAD', headers: team.as })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(content.length)])
    if (kind === 's3') expect(s3.refused).toEqual([])
    else expect(existsSync(join(cloud.dataDir, 'files', 'incoming', 'x'))).toBe(false)
  })

  it('[CL261] what it is says its content, whatever its name and type', async () => {
    const html = Buffer.from('<script>alert(document.domain)</script>')
    const shown = async (name: string, content: Buffer) => {
      const { body } = await sendFile(cloud, team.as, name, content, 'text/html')
      const { headers } = await readFile(cloud, team.as, body.path)
      return [body.media_type, headers.get('content-type'), headers.get('content-disposition')?.split(';', 1)[0], body.name]
    }
    expect(await shown('picture.html', png)).toEqual(['image/png', 'image/png', 'inline', 'picture.html'])
    expect(await shown('picture.png', html)).toEqual(['application/octet-stream', 'application/octet-stream', 'attachment', 'picture.png'])
    expect(await shown('../../a‮gnp.exe', Buffer.concat([gif, html]))).toEqual(['image/gif', 'image/gif', 'inline', 'a_gnp.exe'])
    expect(await shown('x.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'))).toContain('attachment')
  })

  it('[CL333] whoever is refused hears why and goes on over the same connection, however much they send', async () => {
    const path = '/api/attachments?name=a'
    const bytes = 40 * 1_048_576
    const heard = async (headers: Record<string, string>, inChunks: boolean) =>
      (await refusedOnOneConnection(cloud.url, { path, headers, bytes, inChunks })).match(/HTTP\/1.1 \d+/g)
    expect(await heard(team.as, false)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
    expect(await heard(team.as, true)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
    expect(await heard({ authorization: 'Bearer tdm_no' }, true)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200'])
  })

  it('[CL262] nothing of a file that is empty, too large or breaks off is left', async () => {
    const before = [kept().length, (await stored(cloud)).objects.length]
    expect((await sendFile(cloud, team.as, 'empty', Buffer.alloc(0))).status).toBe(400)
    expect((await sendFile(cloud, team.as, 'large', Buffer.alloc(maxAttachmentBytes + 1))).status).toBe(413)
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(randomBytes(1_048_576)) })
    expect((await sendFile(cloud, team.as, 'endless', endless)).status).toBe(413)
    const broken = new AbortController()
    const sending = sendFile(
      cloud,
      team.as,
      'broken',
      new ReadableStream({ pull: (controller) => controller.enqueue(randomBytes(1000)) }),
      undefined,
      broken.signal,
    )
    broken.abort()
    await expect(sending).rejects.toThrow()
    await until('the spool to be empty', async () => readdirSync(join(cloud.dataDir, 'files', 'incoming')).length === 0 || undefined)
    expect([kept().length, (await stored(cloud)).objects.length]).toEqual(before)
  })

  it('[CL263] the same file from many at once is one, also with 25 MB each', async () => {
    const content = randomBytes(maxAttachmentBytes)
    const before = kept().length
    const replies = await Promise.all(Array.from({ length: 4 }, () => sendFile(cloud, team.as, 'large.bin', content)))
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 200, 201])
    await until('what came beside it to be gone', async () => (kept().length === before + 1 ? true : undefined))
    expect((await readFile(cloud, team.as, replies[0]?.body.path as string)).bytes.equals(content)).toBe(true)
  })

  it('[CL264] its bytes are lost or damaged: it says so, and sending it again mends it', async () => {
    const content = randomBytes(90_000)
    const { body } = await sendFile(cloud, team.as, 'mended', content)
    const { object } = (await stored(cloud)).files.find(({ hash }) => hash === body.hash) as { object: string }
    await damage(kind, object)
    expect((await readFile(cloud, team.as, body.path)).status).toBe(404)
    await lose(kind, object)
    expect((await readFile(cloud, team.as, body.path)).status).toBe(404)
    expect((await sendFile(cloud, team.as, 'mended', content)).status).toBe(200)
    expect((await readFile(cloud, team.as, body.path)).bytes.equals(content)).toBe(true)
  })

  async function damage(where: 'folder' | 's3', object: string): Promise<void> {
    const { writeFileSync } = await import('node:fs')
    if (where === 's3') s3.objects.set(`${team.id}/${object}`, randomBytes(90_017))
    else writeFileSync(join(cloud.dataDir, 'files', team.id, object), randomBytes(90_017))
  }
  async function lose(where: 'folder' | 's3', object: string): Promise<void> {
    const { rmSync } = await import('node:fs')
    if (where === 's3') s3.objects.delete(`${team.id}/${object}`)
    else rmSync(join(cloud.dataDir, 'files', team.id, object))
  }
})

describe('who may', () => {
  beforeAll(async () => {
    cloud = await openCloud({ files: { folder: undefined, s3: undefined, quota: 10_000 } })
    ana = await newPerson(cloud, 'Ana')
    team = await newTeam(cloud, ana, 'Kitchen')
  })
  afterAll(() => cloud.close())

  it('[CL265] a file is its team’s: no other login, and no known hash, opens it or tells whether it is there', async () => {
    const bo = await newPerson(cloud, 'Bo')
    const other = await newTeam(cloud, bo, 'Garden')
    const secret = Buffer.from('of the kitchen')
    const { body } = await sendFile(cloud, team.as, 'secret', secret)
    const unknown = body.path.replace(body.hash, 'f'.repeat(64))
    const tried = async (path: string, as: Record<string, string>) => {
      const { status, bytes } = await readFile(cloud, as, path)
      return [status, [body.hash, 'f'.repeat(64), body.hash.slice(0, 12), 'f'.repeat(12)].reduce((text, one) => text.replaceAll(one, 'HASH'), bytes.toString())]
    }
    for (const as of [{}, other.as, { ...other.as, 'x-team-id': team.id }, { ...bo.as, 'x-team-id': team.id }]) {
      const answer = await tried(body.path, as)
      expect(answer[0]).toBeGreaterThan(400)
      expect(answer).toEqual(await tried(unknown, as))
    }
    expect((await tried(body.path, other.as))[0]).toBe(404)
    // Sent by another team it is new there, as anything would be.
    expect((await sendFile(cloud, other.as, 'secret', secret)).status).toBe(201)
    for (const as of [{}, { ...other.as, 'x-team-id': team.id }, { ...bo.as, 'x-team-id': team.id }])
      expect([401, 403]).toContain((await sendFile(cloud, as, 'x', secret)).status)
    // Where browsers cannot send a header.
    const { 'x-team-id': _, ...session } = ana.as
    expect((await readFile(cloud, session, `${body.path}?team_id=${team.id}`)).status).toBe(200)
    expect((await readFile(cloud, bo.as, `${body.path}?team_id=${team.id}`)).status).toBe(403)
  })

  it('[CL265] a token that can only read sends nothing, a revoked one reads nothing, and a restricted agent proposes nothing it cannot', async () => {
    const token = async (more: object) => {
      const { body } = await ana.call('POST', `/teams/${team.id}/tokens`, { name: 'one', ...more })
      return { id: body.id as string, as: { authorization: `Bearer ${body.token}`, 'x-team-id': team.id } }
    }
    const { body } = await sendFile(cloud, team.as, 'x', Buffer.from('x'))
    const reader = await token({ read_only: true })
    expect((await sendFile(cloud, reader.as, 'y', Buffer.from('y'))).status).toBe(403)
    expect((await readFile(cloud, reader.as, body.path)).status).toBe(200)
    await ana.call('DELETE', `/teams/${team.id}/tokens/${reader.id}`)
    expect((await readFile(cloud, reader.as, body.path)).status).toBe(401)
    const agent = await token({ agent: 'claude' })
    expect((await sendFile(cloud, agent.as, 'z', Buffer.from('z'))).status).toBe(201)
    const policy = await ana.call('PUT', '/agents/claude/policy', { comment: 'propose' }, { ...ana.as, 'x-team-id': team.id })
    expect(policy.status).toBe(200)
    expect((await sendFile(cloud, agent.as, 'w', Buffer.from('w'))).status).toBe(403)
  })

  it('[CL266] a team has so much room and no more, however many send at once, and is told how much', async () => {
    const own = await newTeam(cloud, ana, 'Small')
    const replies = await Promise.all(Array.from({ length: 6 }, () => sendFile(cloud, own.as, 'x', randomBytes(3000))))
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 201, 201, 403, 403, 403])
    const no = replies.find(({ status }) => status === 403)?.body as unknown as Record<string, unknown>
    expect(no).toMatchObject({ code: 'quota_exceeded', quota: 'file_bytes', limit: 10_000, quota_bytes: 10_000, file_bytes: 3000 })
    expect(no.detail).toMatch(/9 kB of 10 kB/)
    expect((await sendFile(cloud, own.as, 'x', randomBytes(900))).status).toBe(201)
    // What is there already needs no room.
    const again = replies.find(({ status }) => status === 201)?.body.path as string
    expect((await sendFile(cloud, own.as, 'x', (await readFile(cloud, own.as, again)).bytes)).status).toBe(200)
  })
})

it('[CL267] a store that says no, or is away, is 503 and leaves nothing; a wrong key is never told', async () => {
  cloud = await openCloud({ files: { folder: undefined, s3: { ...s3, secret: 'not this one' }, quota: 1_000_000 } })
  const own = await newTeam(cloud, await newPerson(cloud), 'Kitchen')
  const reply = await sendFile(cloud, own.as, 'x', Buffer.from('x'))
  expect([reply.status, JSON.stringify(reply.body).includes('not this one')]).toEqual([503, false])
  expect(s3.refused).toContain('PUT SignatureDoesNotMatch')
  // Nobody knows what is there until it can be asked: it is tried again later.
  expect(await stored(cloud)).toMatchObject({ files: [], objects: [{ state: 'gone' }] })
  await cloud.close()
  cloud = await openCloud({ files: { folder: undefined, s3: { ...s3, url: 'http://127.0.0.1:1/bucket' }, quota: 1_000_000 } })
  const other = await newTeam(cloud, await newPerson(cloud), 'Kitchen')
  expect((await sendFile(cloud, other.as, 'x', Buffer.from('x'))).status).toBe(503)
  await cloud.close()
})

it.skipIf(noSmallDisk)('[CL267] a full disk is 507, one that cannot be written 503; both leave nothing', async () => {
  const disk = mountSmallDisk(4)
  cloud = await openCloud({ files: { folder: disk.path, s3: undefined, quota: 1_000_000_000 } })
  try {
    const own = await newTeam(cloud, await newPerson(cloud), 'Kitchen')
    expect((await sendFile(cloud, own.as, 'x', randomBytes(6_000_000))).status).toBe(507)
    disk.readOnly(true)
    expect((await sendFile(cloud, own.as, 'x', randomBytes(1000))).status).toBe(503)
    disk.readOnly(false)
    expect((await sendFile(cloud, own.as, 'x', randomBytes(1000))).status).toBe(201)
    expect((await stored(cloud)).objects.length).toBe(1)
  } finally {
    await cloud.close()
    disk.remove()
  }
})
