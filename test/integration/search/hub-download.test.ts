// The download of a model by itself: given up and begun again at once, and on a disk that has room for the rest only.
import { mkdirSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchHubModel, hasHubModel, NoRoom } from '../../../shared/search/models/hub-model.ts'
import { startModelFetch } from '../../../shared/search/models/model-fetch.ts'
import { openHub } from '../../support/search/hub.ts'
import { cardOfFiles, tinyFiles } from '../../support/search/tiny-model.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { until } from '../../support/until.ts'

const onnx = 'onnx/model_quantized.onnx'
const data = temporaryFolder()
const large = { ...tinyFiles, [onnx]: Buffer.alloc(8_000_000, 7) }
const card = cardOfFiles('tiny-large', large)
let hub: Awaited<ReturnType<typeof openHub>>

beforeAll(async () => void (hub = await openHub([[card, large]])))
afterAll(async () => {
  await hub.close()
  data.remove()
})

it('[Y7] given up and begun again at once, the next one waits until the last has let go of the file', async () => {
  const failures: unknown[] = []
  for (let n = 0; n < 10; n++) {
    const folder = join(data.path, String(n))
    const start = (after: Promise<unknown> = Promise.resolve()) =>
      startModelFetch({ card, url: hub.url, folder, after, fetched: () => undefined, report: (error) => failures.push(error) })
    const first = start()
    await until('something to arrive', () => first.status().progress > 0)
    const second = start(first.close())
    await until('the whole model', () => hasHubModel(folder, card.files) || failures[0])
    await second.close()
  }
  expect(failures).toEqual([])
})

it('[Y7] what has arrived needs no room once more', async () => {
  const folder = join(data.path, 'room')
  const { bavail, bsize } = statfsSync(data.path)
  // More than the disk has free, and all but ten bytes of it are here: a file with a hole takes no room.
  const bytes = bavail * bsize + 1_000_000_000
  const file = join(folder, onnx)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.part`, '')
  const files = { ...card.files, [onnx]: { ...card.files[onnx], bytes } } as typeof card.files
  const fetchIt = () =>
    fetchHubModel({ url: hub.url, model: card.repository, revision: 'f'.repeat(40), files, folder }, () => undefined, new AbortController().signal)
  await expect(fetchIt()).rejects.toThrow(NoRoom)
  truncateSync(`${file}.part`, bytes - 10)
  await expect(fetchIt()).rejects.toThrow(/the hub returned 404/)
})
