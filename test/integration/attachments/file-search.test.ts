// Search finds tasks by what their files are called and what they say.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Service, startService } from '../../../electron/service/start-service.ts'
import type { SearchHit, Task } from '../../../shared/schema/task.ts'
import { upload } from '../../support/attachments.ts'
import { docxOf, paragraph, pdfBomb, pdfOf } from '../../support/files/made-files.ts'
import { serves } from '../../support/service/as-person.ts'
import { call } from '../../support/service/http.ts'
import { noNotifier, temporaryFolder } from '../../support/service/service.ts'
import { until } from '../../support/until.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

let dataDir: string
let service: Service
async function start(): Promise<void> {
  service = await startService({ port: 0, dataDir, version: '0.0.0-test', logLevel: 'silent', notifier: noNotifier })
  serves(service.url, dataDir)
}
beforeEach(async () => {
  const folder = temporaryFolder()
  dataDir = folder.path
  cleanups.push(folder.remove, () => service.close())
  await start()
})

const textFile = (hash: string, below = '') => join(dataDir, below, 'attachments', hash.slice(0, 2), `${hash}.text`)
const find = async (q: string, mode = 'keyword') => (await call<SearchHit[]>(service.url, 'GET', `/tasks/search?${new URLSearchParams({ q, mode })}`)).body
const ids = async (q: string, mode?: string) => (await find(q, mode)).map(({ id }) => id)
const isRead = (hash: string) => until('the text', () => existsSync(textFile(hash)))
const create = async (title: string, description: string | null = null) => (await call<Task>(service.url, 'POST', '/tasks', { title, description })).body.id

async function attach(title: string, name: string, content: Uint8Array): Promise<{ id: number; hash: string; markdown: string }> {
  const { body } = await upload(service.url, name, new Uint8Array(content))
  return { id: await create(title, body.markdown), hash: body.hash, markdown: body.markdown }
}

const contract = pdfOf({ pages: ['The notice period is three months', 'Signed in Lisbon'] })

test('[Q19] a task is found by the name and the text of its files, below those that say it themselves', async () => {
  const { id, hash } = await attach('Flat in the old town', 'rental-contract.pdf', contract)
  const word = await attach('For the board', 'minutes.docx', docxOf(paragraph('Budget of the lighthouse')))
  await isRead(hash)
  await isRead(word.hash)
  await until('the index', async () => (await ids('lisbon')).includes(id))
  expect(await ids('rental')).toEqual([id])
  expect(await ids('"notice period"')).toEqual([id])
  expect(await ids('"period notice"')).toEqual([])
  expect(await ids('lisbon -months')).toEqual([])
  await until('the index', async () => (await ids('lighthouse')).includes(word.id))
  const own = await create('Paint the lighthouse')
  expect(await ids('lighthouse')).toEqual([own, word.id])
  expect(await ids('lighthouse status:done')).toEqual([])
})

test('[Q20] a hit says in which file it was found', async () => {
  const { id, hash } = await attach('Flat in the old town', 'contract.pdf', contract)
  await isRead(hash)
  await until('the index', async () => (await ids('lisbon')).includes(id))
  const [hit] = await find('lisbon', 'hybrid')
  expect(hit).toMatchObject({ id, file: 'contract.pdf' })
  expect(hit?.snippet).toMatch(/^contract\.pdf: .*Signed in ⟦Lisbon⟧/)
  const [own] = await find('town')
  expect(own?.id).toBe(id)
  expect(own).not.toHaveProperty('file')
})

test('[Q21] the last link that goes takes the text with it, and undo brings it back', async () => {
  const { id, hash, markdown } = await attach('Flat', 'contract.pdf', contract)
  const comment = await call<{ id: number }>(service.url, 'POST', `/tasks/${id}/comments`, { body: `see ${markdown}` })
  await isRead(hash)
  await until('the index', async () => (await ids('lisbon')).includes(id))
  await call(service.url, 'PATCH', `/tasks/${id}`, { description: 'no file' })
  expect(await ids('lisbon')).toEqual([id])
  expect((await call(service.url, 'DELETE', `/tasks/${id}/comments/${comment.body.id}`)).status).toBe(204)
  expect(await ids('lisbon')).toEqual([])
  expect(existsSync(textFile(hash))).toBe(true)
  await call(service.url, 'PATCH', `/tasks/${id}`, { description: markdown })
  expect(await ids('lisbon')).toEqual([id])
  await call(service.url, 'DELETE', `/attachments/${hash}`, undefined, { 'x-actor': 'person' })
  expect(existsSync(textFile(hash))).toBe(false)
  await until('the index', async () => (await ids('lisbon')).length === 0)
})

test('[Q18] a file that cannot be read is asked once, and stops no other', async () => {
  const bad = await attach('Bad', 'bomb.pdf', pdfBomb(600))
  const good = await attach('Good', 'contract.pdf', contract)
  await isRead(bad.hash)
  expect(readFileSync(textFile(bad.hash), 'utf8')).toBe('')
  await isRead(good.hash)
  await until('the index', async () => (await ids('lisbon')).includes(good.id))
  expect((await call(service.url, 'GET', '/health')).status).toBe(200)
}, 60_000)

test('[Q18] what brought the program down twice is not begun a third time', async () => {
  const { id, hash } = await attach('Flat', 'contract.pdf', contract)
  await isRead(hash)
  await service.close()
  rmSync(textFile(hash))
  writeFileSync(textFile(hash).replace(/text$/, 'reading'), '2')
  await start()
  await isRead(hash)
  expect(readFileSync(textFile(hash), 'utf8')).toBe('')
  expect(await ids('lisbon')).toEqual([])
  expect(await ids('flat')).toEqual([id])
})

test('[Q22] a text needs no second reading: after a new index, and after a restore', async () => {
  const { id, hash } = await attach('Flat', 'contract.pdf', contract)
  await isRead(hash)
  await call(service.url, 'POST', '/backups')
  expect(readFileSync(textFile(hash, 'backups'), 'utf8')).toContain('Lisbon')
  await service.close()
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `index.db${end}`), { force: true })
  // Only this can be where the word comes from.
  writeFileSync(textFile(hash), 'The word is periwinkle')
  await start()
  await until('the index', async () => (await ids('periwinkle')).includes(id))
  await service.close()
  // What went while nobody looked.
  rmSync(textFile(hash))
  await start()
  await until('the index', async () => (await ids('lisbon')).includes(id))
  expect(await ids('periwinkle')).toEqual([])
})
