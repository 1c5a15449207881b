// A packaged desktop: its Node inspector is off, so it is driven as a browser is, through its pages.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Browser, chromium, type Page } from 'playwright-core'
import { sandboxSwitches } from '../../../scripts/electron.mjs'
import { desktopEnv, type Place } from './desktop.ts'

export interface Packaged {
  url: string
  window: Page
  /** Milliseconds from the start of the process to a window whose page is painted. */
  readyAfter: number
  output(): string
  child: ChildProcess
  close(): Promise<number | null>
}

export async function startPackaged(program: string, place: Place, args: readonly string[] = [], env: Record<string, string> = {}): Promise<Packaged> {
  const started = performance.now()
  const child = spawn(
    program,
    [...sandboxSwitches(), '--password-store=basic', '--disable-gpu', '--remote-debugging-port=0', ...args, '--port', '0', '--data-dir', place.dataDir],
    { env: desktopEnv(place, env), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let text = ''
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const said = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(text)?.[1]
        if (found) resolve(found)
      }
      for (const stream of [child.stdout, child.stderr]) stream.on('data', look)
      look()
      void ended.then((code) => reject(new Error(`ended with ${code}: ${text}`)))
    })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const [devtools, ready] = [
    said(/DevTools listening on (ws:\S+)/),
    said(/Tandem is ready at (http:\S+)/).then((url) => ({ url, readyAfter: performance.now() - started })),
  ]
  const browser: Browser = await chromium.connectOverCDP(await devtools)
  const { url, readyAfter } = await ready
  const pages = () => browser.contexts().flatMap((context) => context.pages())
  const window = pages().find((page) => page.url().startsWith(url) && !page.url().endsWith('/quick-add')) as Page
  return {
    url,
    window,
    readyAfter,
    output: () => text,
    child,
    async close() {
      await browser.close().catch(() => undefined)
      child.kill('SIGTERM')
      return ended
    },
  }
}
