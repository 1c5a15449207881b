// `tandem update --check`: whether there is a newer version, and how it gets here. Nothing asks for it by itself.
import { commandInstallation } from '../../../shared/node/updates/installation.ts'
import { checkForUpdate, checkInWords } from '../../../shared/node/updates/update-check.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { ownManifest, ownPackage } from '../own-version.ts'
import type { HereCommand } from './command.ts'

export const updateCommand: HereCommand = {
  name: 'update',
  takes: '--check',
  says: 'say whether there is a newer version, and how to get it (asks npm, or the address in TANDEM_RELEASES)',
  options: { check: { type: 'boolean', says: 'only ask; nothing is changed' } },
  async runHere(input, { env }) {
    if (!input.flag('check'))
      throw new UsageError('Tandem does not update itself: tandem update --check says whether there is a newer version, and how to get it.')
    const { name, version } = ownPackage()
    const installation = commandInstallation(ownManifest.href, name)
    const checked = await checkForUpdate({ version, installation, releases: env.TANDEM_RELEASES || undefined })
    return { json: checked, text: checkInWords(checked, installation), ...(checked.problem === undefined ? {} : { exitCode: exitCodes.failed }) }
  },
}
