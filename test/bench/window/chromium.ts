// The browser that is measured: what its processes and the page's main thread used, and the bare page beside the window.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../../../scripts/chromium.ts'

/** In every page: what the Event Timing API says of keys, long tasks, and when something was painted. */
const recorder = `
  window.__events = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') window.__events.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });
  window.__long = 0;
  new PerformanceObserver((list) => { window.__long += list.getEntries().length }).observe({ type: 'longtask', buffered: true });
  // The frame in which the test holds is there once the next one begins.
  window.__painted = (test) => new Promise((resolve) => {
    const look = () => test() ? requestAnimationFrame(() => resolve(performance.now())) : requestAnimationFrame(look);
    look();
  });
  if (location.pathname === '/all') window.__usable = window.__painted(() => document.querySelector('[data-row]'));
`
/** The peer: nothing but a field, and Enter adds a line. */
const barePage = `<!doctype html><title>bare</title><input autofocus><script>
  document.querySelector('input').addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Enter') return;
    const line = document.createElement('div');
    line.dataset.row = '';
    line.textContent = target.value + ',';
    target.after(line);
    target.value = '';
  });
</script>`

export interface Measured {
  browser: Browser
  page: Page
  bare: Page
  /** Processor time of all of Chromium so far, in milliseconds. */
  processorTime(): Promise<number>
  /** The same of the page's main thread alone, since its last navigation. */
  mainThread(): Promise<number>
  /** Runs it; with `--profile` it writes what the page's main thread did meanwhile. */
  profiled(name: string, run: () => Promise<void>): Promise<void>
  /** What the main thread did while `run` ran, for each of `times` things, and how many tasks were longer than 50 ms by the clock. */
  watched(name: string, times: number, run: () => Promise<void>): Promise<string>
  close(): Promise<void>
}

const viewport = { width: 1440, height: 900 }
// The browser's window has its bars besides. What lies outside of it is drawn for pictures only: a key there waits for a frame that does not come.
const bounds = { width: viewport.width + 200, height: viewport.height + 250 }

/** A page in a window of its own. */
async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport })
  await context.addInitScript(recorder)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const { windowId } = await session.send('Browser.getWindowForTarget')
  await session.send('Browser.setWindowBounds', { windowId, bounds })
  return page
}

/** `profileDir`: where to write a CPU profile of each part. */
export async function openChromium(profileDir: string | undefined): Promise<Measured> {
  const server = createServer((_request, reply) => reply.setHeader('Content-Type', 'text/html').end(barePage))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await launchChromium()
  const system = await browser.newBrowserCDPSession()
  // Two windows: both are in sight all the time, so neither has to be brought to the front.
  const bare = await openPage(browser)
  // Another site than the window's, hence another process.
  await bare.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
  const page = await openPage(browser)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })

  const mainThread = async () =>
    ((await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  const long = () => page.evaluate<number>('window.__long')
  async function profiled(name: string, run: () => Promise<void>): Promise<void> {
    if (!profileDir) return run()
    await devtools.send('Profiler.enable')
    await devtools.send('Profiler.start')
    await run()
    const { profile } = await devtools.send('Profiler.stop')
    mkdirSync(profileDir, { recursive: true })
    writeFileSync(join(profileDir, `${name.replaceAll(/\W+/g, '-')}.cpuprofile`), JSON.stringify(profile))
  }
  return {
    browser,
    page,
    bare,
    mainThread,
    async processorTime() {
      const { processInfo } = await system.send('SystemInfo.getProcessInfo')
      return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0) * 1000
    },
    profiled,
    async watched(name, times, run) {
      const [usedBefore, longBefore] = [await mainThread(), await long()]
      await profiled(name, run)
      const [usedAfter, longAfter] = [await mainThread(), await long()]
      return `${((usedAfter - usedBefore) / times).toFixed(1)} ms, ${Math.max(0, longAfter - longBefore)} long`
    },
    async close() {
      await browser.close()
      server.close()
    },
  }
}
