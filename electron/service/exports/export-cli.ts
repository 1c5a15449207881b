// `npm run export -- --out DIR`: everything, in forms that outlive Tandem. Works while the service runs, and when it does not.
import { resolve } from 'node:path'
import { StartError } from '../start-error.ts'
import { findPlace } from '../imports/data-place.ts'
import { exportUsage, readExportOptions } from './export-options.ts'
import { exportFrom } from './export-source.ts'
import { createProgress } from '../imports/progress.ts'
import { writeExport } from './write-export.ts'

try {
  const options = readExportOptions(process.argv.slice(2))
  if (!options) console.log(exportUsage)
  else {
    const out = resolve(process.env.INIT_CWD ?? '.', options.out)
    const place = await findPlace(options, process.env, 'refuse')
    const progress = createProgress()
    try {
      const { tasks, contacts, conversations, entries, attachments } = await writeExport(
        out,
        (part) => exportFrom(place, part),
        (written) => progress.show(written, undefined, `${written.toLocaleString('en')} tasks written`),
      )
      progress.end()
      const number = (n: number) => n.toLocaleString('en')
      console.log(
        `${number(tasks)} tasks, ${number(contacts)} contacts, ${number(conversations)} conversations, ${number(attachments)} attachments and ${number(entries)} journal entries are in ${out}`,
      )
    } finally {
      if (place.kind === 'folder') place.close()
    }
  }
} catch (error) {
  const { message, syscall } = error as NodeJS.ErrnoException
  const isNetwork = message === 'fetch failed' || message === 'terminated'
  if (!(error instanceof StartError) && syscall === undefined && !isNetwork) throw error
  console.error(isNetwork ? 'Tandem stopped responding during the export. Run it again.' : message)
  process.exitCode = 1
}
