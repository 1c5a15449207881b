// Evidence as an in-toto Statement (v1) with the predicate "test result" (v0.1). What that predicate has no field for is in `tandem_run`, an extension
// field; leaving it out of account never makes more of a result than it is.
import type { CommandRun, EvidenceKind } from '../../schema/work/evidence.ts'
import { hasPassed } from './states.ts'

export const statementType = 'https://in-toto.io/Statement/v1'
export const testResultType = 'https://in-toto.io/attestation/test-result/v0.1'
/** Of the envelope. */
export const payloadType = 'application/vnd.in-toto+json'

interface Resource {
  name: string
  uri?: string
  digest: Record<string, string>
}

/** What is signed beside the run itself. */
export interface RunContext {
  evidence_id: string
  kind: Exclude<EvidenceKind, 'claimed'>
  task_uid: string
  task_title: string
  criterion: string | null
  by: { kind: string; name: string; run?: string }
  recorded_at: string
}

export interface Statement {
  _type: string
  subject: Resource[]
  predicateType: string
  predicate: {
    result: 'PASSED' | 'WARNED' | 'FAILED'
    configuration: Resource[]
    url?: string
    tandem_run: RunContext & CommandRun
  }
}

/** PASSED only where it proves something about its subject: a command that changed the tree has tested a mixture of two. */
function resultOf(run: CommandRun): Statement['predicate']['result'] {
  if (!hasPassed(run)) return 'FAILED'
  return run.tree !== undefined && run.tree.before !== run.tree.after ? 'WARNED' : 'PASSED'
}

const isUrl = (remote: string) => /^[a-z][a-z0-9+.-]*:\/\//i.test(remote)

/** The tree is the subject, and not the commit: with uncommitted changes it is no commit's. Without a tree the subject is what was printed. */
function subjectOf({ tree, output_sha256 }: CommandRun): Resource {
  if (tree === undefined) return { name: 'output', digest: { sha256: output_sha256 } }
  return { name: 'tree', digest: { gitTree: tree.before } }
}

export function statementOf(run: CommandRun, context: RunContext, sha256: (text: string) => string): Statement {
  const { tree, url } = run
  const commit = tree?.commit
  return {
    _type: statementType,
    subject: [subjectOf(run)],
    predicateType: testResultType,
    predicate: {
      result: resultOf(run),
      configuration: [
        { name: 'command', digest: { sha256: sha256(JSON.stringify(run.command)) } },
        ...(commit
          ? [{ name: 'commit', ...(tree.repository && isUrl(tree.repository) ? { uri: `git+${tree.repository}` } : {}), digest: { gitCommit: commit } }]
          : []),
      ],
      ...(url === undefined ? {} : { url }),
      tandem_run: { ...context, ...run },
    },
  }
}

/** A payload as a statement of ours; undefined when it is something else. Fields that are not known are passed over, as in-toto wants. */
export function readStatement(payload: unknown): Statement | undefined {
  const given = payload as Partial<Statement> | null
  if (typeof given !== 'object' || given === null) return undefined
  const run = given.predicate?.tandem_run
  const isOurs = given._type === statementType && given.predicateType === testResultType && Array.isArray(given.subject) && Array.isArray(run?.command)
  return isOurs ? (given as Statement) : undefined
}

const contextFields = ['evidence_id', 'kind', 'task_uid', 'task_title', 'criterion', 'by', 'recorded_at'] as const

/** The run alone. */
export function runOf({ predicate: { tandem_run } }: Statement): CommandRun {
  return Object.fromEntries(Object.entries(tandem_run).filter(([name]) => !contextFields.some((field) => field === name))) as CommandRun
}
