// Where the native library of the models does not load: WebAssembly, then words alone, and back again.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { type Program, startProgram } from '../../support/service/program.ts'
import { clientOf } from '../../support/service/search-service.ts'
import { serviceProgram } from '../../support/service/service-program.ts'
import { temporaryFolder } from '../../support/service/service.ts'

const folder = temporaryFolder()
const list = join(folder.path, 'broken')
let program: Program | undefined

afterEach(async () => {
  await program?.end('SIGKILL')
  folder.remove()
})

async function start(): Promise<string> {
  const withoutLibrary = new URL('../../support/broken-onnx.mjs', import.meta.url).pathname
  program = await startProgram([serviceProgram, '--headless', '--port', '0', '--data-dir', join(folder.path, 'data')], {
    NODE_OPTIONS: `--import=${withoutLibrary}`,
    BROKEN_ONNX: list,
  })
  return program.url
}

// Nearly a minute of waiting between attempts, and of models that run as WebAssembly.
it.runIf(process.env.TANDEM_LONG)('[Y1] [Y2] neither runtime: words alone, which it says; the library is back: it heals', async () => {
  writeFileSync(list, 'onnxruntime-node onnxruntime-web')
  const { create, search, status } = clientOf(await start())
  await create('Users cannot sign in after the password change')
  const broken = await eventually(async () => {
    const now = await status()
    return now.semantic.state === 'unavailable' && now
  }, 30_000)
  expect(broken.last_error).toMatch(/cannot open shared object/)
  const reply = await search('password')
  expect([reply.status, reply.body.length]).toEqual([200, 1])
  expect(reply.headers.get('x-search-degraded')).toContain('semantic')

  writeFileSync(list, 'onnxruntime-node')
  await eventually(async () => (await search('authentication problem', '&mode=semantic')).body.length === 1, 60_000)
  expect((await status()).semantic).toMatchObject({ state: 'ready', model: expect.stringContaining('wasm') as string, last_error: null })
  await eventually(async () => (await search('sign in')).body[0]?.matched.includes('rerank'), 60_000)
  expect((await status()).reranker).toMatchObject({ state: 'ready', model: expect.stringContaining('wasm') as string })
  rmSync(list)
})
