// Opens a page for each shot and takes it in both themes.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { type Shot, type Size, sizes } from './shot.ts'
import { moment } from './fixed-clock.ts'

export interface CameraOptions {
  target: string
  language: string
  contrast: 'more' | 'no-preference'
  schemes: ('light' | 'dark')[]
  /** Of the machine that makes the pictures, and what they show instead. */
  instead: () => [own: string, shown: string][]
}

/** Texts are those of a person at home, and what is random (tokens, ids of teams) is always the same. */
const toneDown = (instead: [own: string, shown: string][]) => `{
  const own = ${JSON.stringify(instead)}
  const shown = (text) => own.reduce((all, [one, other]) => all.replaceAll(one, other), text)
    .replaceAll(/tdm_[0-9A-Za-z]{20,}/g, 'tdm_7Hq2mVx9KcT4bLs8ZpWn3RyDf6GjAe1Uo5Bi0')
    .replaceAll(/tdm_…\\w{4}/g, 'tdm_…5Bi0')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '019a9f3e-7a1c-7c3e-9d2b-3f5e8a1b2c4d')
    .replaceAll(/\\b[A-Z2-7]{32}\\b/g, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const better = text.previousSibling?.nodeValue === 'tdm_…' ? '5Bi0' : shown(text.nodeValue)
    if (better !== text.nodeValue) text.nodeValue = better
  }
  for (const field of document.querySelectorAll('input')) {
    const better = shown(field.value)
    if (better !== field.value) field.value = better
  }
}`

/** What is still being drawn comes in a moment: until the page looks the same twice. */
async function settled(page: Page, tidy: () => Promise<unknown>): Promise<Buffer> {
  await page.evaluate('document.fonts.ready')
  const shot = async () => {
    await tidy()
    return page.screenshot({ animations: 'disabled', caret: 'hide' })
  }
  let before = await shot()
  for (let same = 0, tries = 0; same < 2 && tries < 20; tries++) {
    const now = await shot()
    same = now.equals(before) ? same + 1 : 0
    before = now
  }
  return before
}

const locales: Record<string, string> = { en: 'en-GB', de: 'de-DE' }

/** Answers what did not work; a picture is taken all the same. */
export async function take(browser: Browser, shot: Shot, size: Size, { target, schemes, instead, ...options }: CameraOptions): Promise<string | undefined> {
  const language = shot.language ?? options.language
  const context = await browser.newContext({
    colorScheme: schemes[0] ?? 'light',
    contrast: options.contrast,
    reducedMotion: 'reduce',
    locale: locales[language] ?? language,
    timezoneId: 'UTC',
    viewport: sizes[size],
    ...(size === 'phone' ? { isMobile: true, hasTouch: true } : {}),
  })
  await context.clock.setFixedTime(moment)
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await page.addInitScript((wanted) => localStorage.setItem('tandem:language', wanted), language)
  let problem: string | undefined
  const attempt = async (work: (() => Promise<unknown>) | undefined) =>
    work?.().catch((error: unknown) => void (problem = `${shot.name} ${size}: ${String(error).split('\n')[0]}`))
  await attempt(shot.before)
  const stage = shot.stage()
  await stage.enter?.(page)
  await page.goto(`${stage.url}${typeof shot.path === 'string' ? shot.path : shot.path()}`)
  await attempt(() => shot.prepare(page))
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    const picture = await settled(page, () => page.evaluate(toneDown(instead())))
    await writeFile(join(target, `${shot.name}${size === 'wide' ? '' : `-${size}`}-${colorScheme}.png`), picture)
  }
  await attempt(shot.after && (() => shot.after?.(page) as Promise<unknown>))
  await closed(context)
  return problem
}

/** Chromium now and then never says that a window with a service worker is gone; it goes with the browser then. */
async function closed(context: { close(): Promise<void> }): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeoutMs = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, 5000)
  })
  await Promise.race([context.close().catch(() => undefined), timeoutMs])
  clearTimeout(timer)
}
