// What was acknowledged is there, once, under a number of its own.
import { type Evidence, failedOverBetween, heldAgain, type JournalRow, lostWrites, saysWritten, tracesIn, type Verifier, type Violation } from '../evidence.ts'
import type { Operation } from '../history.ts'

export const acknowledged: Verifier = {
  name: 'acknowledged writes',
  promise: 'What was answered as written is in the journal (asynchronous: unless a standby took over afterwards).',
  check: (evidence) =>
    lostWrites(evidence).unexcused.map((operation) => ({
      what: `${operation.op} '${operation.args.text ?? operation.args.task}' was acknowledged and is not there`,
      excerpt: [operation],
    })),
}

/** Without a key: an attempt that the network holds back may come after the next one, as often as it was sent. */
const mayRepeat = ({ op, attempts }: Operation) => (op === 'edit' ? attempts : 1)

/** What an asynchronous standby lacked, a desktop brings back under the uid that it had (X14); so does what was deleted in these moments. */
function withoutRestored(rows: readonly JournalRow[], { mode, faults }: Evidence): readonly JournalRow[] {
  if (mode === 'sync' || !faults.some(({ promotedAt }) => promotedAt !== undefined)) return rows
  return rows.filter((row, i) => row.after?.uid === undefined || rows.findIndex((other) => other.after?.uid === row.after?.uid) === i)
}

export const once: Verifier = {
  name: 'no write twice',
  promise: 'However often a write was sent, it is in the journal once; what was refused is not there.',
  check(evidence) {
    const find = tracesIn(evidence.journal)
    // The number of a task that was lost is given again: two clients take it for theirs, and one of them is told that the other has deleted it.
    const deleted = new Set(
      evidence.mode === 'sync' ? [] : evidence.operations.filter(({ op, outcome }) => op === 'delete' && outcome === 'ok').map(({ args }) => args.task),
    )
    const isHeldAgain = heldAgain(evidence)
    return evidence.operations.flatMap((operation): Violation[] => {
      const rows = withoutRestored(find(operation), evidence)
      const isOfOther = operation.op === 'delete' && deleted.has(operation.args.task)
      const isStale = operation.op === 'stale_finish' && !isHeldAgain(operation)
      const most = (operation.outcome === 'fail' && !isOfOther) || isStale ? 0 : mayRepeat(operation)
      if (rows.length <= most) return []
      return [
        {
          what: `${operation.op} '${operation.args.text ?? operation.args.task}' (${operation.outcome}) is there ${rows.length} times`,
          excerpt: [operation, ...rows],
        },
      ]
    })
  },
}

const makes: Partial<Record<Operation['op'], string>> = { create: 'task', mcp_create: 'task', ask: 'question' }

/** Numbers of the journal have no gaps and no repetitions, and neither have those that were answered. */
export const numbers: Verifier = {
  name: 'numbers',
  promise: 'Numbers of events have no gaps; no number of a task or question is given twice.',
  check(evidence) {
    const { journal, head } = evidence
    const violations: Violation[] = []
    journal.forEach((row, i) => {
      if (row.seq !== i + 1 && journal[i - 1]?.seq !== row.seq - 1)
        violations.push({ what: `after event ${journal[i - 1]?.seq ?? 0} comes ${row.seq}`, excerpt: [row] })
    })
    const last = journal.at(-1)?.seq ?? 0
    if (last !== head) violations.push({ what: `the last event is ${last}, and the counter says ${head}`, excerpt: [] })
    for (const kind of ['task', 'question', 'comment']) {
      const seen = new Map<string, object>()
      for (const row of journal) {
        if (row.kind !== `${kind}.created`) continue
        const other = seen.get(row.entity_id)
        if (other) violations.push({ what: `${kind} ${row.entity_id} was made twice`, excerpt: [other, row] })
        seen.set(row.entity_id, row)
      }
    }
    return [...violations, ...answeredTwice(evidence), ...answeredWrong(evidence)]
  },
}

function answeredTwice(evidence: Evidence): Violation[] {
  const seen = new Map<string, Operation>()
  return evidence.operations.flatMap((operation): Violation[] => {
    const kind = makes[operation.op]
    if (kind === undefined || !saysWritten(operation) || operation.value.id === undefined) return []
    const number = `${kind} ${operation.value.id}`
    const other = seen.get(number)
    seen.set(number, operation)
    if (!other || (evidence.mode === 'async' && failedOverBetween(evidence, other.invokedAt, operation.completedAt))) return []
    return [{ what: `${number} was answered twice`, excerpt: [other, operation] }]
  })
}

function answeredWrong(evidence: Evidence): Violation[] {
  const find = tracesIn(evidence.journal)
  return evidence.operations.flatMap((operation): Violation[] => {
    const [row] = find(operation)
    const { id } = operation.value
    if (makes[operation.op] === undefined || !saysWritten(operation) || !row || id === undefined || row.entity_id === String(id)) return []
    if (evidence.mode === 'async' && failedOverBetween(evidence, operation.invokedAt, Number.POSITIVE_INFINITY)) return []
    return [{ what: `'${operation.args.text}' was answered as number ${id}, and is ${row.entity_id}`, excerpt: [operation, row] }]
  })
}
