// What shows that a task is done, as agents read it with the task: the newest, each with what it is worth now.
import type { Evidence } from '../../schema/work/evidence.ts'
import type { AroundTask } from '../around.ts'
import type { Reader } from '../tool.ts'
import { countFitting, partOf } from './answer-budget.ts'

const maxShown = 10
/** Of the answer, for all of it; and for each text. */
const shareOfEvidence = 0.15
const textTokens = 80

function rowOf({ id, state, criterion, run, text, by, created_at }: Evidence, { provenance }: Pick<AroundTask, 'provenance'>, { fence }: Reader): object {
  const told = (whole: string) => {
    const { text: shown, next } = partOf(whole, 0, textTokens)
    return provenance.fenceCopied(next === undefined ? shown : `${shown}…`, created_at, fence)
  }
  return {
    id,
    state,
    ...(criterion === null ? {} : { criterion: told(criterion) }),
    ...(run ? { command: told(run.command.join(' ')), ...(run.exit_code === 0 ? {} : { exit_code: run.exit_code }) } : {}),
    ...(text === null ? {} : { text: told(text) }),
    by: by.name,
    at: created_at,
  }
}

/** Nothing where there is none; `evidence_total` where there is more than is shown. */
export function evidenceOf(
  taskId: number,
  deps: Pick<AroundTask, 'evidence' | 'provenance'>,
  reader: Reader,
): { evidence?: Record<string, unknown>[]; evidence_total?: number } {
  const all = deps.evidence.list(taskId)
  const rows = all.slice(0, maxShown).map((one) => ({ ...rowOf(one, deps, reader) }))
  const evidence = rows.slice(0, countFitting(rows, reader.tokens * shareOfEvidence))
  if (all.length === 0) return {}
  return { evidence, ...(all.length > evidence.length ? { evidence_total: all.length } : {}) }
}
