import { parseArgs } from 'node:util'
import { importCommand } from '../../../shared/node/own-commands.ts'
import { StartError } from '../start-error.ts'
import { type Format, formats } from './reading/detect-format.ts'

export const importUsage = `${importCommand} FILE [options]
  FILE              JSON Lines, JSON, CSV, an export of Todoist, Vikunja, Super Productivity, Backlog.md (a folder) or beads, or Tandem's own
  --dry-run         only say what would happen
  --format FORMAT   ${formats.join(', ')} (default: found out from the content)
  --source NAME     what the file is called in "already imported" (default: from its format and name)
  --data-dir DIR    the data folder (default: that of the service)
  --url URL         a running Tandem instead of a data folder
  --report FILE     write every skipped record and its reason there
  --json            print the result as JSON
  --help            this text`

export interface ImportOptions {
  file: string
  dryRun: boolean
  format: Format | undefined
  source: string | undefined
  dataDir: string | undefined
  url: string | undefined
  report: string | undefined
  json: boolean
}

/** Undefined: only help is wanted. Throws StartError with the usage when the arguments make no sense. */
export function readImportOptions(args: readonly string[]): ImportOptions | undefined {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args)
  } catch (error) {
    throw new StartError('usage', `${(error as Error).message}\n\n${importUsage}`)
  }
  const { values, positionals } = parsed
  if (values.help) return undefined
  const [file, ...more] = positionals
  if (file === undefined) throw new StartError('usage', `Name the file to import.\n\n${importUsage}`)
  if (more.length > 0) throw new StartError('usage', `One file at a time; got ${positionals.join(' ')}.`)
  if (values.format !== undefined && !isFormat(values.format))
    throw new StartError('usage', `--format must be one of ${formats.join(', ')}; got '${values.format}'.`)
  if (values.source !== undefined && (values.source.trim() === '' || values.source.length > 300))
    throw new StartError('usage', '--source must be a name of at most 300 characters.')
  return {
    file,
    dryRun: values['dry-run'] ?? false,
    format: values.format,
    source: values.source,
    dataDir: values['data-dir'],
    url: values.url,
    report: values.report,
    json: values.json ?? false,
  }
}

function isFormat(name: string): name is Format {
  return (formats as readonly string[]).includes(name)
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      'dry-run': { type: 'boolean' },
      format: { type: 'string' },
      source: { type: 'string' },
      'data-dir': { type: 'string' },
      url: { type: 'string' },
      report: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
    strict: true,
  })
}
