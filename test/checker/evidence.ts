// What verifiers judge: the history of a run, and what was there after everything had been healed.
import type { FaultLine, Operation, OpKind, StreamOf } from './history.ts'
import type { Mode } from './system.ts'

export interface JournalRow {
  seq: number
  kind: string
  entity_id: string
  created_at: string
  after: Record<string, unknown> | null
}

export interface Delivered {
  device: string
  notification: string
  collapseKey: string
}

export interface DesktopEnd {
  name: string
  titles: string[]
  /** When it knew of each history: milliseconds of the run. */
  epochs: { epoch: string; at: number }[]
}

export interface Evidence {
  mode: Mode
  operations: readonly Operation[]
  streams: readonly StreamOf[]
  faults: readonly FaultLine[]
  /** The whole, in its order, as the database has it. */
  journal: readonly JournalRow[]
  /** The last number, as the team's counter has it. */
  head: number
  /** The kinds that streams carry. */
  streamed: ReadonlySet<string>
  /** As the API lists them. */
  tasks: readonly { id: number; title: string; description: string }[]
  deliveries: readonly Delivered[]
  desktops: readonly DesktopEnd[]
  /** Milliseconds in which whoever follows the team must have been told that another server went on. */
  noticeWithinMs: number
  /** When the clients stopped. */
  endedAt: number
}

export interface Violation {
  what: string
  /** The lines of the history that show it, and no others. */
  excerpt: object[]
}

export interface Verifier {
  name: string
  /** What it says when all is well. */
  promise: string
  check(evidence: Evidence): Violation[]
}

/** How a write shows in the journal. */
const traces: Partial<Record<OpKind, (row: JournalRow, operation: Operation) => boolean>> = {
  create: ({ kind, after }, { args }) => kind === 'task.created' && after?.title === args.text,
  mcp_create: ({ kind, after }, { args }) => kind === 'task.created' && after?.title === args.text,
  desktop_create: ({ kind, after }, { args }) => kind === 'task.created' && after?.title === args.text,
  comment: ({ kind, after }, { args }) => kind === 'comment.created' && after?.body === args.text,
  finish: ({ kind, after }, { args }) => kind === 'comment.created' && after?.body === args.text,
  stale_finish: ({ kind, after }, { args }) => kind === 'comment.created' && after?.body === args.text,
  edit: ({ kind, after }, { args }) => kind === 'task.updated' && after?.description === args.text,
  delete: ({ kind, entity_id }, { args }) => kind === 'task.deleted' && entity_id === String(args.task),
  ask: ({ kind, after }, { args }) => kind === 'question.created' && after?.question === args.text,
  answer: ({ kind, after }, { args }) => kind === 'question.updated' && after?.answer === args.text,
}

/** By what a write is found: its text, or the task that it deletes. */
const nameOf = ({ op, args }: Operation) => (op === 'delete' ? `deleted ${args.task}` : (args.text ?? ''))
const nameIn = ({ kind, entity_id, after }: JournalRow) =>
  kind === 'task.deleted'
    ? `deleted ${entity_id}`
    : ({
        'task.created': after?.title,
        'task.updated': after?.description,
        'comment.created': after?.body,
        'question.created': after?.question,
        'question.updated': after?.answer,
      }[kind] as string | undefined)

export type Traces = (operation: Operation) => JournalRow[]

/** Finds what the journal has of a write. */
export function tracesIn(journal: readonly JournalRow[]): Traces {
  const byName = new Map<string, JournalRow[]>()
  for (const row of journal) {
    const name = nameIn(row)
    if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), row])
  }
  return (operation) => (byName.get(nameOf(operation)) ?? []).filter((row) => traces[operation.op]?.(row, operation))
}

/** Did the answer say that it was written? */
export const saysWritten = ({ op, outcome, value }: Operation): boolean =>
  outcome === 'ok' &&
  traces[op] !== undefined &&
  (op === 'finish' || op === 'stale_finish' ? value.outcome === 'finished' || value.outcome === 'unchanged' : true) &&
  (op === 'mcp_create' ? value.outcome === 'created' : true)

/** May a standby have taken over between these moments (milliseconds of the run)? It did so after the fault began, and before the checker saw it. */
export const failedOverBetween = ({ faults }: Pick<Evidence, 'faults'>, from: number, to: number): boolean =>
  faults.some((fault) => fault.promotedAt !== undefined && fault.promotedAt >= from && fault.from <= to)

/** With an asynchronous standby: a claim that was given back, and is held again because that is lost. */
export function heldAgain({ mode, operations, ...evidence }: Evidence): (operation: Operation) => boolean {
  const given = new Map(operations.flatMap((one) => (one.op === 'release' && one.args.key !== undefined ? [[one.args.key, one] as const] : [])))
  return ({ args, completedAt }) => {
    const release = args.key === undefined ? undefined : given.get(args.key)
    return mode === 'async' && release !== undefined && failedOverBetween(evidence, release.invokedAt, completedAt)
  }
}

/**
 * What was acknowledged and is not there. Of an asynchronous standby that took over afterwards it is what was promised to be lost at most; anything
 * else is a fault.
 */
export function lostWrites(evidence: Evidence): { excused: Operation[]; unexcused: Operation[] } {
  const find = tracesIn(evidence.journal)
  const lost = evidence.operations.filter((operation) => saysWritten(operation) && find(operation).length === 0)
  const isExcused = ({ invokedAt }: Operation) => evidence.mode === 'async' && failedOverBetween(evidence, invokedAt, Number.POSITIVE_INFINITY)
  return { excused: lost.filter(isExcused), unexcused: lost.filter((operation) => !isExcused(operation)) }
}
