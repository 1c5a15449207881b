// `tandem update --check` of the desktop app: answers on the terminal and ends, without a window.
import { app } from 'electron'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { desktopInstallation } from '../../../shared/node/updates/installation.ts'
import { checkForUpdate, checkInWords } from '../../../shared/node/updates/update-check.ts'

export async function sayUpdate(): Promise<void> {
  const { version, releases } = JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8')) as { version: string; releases?: string }
  const installation = desktopInstallation(process)
  const checked = await checkForUpdate({ version, installation, releases: process.env.TANDEM_RELEASES || releases })
  console.log(process.argv.includes('--json') ? JSON.stringify(checked) : checkInWords(checked, installation))
  app.exit(checked.problem === undefined ? 0 : 1)
}
