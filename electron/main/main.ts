// The desktop's first step: one Tandem for each data folder, and the sandbox, both of which must be settled before Electron is ready. The
// rest is loaded meanwhile.
import { app } from 'electron'
import { mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { readConfig } from '../service/config.ts'
import { StartError } from '../service/start-error.ts'
import { readDesktopArguments } from './desktop-arguments.ts'

function begin(): void {
  const given = readDesktopArguments(process.argv.slice(1))
  const config = readConfig(given.service, process.env)
  const dir = join(config.dataDir, 'desktop')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  // What Chromium keeps lies with the data that it belongs to: another data folder is another Tandem.
  app.setPath('userData', dir)
  if (app.requestSingleInstanceLock(given.request)) {
    // It would overrule the switch, and then nothing starts where the system has no sandbox (root, containers).
    if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
    enableCompileCache(join(dir, 'compiled'))
    void import('./desktop.ts').then(({ runDesktop }) => runDesktop({ config, dir, given }))
  } else {
    console.error('Tandem is already running; its window was opened.')
    app.exit(0)
  }
}

try {
  if (process.argv.includes('update') && process.argv.includes('--check')) void import('./updates/say-update.ts').then(({ sayUpdate }) => sayUpdate())
  else begin()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  app.exit(1)
}
