// Files beside the daily databases: shared by all backups, put back where they are lost, brought back by a restore.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUp, listBackups } from '../../../electron/service/db/backups.ts'
import { restore } from '../../../electron/service/db/restore.ts'
import { type Service, startService } from '../../../electron/service/start-service.ts'
import type { Backup } from '../../../shared/schema/files/backup.ts'
import type { Notice } from '../../../shared/schema/notice.ts'
import { png, upload } from '../../support/attachments.ts'
import { serves } from '../../support/service/as-person.ts'
import { call } from '../../support/service/http.ts'
import { noNotifier, temporaryFolder } from '../../support/service/service.ts'
import { mountSmallDisk, noSmallDisk } from '../../support/small-disk.ts'
import { until } from '../../support/until.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

let dataDir: string
let service: Service
const start = async () => {
  service = await startService({ port: 0, dataDir, version: '0.0.0-test', logLevel: 'silent', notifier: noNotifier })
  serves(service.url, dataDir)
}
beforeEach(async () => {
  const folder = temporaryFolder()
  dataDir = folder.path
  cleanups.push(folder.remove, () => service.close())
  await start()
})

const placed = (hash: string, below = '') => join(dataDir, below, 'attachments', hash.slice(0, 2), hash)
const makeBackup = async () => (await call<Backup>(service.url, 'POST', '/backups')).body
const notices = async () => (await call<Notice[]>(service.url, 'GET', '/notices')).body
const remove = (hash: string) => call(service.url, 'DELETE', `/attachments/${hash}`, undefined, { 'x-actor': 'person' })
const day = (n: number) => new Date(2027, 0, n, 12)
const backUpOn = (n: number) => backUp(join(dataDir, 'tandem.db'), dataDir, day(n))

async function attach(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const { body } = await upload(service.url, name, content)
  await call(service.url, 'POST', '/tasks', { title: name, description: body.markdown })
  return body.hash
}

test('[P13] a backup holds the files, says how many and how large, and shares them with the others', async () => {
  const hash = await attach('a.png', png)
  expect((await makeBackup()).attachments).toEqual({ count: 1, bytes: png.length })
  await backUpOn(2)
  expect((await call<Backup[]>(service.url, 'GET', '/backups')).body.map(({ attachments }) => attachments)).toEqual([
    { count: 1, bytes: png.length },
    { count: 1, bytes: png.length },
  ])
  expect(readFileSync(placed(hash, 'backups')).equals(png)).toBe(true)
  expect(statSync(placed(hash)).nlink).toBe(2)
})

test.runIf(process.env.TANDEM_LONG)('[P13] --restore brings back what is missing, also what was deleted since', async () => {
  const [lost, deleted, kept] = [await attach('a.png', png), await attach('b.txt', 'b'), await attach('c.txt', 'c')]
  await makeBackup()
  await remove(deleted)
  await service.close()
  rmSync(placed(lost))
  restore(dataDir, 'latest', new Date())
  await start()
  for (const hash of [lost, deleted, kept]) expect((await fetch(`${service.url}/attachments/${hash}/x`)).status).toBe(200)
  expect(readdirSync(join(dataDir, 'attachments', deleted.slice(0, 2)))).toEqual([deleted])
})

test('[P13] a lost file is put back from a backup; one that is damaged everywhere is named until it is attached again', async () => {
  const hash = await attach('plan & more.pdf', '%PDF')
  await makeBackup()
  rmSync(placed(hash))
  await makeBackup()
  expect([readFileSync(placed(hash), 'utf8'), await notices()]).toEqual(['%PDF', []])
  // One file under two names: what the disk does to it, it does to both.
  writeFileSync(placed(hash), '%PDX')
  for (let n = 0; n < 2; n++) {
    await makeBackup()
    expect(await notices()).toMatchObject([{ kind: 'files_lost', count: 1, detail: expect.stringContaining('plan & more.pdf (task 1)') as unknown }])
  }
  await call(service.url, 'DELETE', '/notices/files_lost', undefined, { 'x-actor': 'person' })
  await makeBackup()
  expect(await notices()).toEqual([])
  await upload(service.url, 'plan.pdf', '%PDF')
  await makeBackup()
  expect([readFileSync(placed(hash), 'utf8'), await notices()]).toEqual(['%PDF', []])
})

test.runIf(process.env.TANDEM_LONG)('[P13] what a person deleted is not looked for, and is gone once no backup holds it', async () => {
  const hash = await attach('secret.txt', 'secret')
  await backUpOn(1)
  await remove(hash)
  for (let n = 2; n <= 3; n++) {
    await call(service.url, 'POST', '/tasks', { title: `${n}` })
    await backUpOn(n)
  }
  expect([await notices(), existsSync(placed(hash)), existsSync(placed(hash, 'backups'))]).toEqual([[], false, true])
  for (const { file, attachments } of listBackups(dataDir)) if (attachments.count > 0) rmSync(file)
  await backUpOn(4)
  expect(existsSync(placed(hash, 'backups'))).toBe(false)
})

test.skipIf(noSmallDisk)(
  `[P13] on another disk files are copied, once; where they do not fit the database is backed up all the same${noSmallDisk ? ` (skipped: ${noSmallDisk})` : ''}`,
  async () => {
    const disk = mountSmallDisk(16)
    cleanups.push(disk.remove)
    mkdirSync(join(disk.path, 'backups'))
    symlinkSync(join(disk.path, 'backups'), join(dataDir, 'backups'))
    const hash = await attach('a.bin', new Uint8Array(2_000_000))
    await backUpOn(1)
    const { ino } = statSync(placed(hash, 'backups'))
    await backUpOn(2)
    expect([statSync(placed(hash, 'backups')).ino, statSync(placed(hash)).nlink]).toEqual([ino, 1])
    const large = await attach('b.bin', new Uint8Array(20_000_000).fill(1))
    await until('its text to be taken', () => existsSync(`${placed(large)}.text`))
    await expect(backUpOn(3)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(listBackups(dataDir).map(({ attachments }) => attachments.count)).toEqual([1, 1, 1])
    expect(readdirSync(join(disk.path, 'backups', 'attachments', large.slice(0, 2)))).toEqual([])
  },
)
