// A real browser for journeys and screenshots: a whole one that is installed here, or the headless shell that comes with the packages.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { installedBrowsers, thisMachine } from './installed-browsers.ts'

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** This machine has no browser of the kind that was asked for; the message says which and what to install. */
export class NoBrowser extends Error {}

const root = join(import.meta.dirname, '..')

/** To watch a journey: a window, and time to see what happens in it (docs/debugging.md). */
const isVisible = process.env.TANDEM_VISIBLE === '1'

/** Less than the tests wait for all that they need: one that hangs is named. */
const launchTimeoutMs = 45_000

const launch = (executablePath: string, env?: Record<string, string>) =>
  chromium.launch({
    executablePath,
    timeout: launchTimeoutMs,
    args: chromiumArgs,
    headless: !isVisible,
    ...(isVisible ? { slowMo: 300 } : {}),
    ...(env ? { env } : {}),
  })

interface Shell {
  program: string
  env: Record<string, string>
}

/** Unpacks the headless shell where that was not done yet: takes seconds of both processors, which single tests should not wait for. */
export async function prepareHeadlessShell(): Promise<void> {
  await packed()
}

/**
 * The package holds a headless shell for Linux on x64, compressed, with the libraries and fonts that a bare system lacks. Unpacked once for each of its
 * versions; two processes that do it at once both end up with a whole one.
 */
async function packed(): Promise<Shell | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const from = join(root, 'node_modules', '@sparticuz', 'chromium')
  const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as { version: string }
  const folder = join(root, '.cache', 'chromium', version)
  if (!existsSync(folder)) await unpack(join(from, 'bin'), folder)
  const { LD_LIBRARY_PATH: libraries, ...env } = process.env as Record<string, string>
  return {
    program: join(folder, 'chromium'),
    env: {
      ...env,
      // The system's own libraries go first where they are.
      LD_LIBRARY_PATH: [libraries, '/usr/lib/x86_64-linux-gnu', '/usr/lib64', join(folder, 'al2023', 'lib')].filter(Boolean).join(delimiter),
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: join(folder, 'fonts.conf') }),
    },
  }
}

async function unpack(archives: string, folder: string): Promise<void> {
  const partial = `${folder}.${process.pid}.partial`
  mkdirSync(partial, { recursive: true })
  // What an earlier version of the package left is 200 MB.
  for (const other of readdirSync(dirname(folder))) if (!other.startsWith(basename(folder))) rmSync(join(dirname(folder), other), { recursive: true })
  const files = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br'].map((name) => join(archives, name))
  // The package unpacks into the folder for temporary files, which only a process of its own has for itself.
  const unpackAll = "const { inflate } = await import('@sparticuz/chromium'); await Promise.all(process.argv.slice(1).map((file) => inflate(file)))"
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', unpackAll, ...files], { cwd: root, env: { ...process.env, TMPDIR: partial } })
  writeFileSync(
    join(partial, 'fonts.conf'),
    `<?xml version="1.0"?>\n<fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>\n`,
  )
  try {
    renameSync(partial, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(partial, { recursive: true, force: true })
  }
}

const missing = 'there is no whole browser here: install Chromium, Chrome or Edge (Debian: apt-get install chromium), or name one in $CHROME'

/** The first whole browser that starts; a wrapper of a package that is not installed does not count. Throws NoBrowser. */
export async function launchWhole(): Promise<Browser> {
  const found = installedBrowsers(thisMachine())
  for (const path of found) {
    try {
      return await launch(path)
    } catch (error) {
      if (process.env.CHROME) throw new Error(`$CHROME names ${path}, which does not start: ${(error as Error).message}`, { cause: error })
    }
  }
  throw new NoBrowser(found.length === 0 ? missing : `${missing}; ${found.join(' and ')} did not start`)
}

/** A whole browser, or else the headless shell. Throws NoBrowser. */
export async function launchChromium(): Promise<Browser> {
  try {
    return await launchWhole()
  } catch (error) {
    const shell = error instanceof NoBrowser ? await packed() : undefined
    if (!shell) throw error
    return launch(shell.program, shell.env)
  }
}

/** For programs that start the browser themselves. */
export async function chromiumPath(): Promise<string> {
  const path = installedBrowsers(thisMachine())[0] ?? (await packed())?.program
  if (!path) throw new NoBrowser(missing)
  return path
}

/**
 * The same engine without what a browser has around it: a window costs a third of the processor time. Where it does not run (another platform),
 * where $CHROME names one, where somebody watches, and in the long version of the tests: as above.
 */
export async function launchHeadlessShell(): Promise<Browser> {
  const shell = process.env.CHROME || process.env.TANDEM_LONG || isVisible ? undefined : await packed()
  if (!shell) return launchChromium()
  return launch(shell.program, shell.env).catch(() => launchChromium())
}
