// A real Chromium for journeys and screenshots: $CHROME, the system's, or the one from npm.
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function chromiumPath(): Promise<string> {
  for (const path of [process.env.CHROME, '/usr/bin/chromium']) if (path && existsSync(path)) return path
  // It unpacks itself into the temporary folder: keep that beside the other caches of this checkout.
  const cache = join(dirname(import.meta.dirname), '.cache', 'chromium')
  mkdirSync(cache, { recursive: true })
  process.env.TMPDIR = cache
  const { default: packed } = await import('@sparticuz/chromium')
  return packed.executablePath()
}

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs, headless: true })
}
