// `tandem setup`: teaches the agents of a project to work with Tandem, by files in the project. Shows what would change first, and can take it back.
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { styleText } from 'node:util'
import type { Answer, Here, HereCommand, Input } from './command.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { visible } from '../output.ts'
import { type Piece, type Plan, planPutting, planTaking } from '../setup/file-changes.ts'
import { ownCommand } from '../setup/own-command.ts'
import { clientsInUse, projectClientNames, projectClients, type ProjectClientName, projectPieces, projectRoot } from '../setup/project-pieces.ts'
import { hookForms } from '../setup/session-hook.ts'
import { unifiedDiff } from '../setup/unified-diff.ts'
import { kindOf, writeChanges } from '../setup/write-files.ts'
import { createWrittenRecords, type WrittenRecords } from '../setup/written-record.ts'

const signs = { '+': 'green', '-': 'red', '@': 'cyan' } as const

const colored = (diff: string) =>
  visible(diff)
    .split('\n')
    .map((line) => (line[0] && line[0] in signs ? styleText(signs[line[0] as keyof typeof signs], line) : line))
    .join('\n')

const diffOf = (plan: Plan) => plan.changes.map(({ name, before, after }) => unifiedDiff(name, before, after)).join('')

function namedClients(input: Input): ProjectClientName[] | undefined {
  const named = input.list('client')
  const unknown = named?.find((name) => !projectClientNames.some((one) => one === name))
  if (unknown !== undefined) throw new UsageError(`--client takes ${projectClientNames.join(', ')}; got '${unknown}'.`)
  return named as ProjectClientName[] | undefined
}

const titles = (clients: readonly ProjectClientName[]) => clients.map((name) => projectClients[name].title).join(', ')

interface SetupReport {
  root: string
  clients: readonly ProjectClientName[]
  /** What is said before anything else. */
  head: string[]
  /** What is said at the end. */
  notes: string[]
}

const summary = (plan: Plan, done: boolean) => [
  ...plan.changes.map((change) => `${done ? kindOf(change) : `will be ${kindOf(change)}`}: ${change.name}`),
  ...plan.unchanged.map((name) => `unchanged: ${name}`),
  ...plan.left.map(({ name, reason }) => `left alone: ${name} ${reason}`),
]

function told(plan: Plan, { root, clients, head, notes }: SetupReport, outcome: 'written' | 'unchanged' | 'shown' | 'declined', text: string[]): Answer {
  const files = [
    ...plan.changes.map((change) => ({ file: change.name, change: kindOf(change) })),
    ...plan.unchanged.map((file) => ({ file, change: 'unchanged' })),
    ...plan.left.map(({ name, reason }) => ({ file: name, change: 'left alone', reason })),
  ]
  const diff = outcome === 'written' ? {} : { diff: diffOf(plan) }
  return {
    json: { project: root, clients, outcome, files, ...diff, ...(notes.length > 0 ? { notes } : {}) },
    text: [...head, ...text, ...notes].join('\n'),
    ...(plan.left.length > 0 ? { exitCode: exitCodes.failed } : {}),
  }
}

const nobodyToAsk = 'Nothing was written: there is no terminal to ask on. Pass --yes to write this.'

async function carryOut(plan: Plan, input: Input, here: Here, records: WrittenRecords, about: SetupReport): Promise<Answer> {
  if (plan.changes.length === 0) return told(plan, about, 'unchanged', [...summary(plan, true), 'Nothing to change.'])
  const diff = diffOf(plan)
  if (input.flag('dry-run')) return told(plan, about, 'shown', [here.confirm ? colored(diff) : diff, ...summary(plan, false)])
  if (!input.flag('yes') && !here.confirm) {
    const answer = told(plan, about, 'shown', [diff, nobodyToAsk])
    return { ...answer, json: { error: nobodyToAsk, ...(answer.json as object) }, exitCode: exitCodes.usage }
  }
  const isAsked = !input.flag('yes') && here.confirm
  if (isAsked && !(await isAsked([...about.head, colored(diff), ...summary(plan, false), ''].join('\n'), `Write this to ${about.root}?`)))
    return told(plan, { ...about, head: [], notes: [] }, 'declined', ['Nothing was written.'])
  const { written, left } = writeChanges(plan.changes, records)
  const changes = plan.changes.filter(({ name }) => written.some((one) => one.name === name))
  const done: Plan = { changes, unchanged: plan.unchanged, left: [...plan.left, ...left] }
  return told(done, isAsked ? { ...about, head: [] } : about, 'written', summary(done, true))
}

/** It reads only this one of the two files; many projects have it bring in the other. */
function bringsInAgents(root: string): boolean {
  try {
    return (
      /^@(?:\.\/)?AGENTS\.md\b/m.test(readFileSync(join(root, 'CLAUDE.md'), 'utf8')) ||
      realpathSync(join(root, 'CLAUDE.md')) === realpathSync(join(root, 'AGENTS.md'))
    )
  } catch {
    return false
  }
}

function notesOf(root: string, clients: readonly ProjectClientName[], isByName: boolean): string[] {
  const hooked = clients.filter((name) => name in hookForms)
  return [
    ...(hooked.length > 0 && !isByName
      ? [
          '`tandem` is not on your PATH, so the hooks contain its full path on this computer. Before you commit them, run `npm link` in the Tandem folder, then `tandem setup` again.',
        ]
      : []),
    ...(clients.includes('codex') ? ['Codex will ask you to trust the hook the next time it starts.'] : []),
    ...(clients.includes('claude') && !bringsInAgents(root)
      ? ['Claude Code reads CLAUDE.md, not AGENTS.md; it has the skill and the hook. To give it the rest of AGENTS.md, add the line @AGENTS.md to CLAUDE.md.']
      : []),
    'Undo: tandem setup --undo',
  ]
}

export const setupCommand: HereCommand = {
  name: 'setup',
  takes: '',
  says: 'teach the agents of this project to use Tandem: AGENTS.md, a skill, hooks; shows the diff and asks',
  options: {
    client: {
      type: 'string',
      short: 'c',
      multiple: true,
      value: 'NAME',
      says: 'for this client (may repeat); default: those in use here',
      choices: projectClientNames,
    },
    yes: { type: 'boolean', short: 'y', says: 'write without asking' },
    'dry-run': { type: 'boolean', short: 'n', says: 'only show the diff' },
    undo: { type: 'boolean', says: 'undo what it wrote' },
  },
  async runHere(input, here) {
    if (input.words.length > 0) throw new UsageError(`tandem setup takes no words; got '${input.words.join(' ')}'. Name a client with --client.`)
    const named = namedClients(input)
    const { path: root, isRepository } = projectRoot(here.cwd)
    if (!input.flag('undo') && isTooWide(root, here.home))
      throw new UsageError(`${root} is no project: what is written there would count everywhere. Go to the folder of a project, or make it one with git init.`)
    const records = createWrittenRecords(here.place.dataDir, 'setup')
    const { command, isByName } = ownCommand(here.env.PATH)
    const place = isRepository ? `Project: ${root}` : `Project: ${root} (no git repository here or above)`
    if (input.flag('undo')) {
      const plan = planTaking(takenBack(projectPieces(root, named ?? projectClientNames, command), named), records)
      return carryOut({ ...plan, unchanged: [] }, input, here, records, { root, clients: named ?? projectClientNames, head: [place], notes: [] })
    }
    const clients = named ?? clientsInUse(root, here.home)
    const who = clients.length > 0 ? `Clients: ${titles(clients)}` : 'No client found here or in your home folder; name one with --client.'
    const about = { root, clients, head: [place, who, ''], notes: notesOf(root, clients, isByName) }
    return carryOut(planPutting(projectPieces(root, clients, command), records), input, here, records, about)
  },
}

/** The home folder holds the clients' settings for all projects, under the very same names. */
const isTooWide = (root: string, home: string | undefined) => root === dirname(root) || (home !== undefined && sameFolder(root, home))

function sameFolder(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    return false
  }
}

/** Of one client only what no other one reads. */
const takenBack = (pieces: readonly Piece[], named: readonly ProjectClientName[] | undefined) =>
  pieces.filter(({ name }) => !named || (name !== 'AGENTS.md' && !name.startsWith('.agents/')))
