import { parseArgs } from 'node:util'
import { exportCommand } from '../../../shared/node/own-commands.ts'
import { StartError } from '../start-error.ts'

export const exportUsage = `${exportCommand} --out DIR [options]
  --out DIR         where to write: tandem.jsonl (everything; imports again), journal.jsonl (the history), tasks/*.md, conversations/*.md, attachments/*
  --data-dir DIR    the data folder (default: that of the service)
  --url URL         a running Tandem instead of a data folder
  --help            this text`

export interface ExportOptions {
  out: string
  dataDir: string | undefined
  url: string | undefined
}

/** Undefined: only help is wanted. Throws StartError with the usage when the arguments make no sense. */
export function readExportOptions(args: readonly string[]): ExportOptions | undefined {
  let values: ReturnType<typeof parse>
  try {
    values = parse(args)
  } catch (error) {
    throw new StartError('usage', `${(error as Error).message}\n\n${exportUsage}`)
  }
  if (values.help) return undefined
  if (values.out === undefined) throw new StartError('usage', `Say where to write it with --out DIR.\n\n${exportUsage}`)
  return { out: values.out, dataDir: values['data-dir'], url: values.url }
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: { out: { type: 'string' }, 'data-dir': { type: 'string' }, url: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    strict: true,
  }).values
}
