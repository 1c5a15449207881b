// The list usable after navigation, views switched, rows scrolled: by the clock, and what the main thread did for it.
import type { Page } from 'playwright-core'
import type { Measured } from './chromium.ts'
import { ms, quantile, spread, verdict } from './figures.ts'

const navigations = 10
const rounds = 6

/** From the next event of this kind to the frame in which the test holds; read it from `window.__took`. */
export const startWatch = (page: Page, event: string, test: string) =>
  page.evaluate(`void (() => {
    let from = 0;
    addEventListener('${event}', (event) => { from = event.timeStamp }, { capture: true, once: true });
    window.__took = window.__painted(() => from > 0 && (${test})).then((at) => at - from);
  })()`)

export const took = (page: Page) => page.evaluate<number>('window.__took')

export async function usable({ page, mainThread }: Measured, url: string): Promise<string[]> {
  const times: number[] = []
  let busy = 0
  for (let run = -1; run < navigations; run++) {
    await page.goto(`${url}/all`)
    const time = await page.evaluate<number>('window.__usable')
    // The first one fills the caches.
    if (run < 0) continue
    times.push(time)
    // It starts over with each page.
    busy += await mainThread()
  }
  return ['list usable after navigation', spread(times), `${(busy / navigations).toFixed(0)} ms`, verdict(quantile(times, 0.95), 500)]
}

const heading = (text: string) => `document.querySelector('h1')?.textContent === '${text}'`
const views: Record<string, string> = {
  Board: "document.querySelector('section[aria-label] [data-row]')",
  Open: `${heading('Open')} && document.querySelector('[role=listitem] [data-row]')`,
  Review: `${heading('Review')} && document.querySelector('main h2')`,
  Contacts: `${heading('Contacts')} && document.querySelector('main h2, main li')`,
  'All tasks': `${heading('All tasks')} && document.querySelector('[role=listitem] [data-row]')`,
  Activity: `${heading('Activity')} && document.querySelector('main article')`,
}

/** Each view twice; the second time counts, as for somebody who works here. */
export async function switching({ page, watched }: Measured): Promise<string[][]> {
  async function switchTo(name: string, test: string): Promise<number> {
    await startWatch(page, 'click', test)
    await page.getByRole('navigation').getByRole('link', { name, exact: false }).first().click()
    return took(page)
  }
  for (const [name, test] of Object.entries(views)) await switchTo(name, test)
  const times = new Map<string, number[]>()
  const busy = await watched('switching', rounds * Object.keys(views).length, async () => {
    for (let round = 0; round < rounds; round++) {
      for (const [name, test] of Object.entries(views)) times.set(name, [...(times.get(name) ?? []), await switchTo(name, test)])
    }
  })
  const all = [...times.values()].flat()
  return [
    ['switching views', spread(all), busy, verdict(quantile(all, 0.95), 100)],
    ['  median to each', [...times].map(([name, some]) => `${name} ${ms(quantile(some, 0.5))}`).join(', '), '', ''],
  ]
}

/** A hundred rows a second for five seconds; the time of each frame. */
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

export async function scrolling({ page, watched }: Measured, url: string): Promise<string[][]> {
  const lines: string[][] = []
  for (const [name, path] of [
    ['as it comes, page by page', '/all'],
    ['by title, read whole', '/all?sort=title'],
  ] as const) {
    await page.goto(`${url}${path}`)
    await page.locator('[data-row]').first().waitFor()
    let frames: number[] = []
    const busy = await watched(`scrolling ${name}`, 300, async () => {
      frames = await page.evaluate<number[]>(scrollForFiveSeconds)
    })
    const long = frames.filter((time) => time > 50).length
    lines.push([`scrolling, a frame: ${name}`, spread(frames), busy, long === 0 ? 'none > 50: met' : `none > 50: MISSED by ${long}`])
  }
  return lines
}
