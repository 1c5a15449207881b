// `tandem verify FILE`: checks signed evidence without any service: who signed it, what ran, on which tree, and whether that is the present one.
import { createPublicKey, type KeyObject } from 'node:crypto'
import { readStatement, runOf, type Statement } from '../../../shared/domain/evidence/statement.ts'
import { hasPassed } from '../../../shared/domain/evidence/states.ts'
import { keyIdOf, openEnvelope } from '../../../shared/node/envelope.ts'
import type { Envelope, EvidenceKey } from '../../../shared/schema/work/evidence.ts'
import type { Answer, Here, HereCommand, Input } from './command.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { findService } from '../find-service.ts'
import { visible } from '../output.ts'
import { workingTree } from '../prove/git-tree.ts'
import { readText } from '../read-input.ts'

const longestWait = 5000

function keyFrom(text: string, from: string): KeyObject[] {
  try {
    if (!text.trimStart().startsWith('{')) return [createPublicKey(text)]
    const { public_key, former = [], team = [] } = JSON.parse(text) as Partial<EvidenceKey>
    return [public_key ?? '', ...[...former, ...team].map((one) => one.public_key)].map((pem) => createPublicKey(pem))
  } catch {
    throw new UsageError(`${from} holds no public key: neither PEM nor what GET /evidence/key answers.`)
  }
}

async function fetchKeys(url: string): Promise<KeyObject[]> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(longestWait) })
    if (!reply.ok) throw new Error(`${reply.status}`)
    return keyFrom(await reply.text(), url)
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`No key could be read from ${url}: ${(error as Error).message}.`)
  }
}

/** `--key`, or that of the service of this computer, if it runs; none is started. */
async function keysFor(input: Input, { place }: Here): Promise<KeyObject[]> {
  const given = input.text('key')
  if (given !== undefined) return /^https?:\/\//.test(given) ? fetchKeys(given) : keyFrom(readText(given), given)
  const found = await findService(place)
  if (!found) throw new UsageError('--key is missing: the file or URL of the public key. (Without it the key of the running service is used, and none runs.)')
  return fetchKeys(`${found.url}/evidence/key`)
}

const refused = (file: string, why: string): Answer => ({
  json: { verified: false, error: why },
  text: `NOT VERIFIED: ${file} ${why}`,
  exitCode: exitCodes.failed,
})

/** Whether the working copy is still what was tested; undefined: that cannot be told here. */
async function isPresent({ subject }: Statement, folder: string): Promise<{ same: boolean; tree: string } | undefined> {
  const now = await workingTree(folder)
  const tested = subject.find(({ digest }) => digest.gitTree !== undefined)?.digest.gitTree
  return 'reason' in now || tested === undefined ? undefined : { same: now.tree === tested, tree: now.tree }
}

function lines(statement: Statement, key: KeyObject, present: Awaited<ReturnType<typeof isPresent>>): string[] {
  const run = runOf(statement)
  const { kind, task_title, criterion, by, recorded_at } = statement.predicate.tandem_run
  const { tree } = run
  const ending = run.timed_out ? 'timed out' : run.signal ? `ended by ${run.signal}` : `exit code ${run.exit_code}`
  return [
    `Verified: signed with the key ${keyIdOf(key)}`,
    `Result:   ${statement.predicate.result} (${ending}, ${(run.duration_ms / 1000).toFixed(1)} s)`,
    `Command:  ${run.command.join(' ')}`,
    `For:      ${task_title}${criterion === null ? '' : ` — ${criterion}`}`,
    `By:       ${by.name} (${by.kind}), ${kind === 'ci' ? 'sent by CI' : 'run by tandem prove'}, ${recorded_at}`,
    ...(tree
      ? [`Tree:     ${tree.before}${tree.before === tree.after ? '' : ` (changed by the command to ${tree.after})`}`]
      : [`Tree:     none (${run.no_tree ?? 'not said'})`]),
    ...(tree?.commit ? [`Commit:   ${tree.commit}${tree.repository ? ` of ${tree.repository}` : ''}, with whatever was changed on top`] : []),
    ...(present ? [present.same ? 'Present:  the same tree' : `Present:  STALE, the tree is now ${present.tree}`] : []),
  ].map((line) => visible(line.replaceAll('\n', ' ')))
}

export const verifyCommand: HereCommand = {
  name: 'verify',
  takes: 'FILE',
  says: 'check signed evidence (exit code 1: not valid or not passed, 3: of another tree); - reads standard input',
  options: {
    key: { type: 'string', value: 'FILE|URL', says: 'the public key; default: that of the running service' },
    tree: { type: 'string', value: 'DIR', says: 'compare with this working copy; default: the one you are in' },
  },
  async runHere(input, here): Promise<Answer> {
    const [file] = input.words
    if (file === undefined) throw new UsageError('FILE is missing: signed evidence, as GET /evidence/ID answers it.')
    const text = readText(file)
    let envelope: Partial<Envelope>
    try {
      envelope = JSON.parse(text) as Partial<Envelope>
    } catch {
      return refused(file, 'is not JSON.')
    }
    const keys = await keysFor(input, here)
    const key = keys.find((one) => openEnvelope(envelope ?? {}, one) !== undefined)
    if (!key) return refused(file, 'was not signed with this key, or was changed since.')
    const statement = readStatement(JSON.parse(String(openEnvelope(envelope, key))))
    if (!statement) return refused(file, 'is signed, but holds no evidence of Tandem.')
    const present = await isPresent(statement, input.text('tree') ?? here.cwd)
    if (input.text('tree') !== undefined && !present) return refused(file, `is signed, but its tree cannot be compared with ${input.text('tree')}.`)
    const isProof = statement.predicate.result === 'PASSED' && hasPassed(runOf(statement))
    return {
      json: { verified: true, key_id: keyIdOf(key), ...(present ? { present: present.same ? 'same' : 'stale' } : {}), statement },
      text: lines(statement, key, present).join('\n'),
      exitCode: isProof ? (present?.same === false ? exitCodes.conflict : exitCodes.done) : exitCodes.failed,
    }
  },
}
