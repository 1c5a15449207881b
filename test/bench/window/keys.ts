// A key until its frame is on the screen, in every input, in turns with the bare page: what the machine and its load do to a key happens to both.
import type { Page } from 'playwright-core'
import type { Measured } from './chromium.ts'
import { ms, quantile, verdict } from './figures.ts'
import { type KeyFrame, stages, traced } from './frames.ts'

const goal = 50
const turns = 4
// A fast typist: twelve keys a second, not evenly. Frames of one key are drawn before the next one comes, as they are for people.
const gap = { min: 55, max: 110 }
const sentence = 'call ana about the checksum tomorrow at 9 every friday #bug p1'

let seed = 20_261_121
/** The same rhythm in every run. */
function random(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time))

async function type(on: Page, letters: string, isHurried = false): Promise<void> {
  for (const letter of letters) {
    const next = performance.now() + gap.min + random() * (gap.max - gap.min)
    await on.keyboard.press(letter === ' ' ? 'Space' : letter)
    if (!isHurried) await pause(Math.max(0, next - performance.now()))
  }
  await pause(150)
}

const takeEvents = (on: Page) => on.evaluate<number[]>('window.__events.splice(0)')
/** Keys that the Event Timing API does not mention took less than its 16 ms. */
const withUnmentioned = (durations: readonly number[], keys: number) => [
  ...durations,
  ...Array.from({ length: Math.max(0, keys - durations.length) }, () => 16),
]

function partsOf(keys: readonly KeyFrame[]): string {
  return stages
    .map((stage) =>
      ms(
        quantile(
          keys.map((key) => key.stages[stage]),
          0.5,
        ),
      ),
    )
    .join(' + ')
}

/** Where the slowest tenth lost its time: the means of their parts. */
function partsOfSlowest(keys: readonly KeyFrame[]): string {
  const slowest = keys.toSorted((a, b) => b.total - a.total).slice(0, Math.ceil(keys.length / 10))
  return stages.map((stage) => (slowest.reduce((sum, key) => sum + key.stages[stage], 0) / slowest.length).toFixed(0)).join(' + ')
}

const both = (values: readonly number[]) => `${ms(quantile(values, 0.5))} / ${ms(quantile(values, 0.95))}`

export const keysHead = [
  'a key to its frame on the screen: median / p95 ms',
  'window',
  'bare page',
  'more (p95)',
  `parts: ${stages.join(' + ')}`,
  'slowest tenth',
  'Event Timing p95',
  'main thread',
  'Chromium',
  'goal',
]

/** Which process the bare page has: all other keys of a trace are the window's. Warms it up, too. */
export async function findBarePid({ browser, bare }: Measured): Promise<number> {
  await bare.locator('input').focus()
  const [key] = await traced(browser, () => type(bare, sentence.slice(0, 20)))
  return key?.pid ?? Number.NaN
}

/** Types into what has the focus in the window, and into the bare page, in turns; a line of the table. */
export async function keystrokes(measured: Measured, barePid: number, name: string, isHurried = false): Promise<string[]> {
  const { browser, page, bare } = measured
  const used = { window: 0, bare: 0, main: 0 }
  const length = Math.ceil(sentence.length / turns)
  await bare.locator('input').fill('')
  // The first key loads and compiles what the others find there.
  await type(page, 'ab')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await Promise.all([takeEvents(page), takeEvents(bare)])
  async function inTurns(): Promise<void> {
    for (let turn = 0; turn < turns; turn++) {
      const letters = sentence.slice(turn * length, (turn + 1) * length)
      const [start, mainStart] = [await measured.processorTime(), await measured.mainThread()]
      await type(page, letters, isHurried)
      const [middle, mainEnd] = [await measured.processorTime(), await measured.mainThread()]
      await type(bare, letters, isHurried)
      used.window += middle - start
      used.bare += (await measured.processorTime()) - middle
      used.main += mainEnd - mainStart
    }
  }
  const keys = await traced(browser, () => measured.profiled(name, inTurns))
  const [here, there] = [keys.filter(({ pid }) => pid !== barePid), keys.filter(({ pid }) => pid === barePid)]
  const times = here.map(({ total }) => total)
  const bareTimes = there.map(({ total }) => total)
  const [p95, bareP95] = [quantile(times, 0.95), quantile(bareTimes, 0.95)]
  const events = withUnmentioned(await takeEvents(page), sentence.length)
  return [
    name + (here.length < sentence.length ? ` (${here.length} of ${sentence.length} drew)` : ''),
    both(times),
    both(bareTimes),
    `${(p95 - bareP95).toFixed(0)} ms`,
    partsOf(here),
    partsOfSlowest(here),
    `${quantile(events, 0.95)} ms`,
    `${(used.main / sentence.length).toFixed(1)} ms`,
    `${(used.window / sentence.length).toFixed(1)} ms (${(used.bare / sentence.length).toFixed(1)})`,
    verdict(p95, goal, bareP95),
  ]
}

const creates = 30

type Press = [KeyFrame, ...KeyFrame[]]

/** Enter is two events, which may have a frame each. The two pages take turns: what follows on each other in one of them was one press. */
function asPresses(keys: readonly KeyFrame[]): Press[] {
  const presses: Press[] = []
  for (const key of keys.toSorted((a, b) => a.at - b.at)) {
    const last = presses.at(-1)
    if (last?.[0].pid === key.pid) last.push(key)
    else presses.push([key])
  }
  return presses
}

const untilLast = (press: Press) => Math.max(...press.map(({ at, total }) => at / 1000 + total)) - press[0].at / 1000

/**
 * Enter in quick add until the new row is on the screen, in turns with a line that Enter adds to the bare page. The first frame after the key counts
 * when the row is in it; else the clock until the frame that has it.
 */
export async function creating(measured: Measured, barePid: number, name: string, word: string): Promise<string[]> {
  const { browser, page, bare } = measured
  const late: (number | undefined)[] = []
  const add = async (on: Page, field: string, title: string): Promise<number | undefined> => {
    await on.locator(field).fill(title)
    await on.evaluate(`void (() => {
      window.__added = new Promise((resolve) => addEventListener('keydown', (event) => {
        let frames = 0;
        const look = () => {
          frames++;
          const isThere = [...document.querySelectorAll('[data-row]')].some((row) => row.textContent.includes(${JSON.stringify(`${title},`)}));
          if (!isThere) requestAnimationFrame(look);
          else if (frames === 1) resolve(undefined);
          else requestAnimationFrame(() => resolve(performance.now() - event.timeStamp));
        };
        requestAnimationFrame(look);
      }, { capture: true, once: true }));
    })()`)
    await on.keyboard.press('Enter')
    const took = await on.evaluate<number | undefined>('window.__added')
    await pause(60)
    return took
  }
  let main = 0
  async function inTurns(): Promise<void> {
    for (let n = 0; n < creates; n++) {
      const start = await measured.mainThread()
      late.push(await add(page, 'form input', `${word} painted at once ${n}`))
      main += (await measured.mainThread()) - start
      await add(bare, 'input', `line ${n}`)
    }
  }
  const keys = await traced(browser, () => measured.profiled(name, inTurns))
  const presses = asPresses(keys)
  const [here, there] = [presses.filter(([{ pid }]) => pid !== barePid), presses.filter(([{ pid }]) => pid === barePid)]
  // One without a frame: nothing says which it was.
  if (here.length !== creates) throw new Error(`${creates} times Enter, and ${here.length} frames`)
  const times = here.map((press, n) => late[n] ?? untilLast(press))
  const bareTimes = there.map(untilLast)
  const [p95, bareP95] = [quantile(times, 0.95), quantile(bareTimes, 0.95)]
  const inFirst = late.filter((one) => one === undefined).length
  return [
    `${name}: in the first frame ${inFirst} of ${creates}`,
    both(times),
    both(bareTimes),
    `${(p95 - bareP95).toFixed(0)} ms`,
    partsOf(here.flat()),
    partsOfSlowest(here.flat()),
    '',
    `${(main / creates).toFixed(1)} ms`,
    '',
    verdict(p95, goal, bareP95),
  ]
}
