// What evidence is worth now, and what is still missing for a task to be proven. Asked anew each time: a tree that was seen since, or a criterion that
// was added, counts at once.
import type { CommandRun, EvidenceKind, EvidenceState } from '../../schema/work/evidence.ts'

export interface Judged {
  id: string
  kind: EvidenceKind
  criterion: string | null
  run?: CommandRun | undefined
}

export const hasPassed = ({ exit_code, signal, timed_out }: Pick<CommandRun, 'exit_code' | 'signal' | 'timed_out'>): boolean =>
  exit_code === 0 && signal === undefined && timed_out !== true

const isSameCommand = (one: CommandRun, other: CommandRun) => JSON.stringify(one.command) === JSON.stringify(other.command)

/** Whether a later run of the same task speaks against an earlier one: it saw another tree of the repository, or the same command failed. */
const speaksAgainst = (later: CommandRun, run: CommandRun): boolean =>
  (later.tree !== undefined && run.tree !== undefined && later.tree.repository === run.tree.repository && later.tree.after !== run.tree.after) ||
  (isSameCommand(later, run) && !hasPassed(later))

/** What it is by itself: what was signed does not change. */
function ownState({ kind, run }: Judged): EvidenceState {
  if (kind === 'claimed' || run === undefined) return 'claimed'
  if (!hasPassed(run)) return 'failed'
  if (run.tree === undefined) return 'no_tree'
  return run.tree.before === run.tree.after ? 'valid' : 'changed_tree'
}

/** The states of all evidence of a task. `newestFirst`; `presentTree`: what was last seen of a working copy. */
export function statesOf(newestFirst: readonly Judged[], presentTree: (checkout: string) => string | undefined): EvidenceState[] {
  return newestFirst.map((evidence, place) => {
    const own = ownState(evidence)
    const { run, kind } = evidence
    if (own !== 'valid' || run?.tree === undefined) return own
    const seen = kind === 'ran' ? presentTree(run.tree.checkout) : undefined
    if (seen !== undefined && seen !== run.tree.after) return 'stale'
    return newestFirst.slice(0, place).some((later) => later.run !== undefined && speaksAgainst(later.run, run)) ? 'stale' : 'valid'
  })
}

/** What a task has of evidence that it lacks: of which criterion, and the best that there is instead. */
export interface Missing {
  criterion: string | null
  instead: EvidenceState | null
}

const best: readonly EvidenceState[] = ['stale', 'changed_tree', 'failed', 'no_tree', 'claimed']

/**
 * Nothing: it is proven. With criteria each needs valid evidence of its own, recorded for its very text, or for none in particular and linked to it
 * (who writes the list of criteria anew may lose the link, and a criterion that was reworded is another one); without, one valid evidence is enough.
 */
export function missingProof(
  criteria: readonly { text: string; evidence_id?: string | undefined }[],
  evidence: readonly { id: string; criterion: string | null; state: EvidenceState }[],
): Missing[] {
  const lacks = (criterion: string | null, some: readonly { state: EvidenceState }[]): Missing[] =>
    some.some(({ state }) => state === 'valid') ? [] : [{ criterion, instead: best.find((state) => some.some((one) => one.state === state)) ?? null }]
  if (criteria.length === 0) return lacks(null, evidence)
  return criteria.flatMap(({ text, evidence_id }) =>
    lacks(
      text,
      evidence.filter(({ id, criterion }) => criterion === text || (id === evidence_id && criterion === null)),
    ),
  )
}

const insteadOf: Record<EvidenceState, string> = {
  valid: 'valid evidence',
  stale: 'only stale evidence (the tree has changed, or the command failed since)',
  changed_tree: 'only a command that changed the tree it ran on',
  failed: 'only a command that failed',
  no_tree: 'only a command that ran outside a git repository',
  claimed: 'only a claim',
}

const maxNamed = 3

/** "for “docs” there is only a claim; and 2 more". */
export function evidenceLacking(missing: readonly Missing[]): string {
  const named = missing
    .slice(0, maxNamed)
    .map(
      ({ criterion, instead }) => `${criterion === null ? 'there is' : `for "${criterion}" there is`} ${instead === null ? 'no evidence' : insteadOf[instead]}`,
    )
  const more = missing.length > maxNamed ? `; and ${missing.length - maxNamed} more` : ''
  return `${named.join('; ')}${more}`
}

/** For an agent: what is missing, and what to do about it. */
export function missingText(id: number, missing: readonly Missing[]): string {
  const how = `tandem prove ${id}${missing[0]?.criterion === null ? '' : ' --criterion N'} -- COMMAND`
  return `Not done yet, so it is in review: ${evidenceLacking(missing)}. Run \`${how}\`, then set it to done again; or a person accepts it as it is.`
}
