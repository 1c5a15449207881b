// `npm run bench:window`: the window in Chromium on 10,000 tasks. Every key until its frame is on the screen, in every input, in turns with a bare page
// with one field: what the machine and its load make of a key happens to both, so the difference is the window's own share. A new task painted, views
// switched, the list usable, scrolling, ten thousand changed and deleted and brought back, the first load, Lighthouse.
// Processor times hardly depend on what else the machine does; the clock does, and is what the goals are about: misses are said.
// `--profile DIR` writes a CPU profile of each part; `--only keys|list|many|lighthouse` measures a part, `--input palette` of the inputs one.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
// @ts-expect-error -- a script without types
import { build } from '../../scripts/build.mjs'
import { startService } from '../../electron/service/start-service.ts'
import { localContract } from '../../shared/contract/local.ts'
import { createClient } from '../../shared/http/client.ts'
import { firstLoadLimit, firstLoadSize } from '../support/browser/first-load.ts'
import { openChromium } from './window/chromium.ts'
import { table } from './window/figures.ts'
import { inputsWith } from './window/inputs.ts'
import { creating, findBarePid, keysHead, keystrokes } from './window/keys.ts'
import { lighthouse } from './window/lighthouse.ts'
import { changingAll } from './window/many.ts'
import { scrolling, switching, usable } from './window/moving.ts'
import { seed } from './window/seed.ts'

const taskCount = 10_000
const windowDir = join(import.meta.dirname, '..', '..', 'out', 'renderer')
const parts = ['keys', 'list', 'many', 'lighthouse'] as const

const { profile, only, input } = parseArgs({
  options: { profile: { type: 'string' }, only: { type: 'string', multiple: true }, input: { type: 'string' } },
}).values
const isOn = (part: (typeof parts)[number]) => only === undefined || only.includes(part)
build()
process.env.TANDEM_EMBEDDER = 'off'
process.env.TANDEM_RERANKER = 'off'
const dataDir = mkdtempSync(join(tmpdir(), 'tandem-bench-window-'))
const service = await startService({ port: 0, dataDir, version: '0.0.0', windowDir, logLevel: 'silent' })
const api = createClient(localContract, { baseUrl: service.url, headers: { 'X-Actor': 'person' } })
const longTask = await seed(api, taskCount)

const measured = await openChromium(profile)
const { page, browser } = measured
const load = () => `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`
console.log(`${taskCount} tasks, Chromium ${browser.version()}, ${load()}`)

if (isOn('keys')) {
  const barePid = await findBarePid(measured)
  const lines: string[][] = []
  for (const { name, focus } of inputsWith(longTask).filter((one) => input === undefined || one.name.startsWith(input))) {
    await focus(page, service.url)
    lines.push(await keystrokes(measured, barePid, name))
  }
  const quickAdd = async (path: string) => {
    await page.goto(`${service.url}${path}`)
    await page.locator('[data-row]').first().waitFor()
    await page.keyboard.press('c')
    await page.getByRole('textbox', { name: 'New task' }).fill('')
  }
  if (input === undefined || input === 'Enter') {
    await quickAdd('/all')
    lines.push(await keystrokes(measured, barePid, 'quick add, as fast as keys can be sent', true))
    await quickAdd('/all')
    lines.push(await creating(measured, barePid, 'Enter, a new task', 'B'))
    await quickAdd('/all?sort=title')
    lines.push(await creating(measured, barePid, 'Enter, a new task, all 10,000 read, by title', 'A'))
    await page.keyboard.press('Escape')
  }
  console.log(`\n${table(keysHead, lines)}\n(${load()})`)
}

if (isOn('list')) {
  const lines = [await usable(measured, service.url), ...(await switching(measured)), ...(await scrolling(measured, service.url))]
  const size = firstLoadSize(windowDir)
  const goal = `≤ ${firstLoadLimit / 1024} KiB`
  lines.push(['JavaScript of the first load, gzip', `${(size / 1024).toFixed(0)} KiB`, '', `${goal}: ${size <= firstLoadLimit ? 'met' : 'MISSED'}`])
  console.log(`\n${table(['', 'by the clock', 'main thread busy', 'goal'], lines)}\n(${load()})`)
}

if (isOn('many')) {
  const lines = await changingAll(measured, service.url)
  console.log(`\n${table(['all 10,000 at once', 'on the screen', 'in the database', 'main thread busy'], lines)}\n(${load()})`)
}

await measured.close()
if (isOn('lighthouse')) console.log(`\n${(await lighthouse(`${service.url}/all`)).join('\n')}\n(${load()})`)
await service.close()
rmSync(dataDir, { recursive: true, force: true })
process.exit(0)
