// `tandem connect CLIENT`: puts Tandem into a client's list of MCP servers, in the client's own file.
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mcpClients, type Setup } from '../../../shared/domain/agents/mcp-setup.ts'
import { bridgeCommand, mcpCommand } from '../../../shared/node/own-commands.ts'
import { defaultDataDir } from '../../service/config.ts'
import type { Answer, Here, HereCommand, Input } from './command.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { asksForToken, findService } from '../find-service.ts'
import { visible } from '../output.ts'
import { clientFiles, clientNames } from '../setup/client-files.ts'
import { type FileChange, type Piece, planPutting, planTaking } from '../setup/file-changes.ts'
import { jsonPiece, tomlPiece } from '../setup/mcp-piece.ts'
import { projectRoot } from '../setup/project-pieces.ts'
import { unifiedDiff } from '../setup/unified-diff.ts'
import { kindOf, writeChanges } from '../setup/write-files.ts'
import { createWrittenRecords } from '../setup/written-record.ts'

const bridge = fileURLToPath(new URL('../tandem-mcp.mjs', import.meta.url))

interface Target {
  client: string
  title: string
  file: string
  piece: Piece
  isRunning: boolean
}

/** The same as `tandem-mcp --print-config` prints. */
async function setupFor(input: Input, { place }: Here): Promise<{ setup: Setup; isRunning: boolean }> {
  const running = await findService(place)
  if (!running && place.url === undefined && place.port === 0) throw new UsageError('The port is not known until Tandem runs: start it first.')
  const isFull = input.text('tools') === 'full'
  const address = `${running?.url ?? place.url ?? `http://127.0.0.1:${place.port}`}/mcp`
  const options = [
    ...(isFull ? ['--tools', 'full'] : []),
    ...(place.dataDir === defaultDataDir() ? [] : ['--data-dir', place.dataDir]),
    ...(place.url === undefined ? [] : ['--url', place.url]),
  ]
  return {
    isRunning: running !== undefined,
    setup: {
      url: isFull ? `${address}?tools=full` : address,
      ...bridgeCommand(bridge, options),
      // A token in a file is one more place that it can be read from: only where nothing works without it.
      headers: running && (await asksForToken(running.url)) ? running.headers : {},
    },
  }
}

function checkedClient(input: Input): string {
  const [client, ...more] = input.words
  if (client === undefined || more.length > 0) throw new UsageError(`Name one client: ${clientNames.join(', ')}.`)
  if (!clientNames.includes(client))
    throw new UsageError(`connect knows ${clientNames.join(', ')}; got '${client}'. For another one: ${mcpCommand} --print-config http (or stdio).`)
  const tools = input.text('tools') ?? 'core'
  if (tools !== 'core' && tools !== 'full') throw new UsageError(`--tools must be core or full; got '${tools}'.`)
  return client
}

async function targetOf(input: Input, here: Here): Promise<Target> {
  const client = checkedClient(input)
  const { title, entry } = mcpClients[client]!
  const known = clientFiles[client]!
  const { setup, isRunning } = await setupFor(input, here)
  const root = input.flag('project') ? projectRoot(here.cwd).path : undefined
  if (root !== undefined && !known.project) throw new UsageError(`${title} has no file for one project: leave out --project.`)
  if (root !== undefined && setup.headers.Authorization !== undefined && !input.flag('undo'))
    throw new UsageError('This service asks for its token, which does not belong in a project file: leave out --project.')
  if (root === undefined && here.home === undefined) throw new UsageError('This account has no home folder for the client to keep its file in.')
  const path = root === undefined ? known.user({ home: here.home ?? '', env: here.env, platform: process.platform }) : known.project!(root)
  const file = { path, name: root === undefined ? path : relative(root, path), ...(root === undefined ? {} : { within: root }) }
  const mcpEntry = entry!(setup)
  return { client, title, file: path, isRunning, piece: known.format === 'toml' ? tomlPiece(file, mcpEntry) : jsonPiece(file, mcpEntry, known.hasComments) }
}

const longestLine = 300

/** Without what stands around the change: such files hold the keys of other servers. Nor is the token shown to those who only look. */
const shownDiff = ({ name, before, after }: FileChange) =>
  unifiedDiff(name, before, after, 0)
    .replaceAll(/Bearer [\w.~+/-]+=*/g, 'Bearer …')
    .split('\n')
    .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line))
    .join('\n')

const outcomes = { created: 'Wrote', updated: 'Wrote', removed: 'Removed' } as const

export const connectCommand: HereCommand = {
  name: 'connect',
  takes: 'CLIENT',
  says: `put Tandem into the MCP configuration of a client: ${clientNames.join(', ')}`,
  words: clientNames,
  options: {
    project: { type: 'boolean', says: 'only for this project, in its folder' },
    tools: { type: 'string', value: 'WHICH', says: 'core (default) or full: which tools are listed', choices: ['core', 'full'] },
    'dry-run': { type: 'boolean', short: 'n', says: 'only show the diff' },
    undo: { type: 'boolean', says: 'undo what it wrote' },
  },
  async runHere(input, here) {
    const target = await targetOf(input, here)
    const records = createWrittenRecords(here.place.dataDir, 'connect')
    const isUndo = input.flag('undo')
    const plan = (isUndo ? planTaking : planPutting)([target.piece], records)
    const [change] = plan.changes
    const about = { client: target.client, file: target.file }
    if (!change) return withoutChange(target, plan.left[0]?.reason, isUndo)
    const diff = shownDiff(change)
    if (input.flag('dry-run')) return { json: { ...about, outcome: 'shown', diff }, text: visible(diff).trimEnd() }
    const { written, left } = writeChanges([change], records, { backup: true })
    if (left[0]) return withoutChange(target, left[0].reason, isUndo)
    const undo = `tandem connect ${target.client}${input.flag('project') ? ' --project' : ''} --undo`
    const backup = written[0]?.backup
    const { afterwards } = clientFiles[target.client]!
    if (isUndo) {
      const what = `${change.after === null ? 'Removed' : 'Took Tandem out of'} ${target.file}.`
      return { json: { ...about, outcome: 'taken back', ...(backup ? { backup } : {}) }, text: backup ? `${what}\n  a copy from before: ${backup}` : what }
    }
    const isByAddress = !target.piece.content.includes('tandem-mcp.mjs')
    const needsStart = isByAddress && !target.isRunning ? ['Tandem is not running; this client needs it running: npm start.'] : []
    const { port } = here.place
    const isElsewhere = isByAddress && target.isRunning && here.place.url === undefined && !target.piece.content.includes(`:${port}/`)
    const hints = [...needsStart, ...(isElsewhere ? [`Tandem runs on another port than ${port} just now; if that changes, connect again.`] : [])]
    return {
      json: { ...about, outcome: kindOf(change), ...(backup ? { backup } : {}), undo, next: [afterwards, ...hints].join(' ') },
      text: [
        `${outcomes[kindOf(change)]} ${target.file}`,
        ...(backup ? [`  as it was: ${backup}`] : []),
        `  undo: ${undo}`,
        '',
        visible(diff),
        afterwards,
        ...hints,
      ].join('\n'),
    }
  },
}

function withoutChange({ client, title, file }: Target, reason: string | undefined, isUndo: boolean): Answer {
  if (reason !== undefined)
    return {
      json: { client, file, outcome: 'left alone', error: `${file} ${reason}` },
      text: `Nothing was written: ${file} ${reason}.`,
      exitCode: exitCodes.conflict,
    }
  return { json: { client, file, outcome: 'unchanged' }, text: isUndo ? `${file} has no Tandem entry.` : `${title} is already connected, in ${file}.` }
}
