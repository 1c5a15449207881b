// A real Chromium for journeys and screenshots: $CHROME, the system's, or the one from npm.
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
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

const root = join(import.meta.dirname, '..')
const installed = () => [process.env.CHROME, '/usr/bin/chromium'].find((path) => path && existsSync(path))

/** The package holds a headless shell, compressed. Unpacked once for each of its versions; two that do it at once both end up with a whole one. */
async function packed(): Promise<string> {
  const from = join(root, 'node_modules', '@sparticuz', 'chromium')
  const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as { version: string }
  const folder = join(root, '.cache', 'chromium')
  const file = join(folder, `headless-shell-${version}`)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const partial = `${file}.${process.pid}.partial`
  await pipeline(createReadStream(join(from, 'bin', 'chromium.br')), createBrotliDecompress(), createWriteStream(partial, { mode: 0o755 }))
  renameSync(partial, file)
  return file
}

export const chromiumPath = async (): Promise<string> => installed() ?? (await packed())

const launch = (executablePath: string) => chromium.launch({ executablePath, args: chromiumArgs, headless: true })

export async function launchChromium(): Promise<Browser> {
  return launch(await chromiumPath())
}

/**
 * The same engine without what a browser has around it: a window costs a third of the processor time. Where it does not run (another platform, a
 * missing library), where $CHROME says which it shall be, and in the long version of the tests: as above.
 */
export async function launchHeadlessShell(): Promise<Browser> {
  const isWanted = process.platform === 'linux' && process.arch === 'x64' && !process.env.CHROME && !process.env.TANDEM_LONG
  if (!isWanted) return launchChromium()
  const shell = await packed()
  return launch(shell).catch(() => launchChromium())
}
