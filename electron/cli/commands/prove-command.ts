// `tandem prove ID -- COMMAND`: runs the command itself and records what happened, on which tree. Its exit code is the command's.
import { randomUUID } from 'node:crypto'
import { constants } from 'node:os'
import { ApiError } from '../../../shared/http/client.ts'
import type { CommandRun, Evidence, EvidenceState, NewEvidence } from '../../../shared/schema/work/evidence.ts'
import { maxCommandWord, maxCommandWords } from '../../../shared/schema/work/evidence-words.ts'
import type { Answer, Command, CommandCall, Input, LocalClient } from './command.ts'
import { exitCodeOf, UsageError } from '../exit-codes.ts'
import { NoService } from '../find-service.ts'
import { type NoTree, type WorkingTree, workingTree } from '../prove/git-tree.ts'
import { type Ended, NotStarted, runCommand } from '../prove/run-command.ts'
import { dropUnsent, keepUnsent, readUnsent } from '../prove/unsent.ts'
import { id, number, optional } from '../read-input.ts'

/** As shells say it: 128 and the number of the signal; 124 as `timeout` does. */
function codeOf({ exit_code, signal, timed_out }: Ended): number {
  if (timed_out) return 124
  return exit_code ?? 128 + (constants.signals[signal as NodeJS.Signals] ?? 0)
}

const treesOf = (before: WorkingTree | NoTree, after: WorkingTree | NoTree): Pick<CommandRun, 'tree' | 'no_tree'> => {
  if ('reason' in before) return { no_tree: before.reason }
  if ('reason' in after) return { no_tree: after.reason }
  const { repository, commit, checkout } = before
  return { tree: { repository, commit, checkout, before: before.tree, after: after.tree } }
}

const saysOf: Record<EvidenceState, string> = {
  valid: 'passed',
  stale: 'passed, but something newer speaks against it',
  failed: 'failed',
  changed_tree: 'passed, but the command changed files, so it is no proof: commit or ignore what it writes, and run it again',
  no_tree: 'passed, but outside a git repository, so it is no proof',
  claimed: 'claimed',
}

/** Said on stderr: stdout is the command's. */
function said({ id: evidence, task_id, state, run }: Evidence): string {
  const why = state === 'no_tree' && run?.no_tree ? ` (${run.no_tree})` : ''
  const how = run?.timed_out ? ' (timed out)' : run?.signal ? ` (${run.signal})` : state === 'failed' ? ` (exit code ${run?.exit_code})` : why
  return `Task ${task_id}: ${saysOf[state]}${how}. Evidence ${evidence}.`
}

const jsonOf = ({ id: evidence, task_id, state, criterion, run }: Evidence) => ({
  evidence,
  task_id,
  state,
  ...(criterion === null ? {} : { criterion }),
  exit_code: run?.exit_code ?? null,
  ...(run?.signal ? { signal: run.signal } : {}),
  ...(run?.timed_out ? { timed_out: true } : {}),
  duration_ms: run?.duration_ms,
})

const isAway = (error: unknown) => error instanceof NoService || error instanceof TypeError || (error instanceof ApiError && error.problem.status >= 500)

/** The service may have ended, or answer elsewhere now, since the command began. */
async function send(taskId: number, evidence: NewEvidence, client: LocalClient, reconnect: CommandCall['reconnect']): Promise<Evidence> {
  const request = { params: { id: taskId }, body: evidence }
  try {
    return await client.addEvidence(request)
  } catch (error) {
    if (!isAway(error)) throw error
    // With its id it is recorded once, however often it is sent.
    return (await reconnect()).addEvidence(request)
  }
}

async function sendAgain(file: string, client: LocalClient): Promise<Answer> {
  const { task_id, evidence } = readUnsent(file)
  const recorded = await client.addEvidence({ params: { id: task_id }, body: evidence })
  dropUnsent(file)
  return { json: jsonOf(recorded), text: said(recorded) }
}

/** As JSON beside everything else of a run; the service takes a megabyte. */
const maxCommandBytes = 900_000

function requireRecordable(command: readonly string[]): void {
  const instead = 'Put it into a script, and prove that. Nothing was run.'
  if (command.length === 0) throw new UsageError('COMMAND is missing. Put it behind --: tandem prove 12 -- npm test')
  if (command.length > maxCommandWords) throw new UsageError(`COMMAND can have at most ${maxCommandWords} words; got ${command.length}. ${instead}`)
  const long = command.find((word) => word.length > maxCommandWord)
  if (long !== undefined) throw new UsageError(`A word of COMMAND can have at most ${maxCommandWord} characters; got ${long.length}. ${instead}`)
  const bytes = Buffer.byteLength(JSON.stringify(command))
  if (bytes > maxCommandBytes) throw new UsageError(`COMMAND can have at most ${maxCommandBytes} bytes; got ${bytes}. ${instead}`)
}

/** Before an hour of tests, not after it. */
async function requirePlace(input: Input, client: LocalClient): Promise<{ taskId: number; criterion: number | undefined }> {
  const [taskId, criterion] = [id(input), optional(input, 'criterion')]
  const { criteria } = await client.getTask({ params: { id: taskId } })
  if (criterion !== undefined && !criteria[criterion - 1])
    throw new UsageError(
      criteria.length === 0 ? `Task ${taskId} has no criteria: leave --criterion out.` : `--criterion must be from 1 to ${criteria.length}; got ${criterion}.`,
    )
  return { taskId, criterion }
}

async function prove(input: Input, client: LocalClient, { reconnect, place, isJson }: CommandCall): Promise<Answer> {
  const command = input.words.slice(1)
  requireRecordable(command)
  const seconds = input.text('timeout') === undefined ? undefined : number(input.text('timeout'), '--timeout')
  if (seconds !== undefined && (seconds < 1 || seconds > 86_400)) throw new UsageError(`--timeout must be from 1 to 86400 seconds; got ${seconds}.`)
  const { taskId, criterion } = await requirePlace(input, client)
  const cwd = process.cwd()
  const before = await workingTree(cwd)
  // The command's own output keeps its place; --json leaves stdout to what is asked for.
  const ended = await runCommand(command, { cwd, timeoutMs: seconds && seconds * 1000, out: isJson ? process.stderr : process.stdout, err: process.stderr })
  const run = { command, ...ended, ...treesOf(before, await workingTree(cwd)) }
  const evidence: NewEvidence = { kind: input.flag('ci') ? 'ci' : 'ran', id: randomUUID(), ...(criterion === undefined ? {} : { criterion }), run }
  const exitCode = codeOf(ended)
  try {
    const recorded = await send(taskId, evidence, client, reconnect)
    process.stderr.write(`${said(recorded)}\n`)
    return { json: jsonOf(recorded), text: '', isSaid: !isJson, exitCode }
  } catch (error) {
    const file = keepUnsent({ task_id: taskId, evidence }, place.dataDir)
    const why = error instanceof ApiError ? error.problem.detail : isAway(error) ? 'Tandem does not respond.' : (error as Error).message
    process.stderr.write(`Not recorded: ${why}\nThe run is kept in ${file}\nSend it with: tandem prove --send '${file}'\n`)
    // The command's own failure is the news; else that nothing was recorded is.
    const notRecorded = error instanceof ApiError ? exitCodeOf(error) : 5
    return { json: { task_id: taskId, unsent: file, error: why }, text: '', isSaid: !isJson, exitCode: exitCode === 0 ? notRecorded : exitCode }
  }
}

export const proveCommand: Command = {
  name: 'prove',
  takes: 'ID -- COMMAND',
  says: 'run COMMAND and record as evidence how it ended and on which git tree; exit code: that of COMMAND',
  options: {
    criterion: { type: 'string', short: 'c', value: 'N', says: 'which criterion of the task it answers, from 1' },
    timeout: { type: 'string', value: 'SECONDS', says: 'kill it after this long, with all that it started (exit code 124)' },
    ci: { type: 'boolean', says: 'in a CI job: its working copy is no place that somebody goes on with' },
    send: { type: 'string', value: 'FILE', says: 'send a run that could not be sent before' },
  },
  async run(input, client, _writer, call) {
    const file = input.text('send')
    if (file !== undefined) return sendAgain(file, client)
    try {
      return await prove(input, client, call)
    } catch (error) {
      if (!(error instanceof NotStarted)) throw error
      process.stderr.write(`${error.message}\n`)
      return { json: { error: error.message }, text: '', isSaid: !call.isJson, exitCode: error.exitCode }
    }
  },
}
