// `npm run bench:window`: the window in Chromium on 10,000 tasks: keystroke to frame, a new task painted, views switched, the list usable,
// scrolling. Beside it, in the same run, a bare page with one input: what this machine and its load make of a keystroke at best. "busy" is
// the processor time of the page's main thread, which hardly depends on what else the machine does; a long task is one over 50 ms by the clock.
// `--profile DIR` writes a CPU profile of each part, to look at in Chromium's developer tools.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
// @ts-expect-error -- a script without types
import { build } from '../../scripts/build.mjs'
import { launchChromium } from '../../scripts/chromium.ts'
import { startService } from '../../electron/service/start-service.ts'
import { localContract } from '../../shared/contract/local.ts'
import { createClient } from '../../shared/http/client.ts'

const taskCount = 10_000
const batch = 500
const root = join(import.meta.dirname, '..', '..')
const windowDir = join(root, 'out', 'renderer')

const { profile: profileDir } = parseArgs({ options: { profile: { type: 'string' } } }).values
build()
process.env.TANDEM_EMBEDDER = 'off'
process.env.TANDEM_RERANKER = 'off'
const dataDir = mkdtempSync(join(tmpdir(), 'tandem-bench-window-'))
const service = await startService({ port: 0, dataDir, version: '0.0.0', windowDir, logLevel: 'silent' })
const api = createClient(localContract, { baseUrl: service.url, headers: { 'X-Actor': 'person' } })
const words = ['retry', 'checksum', 'invoice', 'login', 'backup', 'certificate', 'release', 'flaky', 'timeout', 'report']
const statuses = ['backlog', 'todo', 'in_progress', 'in_review', 'done'] as const
for (let at = 0; at < taskCount; at += batch) {
  const records = Array.from({ length: batch }, (_, index) => {
    const n = at + index
    const title = `${words[n % 10]} ${words[(n * 7) % 10]} of the ${words[(n * 3 + 1) % 10]} number ${n}`
    return { external_id: `${n}`, task: { title, status: statuses[n % 5], labels: [words[(n * 3) % 10] ?? ''], requesters: [`person ${n % 40}`] } }
  })
  await api.importBatch({ body: { source: 'bench', records } })
}

// Times of every key press, from the event to the end of the next frame.
const recorder = `
  window.__keys = [];
  addEventListener('keydown', (event) => {
    const from = event.timeStamp;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.__keys.push(performance.now() - from);
      port2.postMessage(0);
    });
  }, true);
  window.__long = 0;
  new PerformanceObserver((list) => { window.__long += list.getEntries().length }).observe({ type: 'longtask', buffered: true });
  window.__painted = (test) => new Promise((resolve) => {
    const look = () => test() ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))) : requestAnimationFrame(look);
    look();
  });
  if (location.pathname === '/all') window.__usable = window.__painted(() => document.querySelector('[data-row]'));
`
const quantile = (values: number[], q: number) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN
const rows: [string, string, string, string][] = []
const row = (name: string, values: number[], goal: string, busy = '') =>
  rows.push([
    name,
    `median ${quantile(values, 0.5).toFixed(0)}, p95 ${quantile(values, 0.95).toFixed(0)}, most ${Math.max(...values).toFixed(0)} ms (${values.length})`,
    busy,
    goal,
  ])

const browser = await launchChromium()
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
await context.addInitScript(recorder)
const page = await context.newPage()
const devtools = await context.newCDPSession(page)
await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })

/** What the main thread did while `run` ran, and how many long tasks there were: for each of `times` things. */
async function watched(name: string, times: number, run: () => Promise<void>): Promise<string> {
  const used = async () => (await devtools.send('Performance.getMetrics')).metrics.find((one) => one.name === 'TaskDuration')?.value ?? Number.NaN
  const long = () => page.evaluate<number>('window.__long')
  if (profileDir) {
    await devtools.send('Profiler.enable')
    await devtools.send('Profiler.start')
  }
  const [usedBefore, longBefore] = [await used(), await long()]
  await run()
  const [usedAfter, longAfter] = [await used(), await long()]
  if (profileDir) {
    const { profile } = await devtools.send('Profiler.stop')
    mkdirSync(profileDir, { recursive: true })
    writeFileSync(join(profileDir, `${name.replaceAll(/\W+/g, '-')}.cpuprofile`), JSON.stringify(profile))
  }
  return `${(((usedAfter - usedBefore) * 1000) / times).toFixed(1)} ms, ${Math.max(0, longAfter - longBefore)} long`
}

const typed = 'checksum file is not synced after the retry of the invoice report'
async function keystrokes(on: Page, name: string, goal = '≤ 50'): Promise<void> {
  await on.evaluate('window.__keys.length = 0')
  const busy = await watched(name, typed.length, async () => {
    for (const letter of typed) await on.keyboard.press(letter === ' ' ? 'Space' : letter)
  })
  row(name, await on.evaluate<number[]>('window.__keys'), goal, busy)
}

/** From the next event of this kind to the end of the frame in which the test holds; read it from `window.__took`. */
const startWatch = (event: string, test: string) =>
  page.evaluate(`void (() => {
    let from = 0;
    addEventListener('${event}', (event) => { from = event.timeStamp }, { capture: true, once: true });
    window.__took = window.__painted(() => from > 0 && (${test})).then((at) => at - from);
  })()`)

// The peer: nothing but an input.
const bare = createServer((_request, reply) => reply.setHeader('Content-Type', 'text/html').end('<!doctype html><title>bare</title><input autofocus>'))
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
await page.goto(`http://127.0.0.1:${(bare.address() as AddressInfo).port}/`)
await page.locator('input').focus()
await keystrokes(page, 'keystroke to frame: a bare page with one input', 'peer')

const usable: number[] = []
const navigations = 10
await page.goto(`${service.url}/all`)
// Metrics begin anew with each page: the mean of what each used.
let usableBusy = 0
for (let run = 0; run < navigations; run++) {
  await page.goto(`${service.url}/all`)
  usable.push(await page.evaluate<number>('window.__usable'))
  usableBusy += (await devtools.send('Performance.getMetrics')).metrics.find((one) => one.name === 'TaskDuration')?.value ?? Number.NaN
}
row('list usable after navigation', usable, '≤ 500', `${((usableBusy * 1000) / navigations).toFixed(0)} ms`)

await page.keyboard.press('c')
await page.getByRole('textbox', { name: 'New task' }).waitFor()
await keystrokes(page, 'keystroke to frame: quick add')
const creates = 20
async function creating(name: string, where: string): Promise<void> {
  const took: number[] = []
  const busy = await watched(name, creates, async () => {
    for (let n = 0; n < creates; n++) {
      const title = `${where} painted at once ${n}`
      await page.getByRole('textbox', { name: 'New task' }).fill(title)
      await startWatch('keydown', `[...document.querySelectorAll('[data-row]')].some((row) => row.textContent.includes('${title},'))`)
      await page.keyboard.press('Enter')
      took.push(await page.evaluate<number>('window.__took'))
    }
  })
  row(name, took, '≤ 50', busy)
  await page.keyboard.press('Escape')
}
await creating('new task painted after Enter', 'B')
await page.goto(`${service.url}/all?sort=title`)
await page.locator('[data-row]').first().waitFor()
await page.keyboard.press('c')
await page.getByRole('textbox', { name: 'New task' }).waitFor()
await creating('new task painted after Enter: all 10,000 read, by title', 'A')

await page.keyboard.press('Control+k')
await page.getByRole('combobox').waitFor()
await keystrokes(page, 'keystroke to frame: palette')
await page.keyboard.press('Escape')
const [first] = await api.listTasks({ query: { limit: 1 } })
await page.goto(`${service.url}/all/${first?.id}`)
await page.getByRole('textbox', { name: /Write a comment/ }).click()
await keystrokes(page, 'keystroke to frame: comment')
await page.getByRole('textbox', { name: 'Title' }).click()
await keystrokes(page, 'keystroke to frame: title')
await page.keyboard.press('Escape')
await page.keyboard.press('Escape')

// Each view twice; the second time counts, as for somebody who works here.
const marks: Record<string, string> = {
  Board: "document.querySelector('section[aria-label] [data-row]')",
  Inbox: "document.querySelector('h1')?.textContent === 'Inbox' && document.querySelector('[role=listitem] [data-row]')",
  Review: "document.querySelector('h1')?.textContent === 'Review' && document.querySelector('main h2')",
  Contacts: "document.querySelector('h1')?.textContent === 'Contacts' && document.querySelector('main h2')",
  'All tasks': "document.querySelector('h1')?.textContent === 'All tasks' && document.querySelector('[role=listitem] [data-row]')",
  Activity: "document.querySelector('h1')?.textContent === 'Activity' && document.querySelector('main article')",
}
async function switchTo(name: string, test: string): Promise<number> {
  await startWatch('click', test)
  await page.getByRole('navigation').getByRole('link', { name, exact: false }).first().click()
  return page.evaluate<number>('window.__took')
}
for (const [name, test] of Object.entries(marks)) await switchTo(name, test)
const switches = new Map<string, number[]>()
const rounds = 5
const switchBusy = await watched('switching', rounds * Object.keys(marks).length, async () => {
  for (let round = 0; round < rounds; round++) {
    for (const [name, test] of Object.entries(marks)) switches.set(name, [...(switches.get(name) ?? []), await switchTo(name, test)])
  }
})
row('switching views', [...switches.values()].flat(), '≤ 100', switchBusy)
rows.push(['  median to each', [...switches].map(([name, times]) => `${name} ${quantile(times, 0.5).toFixed(0)}`).join(', '), '', ''])

/** Scrolls 100 rows a second for five seconds; the time of each frame. */
async function scrolling(name: string, path: string): Promise<{ frames: number[]; busy: string }> {
  await page.goto(`${service.url}${path}`)
  await page.locator('[data-row]').first().waitFor()
  let frames: number[] = []
  const busy = await watched(name, 300, async () => {
    frames = await page.evaluate<number[]>(scrollForFiveSeconds)
  })
  return { frames, busy }
}
const scrollForFiveSeconds = `new Promise((resolve) => {
    const box = document.querySelector('[role=list]').parentElement;
    const frames = [];
    let before = performance.now();
    const end = before + 5000;
    const step = () => {
      const now = performance.now();
      frames.push(now - before);
      box.scrollTop += Math.min(120, ((now - before) / 1000) * 3600);
      before = now;
      if (now < end) requestAnimationFrame(step); else resolve(frames.slice(1));
    };
    requestAnimationFrame(step);
  })`
for (const [name, path] of [
  ['as it comes, page by page', '/all'],
  ['by title, read whole', '/all?sort=title'],
] as const) {
  const { frames, busy } = await scrolling(name, path)
  row(`scrolling, a frame: ${name} (${frames.filter((ms) => ms > 50).length} over 50 ms)`, frames, 'none > 50', busy)
}

// All of them changed together: painted at once, and what five seconds of writing and hearing of it do to the window.
await page.goto(`${service.url}/all?sort=title`)
await page.locator('[data-row]').first().waitFor()
await page.keyboard.press('j')
await page.keyboard.press('Control+a')
await page.getByRole('toolbar').waitFor()
const changed: number[] = []
const changeBusy = await watched('change-all', 1, async () => {
  await startWatch('keydown', `[...document.querySelectorAll('[data-row]')].every((row) => row.textContent.includes(', Todo,'))`)
  await page.keyboard.press('2')
  changed.push(await page.evaluate<number>('window.__took'))
  await page.waitForTimeout(5000)
})
row('all 10,000 changed together, painted; then five seconds of writing', changed, '', changeBusy)

const html = readFileSync(join(windowDir, 'index.html'), 'utf8')
const size = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].reduce((sum, match) => sum + gzipSync(readFileSync(join(windowDir, match[1] ?? ''))).length, 0)
rows.push(['JavaScript of the first load, gzip', `${(size / 1000).toFixed(0)} kB`, '', '≤ 200 kB'])

await browser.close()
bare.close()
await service.close()
rmSync(dataDir, { recursive: true, force: true })
console.log(`${taskCount} tasks, ${browser.version()}, load ${loadavg()[0]?.toFixed(1)}`)
console.log(`${''.padEnd(66)} ${'by the clock'.padEnd(44)} ${'main thread busy'.padEnd(18)} goal`)
for (const [name, value, busy, goal] of rows) console.log(`${name.padEnd(66)} ${value.padEnd(44)} ${busy.padEnd(18)} ${goal}`)
process.exit(0)
