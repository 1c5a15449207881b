// Claims are exclusive, questions are answered once, a client reads what it wrote, and devices are told once.
import { type Evidence, failedOverBetween, heldAgain, saysWritten, type Verifier, type Violation } from '../evidence.ts'
import type { Operation } from '../history.ts'

interface Hold {
  client: string
  task: number
  from: number
  to: number
  taken: Operation
}

/** From the answer that gave the claim to the call that gave it back: in between the client works. */
function holdsOf(operations: readonly Operation[], endedAt: number): Hold[] {
  const holds: Hold[] = []
  const open = new Map<string, Hold>()
  for (const operation of operations) {
    const { client, op, value } = operation
    if (op === 'next' && operation.outcome === 'ok' && value.id !== undefined && value.key !== undefined) {
      const hold = { client, task: value.id, from: operation.completedAt, to: endedAt, taken: operation }
      open.set(client, hold)
      holds.push(hold)
    }
    const held = open.get(client)
    if ((op === 'finish' || op === 'release') && held) {
      held.to = operation.invokedAt
      open.delete(client)
    }
  }
  return holds
}

export const claims: Verifier = {
  name: 'claims',
  promise: 'No two clients hold a task at once; who has given a claim back cannot finish with it; a task is finished once.',
  check(evidence) {
    const { operations, endedAt, journal } = evidence
    const lostBetween = (from: number, to: number) => evidence.mode === 'async' && failedOverBetween(evidence, from, to)
    const finished = Map.groupBy(
      operations.filter((operation) => operation.op === 'finish' && saysWritten(operation)),
      ({ args }) => args.task,
    )
    /** Finished in the lost moments, a task is finished by the desktop that knows of it (X14), whoever has claimed it since. */
    const wasBroughtBack = (task: number | undefined, at: number) =>
      (finished.get(task) ?? []).some((earlier) => earlier.completedAt <= at && lostBetween(earlier.invokedAt, at))
    const isHeldAgain = heldAgain(evidence)
    const violations: Violation[] = []
    const byTask = Map.groupBy(holdsOf(operations, endedAt), ({ task }) => task)
    for (const [task, holds] of byTask) {
      const sorted = holds.toSorted((a, b) => a.from - b.from)
      sorted.forEach((hold, i) => {
        const other = sorted.slice(0, i).find((earlier) => earlier.client !== hold.client && earlier.to > hold.from)
        if (other && !lostBetween(other.taken.invokedAt, hold.taken.completedAt))
          violations.push({ what: `${other.client} and ${hold.client} held task ${task} at once`, excerpt: [other.taken, hold.taken] })
      })
    }
    for (const operation of operations) {
      const { op, outcome, value, client, args } = operation
      if (op === 'stale_finish' && outcome === 'ok' && value.outcome !== 'lost' && !isHeldAgain(operation))
        violations.push({ what: `${client} finished task ${args.task} (${value.outcome}) with a claim it had given back`, excerpt: [operation] })
      const taken = operations.findLast(
        (earlier) => earlier.client === client && earlier.op === 'next' && earlier.value.key === args.key && earlier.completedAt <= operation.invokedAt,
      )
      const isExcused = () =>
        lostBetween(taken?.invokedAt ?? 0, operation.completedAt) || wasBroughtBack(args.task, operation.completedAt) || isHeldAgain(operation)
      if (op === 'finish' && outcome === 'ok' && value.outcome === 'lost' && !isExcused())
        violations.push({ what: `${client} lost its claim on task ${args.task}`, excerpt: [...(taken ? [taken] : []), operation] })
    }
    // Brought back by a desktop (X14), a status that the other history had told may stand over the newer one, as where both changed it (X6).
    for (const [task, all] of finished)
      if (all.length > 1 && !lostBetween(0, all.at(-1)?.completedAt ?? 0))
        violations.push({ what: `task ${task} was finished ${all.length} times`, excerpt: all })
    return [...violations, ...claimsInJournal(journal)]
  },
}

/** One after another: begun, ended, begun … */
function claimsInJournal(journal: Evidence['journal']): Violation[] {
  const held = new Map<string, object>()
  return journal.flatMap((row): Violation[] => {
    if (row.kind === 'claim.deleted') held.delete(row.entity_id)
    if (row.kind !== 'claim.created') return []
    const other = held.get(row.entity_id)
    held.set(row.entity_id, row)
    return other ? [{ what: `the journal has two claims on task ${row.entity_id} at once`, excerpt: [other, row] }] : []
  })
}

export const questions: Verifier = {
  name: 'questions',
  promise: 'Of several answers to a question one stands, and whoever gave another was refused.',
  check({ operations, journal, mode, ...evidence }) {
    const violations: Violation[] = []
    const answers = Map.groupBy(
      operations.filter((operation) => operation.op === 'answer' && saysWritten(operation)),
      ({ args }) => args.question,
    )
    for (const [question, all] of answers) {
      const excused = mode === 'async' && failedOverBetween(evidence, all[0]?.invokedAt ?? 0, all.at(-1)?.completedAt ?? 0)
      if (all.length > 1 && !excused) violations.push({ what: `question ${question} was answered ${all.length} times`, excerpt: all })
    }
    const rows = Map.groupBy(
      journal.filter(({ kind, after }) => kind === 'question.updated' && after?.state === 'answered'),
      ({ entity_id }) => entity_id,
    )
    for (const [question, all] of rows)
      if (all.length > 1) violations.push({ what: `the journal has ${all.length} answers to question ${question}`, excerpt: all })
    return violations
  },
}

/** The number of a task that was lost is given again: two clients take it for theirs, and each reads what the other wrote. */
const isOfOther = ({ client, value }: Operation) => Boolean(value.text) && !value.text?.endsWith(` by ${client}`)

const editOf = (text: string | undefined) => Number(/^edit (\d+) of /.exec(text ?? '')?.[1] ?? 0)

export const reads: Verifier = {
  name: 'reads',
  promise: 'Who was answered that an edit is written reads it, or a later one, from then on and from every instance.',
  check(evidence) {
    const violations: Violation[] = []
    const changedHands = (from: number, to: number) => evidence.mode === 'async' && failedOverBetween(evidence, from, to)
    /** Killed and started again, a primary shows what no standby has confirmed: that may be seen, and be gone after a failover. */
    const restarted = (from: number, to: number) => evidence.faults.some((fault) => fault.from <= to && (fault.to === 0 || fault.to + 5000 >= from))
    const byTask = Map.groupBy(
      evidence.operations.filter(({ op, args }) => args.task !== undefined && ['edit', 'read', 'delete'].includes(op)),
      ({ client, args }) => `${client} ${args.task}`,
    )
    for (const all of byTask.values()) {
      let written: Operation | undefined
      let seen: Operation | undefined
      /** What may still be under way: sent more than once, or never answered. */
      const late = new Set<number>()
      for (const operation of all) {
        const number = editOf(operation.op === 'edit' ? operation.args.text : operation.value.text)
        if (operation.op === 'edit') {
          if (operation.outcome === 'unknown' || operation.attempts > 1) late.add(number)
          if (operation.outcome === 'ok') written = operation
        }
        if (operation.op !== 'read') continue
        if (operation.status === 404 && !changedHands(0, operation.completedAt))
          violations.push({ what: `${operation.client} cannot read its task ${operation.args.task}`, excerpt: [operation] })
        if (operation.outcome !== 'ok' || (changedHands(0, operation.completedAt) && isOfOther(operation))) continue
        if (written && number < editOf(written.args.text) && !late.has(number) && !changedHands(written.invokedAt, operation.completedAt))
          violations.push({
            what: `${operation.client} does not read its own edit ${editOf(written.args.text)} of task ${operation.args.task}`,
            excerpt: [written, operation],
          })
        if (seen && number < editOf(seen.value.text) && !late.has(number) && !restarted(seen.invokedAt, operation.completedAt))
          violations.push({
            what: `${operation.client} read edit ${editOf(seen.value.text)} of task ${operation.args.task}, and then ${number}`,
            excerpt: [seen, operation],
          })
        seen = operation
      }
    }
    return violations
  },
}

export const sends: Verifier = {
  name: 'sends',
  promise:
    'A device is told of a notification once; twice at most where an instance or the database was cut off in the middle, and then under one key that shows as one.',
  check({ deliveries, faults }) {
    const byDevice = Map.groupBy(deliveries, ({ device, notification }) => `${device} ${notification}`)
    return [...byDevice.values()].flatMap((all): Violation[] => {
      if (all.length <= (faults.length > 0 ? 2 : 1) && new Set(all.map(({ collapseKey }) => collapseKey)).size === 1) return []
      return [{ what: `a device was told ${all.length} times of ${all[0]?.notification}`, excerpt: all }]
    })
  },
}

export const desktops: Verifier = {
  name: 'desktops',
  promise: 'In the end each desktop has the tasks of the team, and the team has theirs, once each.',
  check: ({ desktops: ends, tasks }) =>
    ends.flatMap(({ name, titles }) => {
      const [here, there] = [titles.toSorted(), tasks.map(({ title }) => title).toSorted()]
      const missing = there.filter((title) => !here.includes(title))
      const more = here.filter((title) => !there.includes(title))
      if (missing.length === 0 && more.length === 0 && here.length === there.length) return []
      return [{ what: `${name} has ${here.length} tasks, and the team ${there.length}`, excerpt: [{ missing: missing.slice(0, 10), more: more.slice(0, 10) }] }]
    }),
}
