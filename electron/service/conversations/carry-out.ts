// Writes what was decided about something found in a conversation: a task, an addition to one, or a question for a person. The decision is
// task-of-mail.ts's.
import { sameTaskFrom, split } from '../../../shared/domain/duplicates/same-task.ts'
import type { ExtractedTask } from '../../../shared/domain/mail/extracted-task.ts'
import { type Candidate, type Decision, taskOfMail, type Thread } from '../../../shared/domain/mail/task-of-mail.ts'
import type { Outcome } from '../../../shared/schema/conversation.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Recorder } from '../journal/journal.ts'
import { writtenSince } from '../tasks/same-tasks.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { ConversationProposals } from './conversation-proposals.ts'
import type { Reading, UidOf, WriteOutcome } from './write-outcome.ts'

export interface CarryOutDeps {
  tasks: Tasks
  write: WriteOutcome
  proposals: ConversationProposals
  /** Makes a new task known to search at once. */
  adopt(task: Task): void
}

/** Something that was found in a conversation, and the tasks that are like it. */
export interface Compared {
  task: ExtractedTask
  candidates: Candidate[]
}

/** As many as one conversation can become, and what replies bring later. */
const maxOfThread = 20
const places = Array.from({ length: maxOfThread }, (_, n) => n)

const outcome = (fields: Partial<Outcome> & Pick<Outcome, 'outcome'>): Outcome => ({
  task_id: null,
  proposal_id: null,
  score: null,
  why: null,
  possible: [],
  ...fields,
})
const brief = ({ id, score }: Candidate) => ({ id, score })
const shown = ({ title, description, priority, due, deadline, also }: ExtractedTask) => ({
  title,
  description,
  priority,
  due,
  ...(deadline ? { deadline } : {}),
  ...(also ? { also } : {}),
})

export type CarryOut = ReturnType<typeof createCarryOut>

export function createCarryOut({ tasks, write, proposals, adopt }: CarryOutDeps) {
  const freeUid = (uidOf: UidOf | undefined) => uidOf && places.map((n) => uidOf(n)).find((uid) => !tasks.byUid(uid))

  /** The candidates as they are now; what somebody created while we looked comes first. */
  function present({ task, candidates }: Compared, newest: number): { meanwhile: Candidate[]; still: Candidate[] } {
    const meanwhile = writtenSince(tasks, { title: task.title }, newest).filter(({ status }) => status !== 'done')
    const found = new Map(tasks.byIds(candidates.map((one) => one.id)).map((one) => [one.id, one.status]))
    return {
      meanwhile: meanwhile.slice(0, 1).map(({ id, status }) => ({ id, status, score: 1 })),
      still: candidates.flatMap((one) => {
        const status = found.get(one.id)
        return status ? [{ ...one, status }] : []
      }),
    }
  }

  function update({ id, score }: Extract<Decision, { action: 'update' }>, task: ExtractedTask, linked: Thread['linked'], reading: Reading, record: Recorder) {
    const isOwn = linked.some((one) => one.id === id)
    const updated = write.update(id, { due: task.due, isOwn, also: task.also }, reading, record)
    if (updated.status !== 'done' || !write.asksAgain(reading)) return outcome({ outcome: 'updated', task_id: updated.id, score })
    const why = 'A reply came after it was done.'
    const proposal = proposals.put(reading, { as: 'reopen', why, task: shown({ ...task, title: updated.title }), task_id: updated.id, candidates: [] })
    return outcome({ outcome: 'updated', task_id: updated.id, proposal_id: proposal.id, score, why })
  }

  function propose(decision: Extract<Decision, { action: 'propose' }>, { task, candidates }: Compared, isKnown: boolean, reading: Reading): Outcome {
    const { as, why } = decision
    // Several mails of a thread that waits are one question.
    const waiting = isKnown ? (proposals.waitingOf(reading.conversation.id)[0] ?? proposals.askedOf(reading.uidOf).waiting) : undefined
    if (waiting) return outcome({ outcome: 'proposed', proposal_id: waiting.id, task_id: waiting.task_id, why })
    const task_id = as === 'update' ? decision.id : null
    const { same, possible } = split(candidates, sameTaskFrom.asked)
    const proposal = proposals.put(reading, { as, why, task: shown(task), task_id, candidates: same.map(brief) })
    const others = possible.filter(({ id }) => id !== task_id).map(brief)
    return outcome({ outcome: 'proposed', proposal_id: proposal.id, task_id, score: same[0]?.score ?? null, why, possible: others })
  }

  /** `newest`: the newest task before the comparison. Inside a write. */
  return function carryOut(compared: Compared, reading: Reading, thread: Thread, newest: number, record: Recorder): Outcome {
    const { task } = compared
    const { meanwhile, still } = present(compared, newest)
    const decision = taskOfMail(task, [...meanwhile, ...still], thread)
    if (decision.action === 'keep') return outcome({ outcome: 'kept', why: task.doubt })
    if (decision.action === 'update') return update(decision, task, thread.linked, reading, record)
    if (decision.action === 'propose') return propose(decision, { task, candidates: still }, thread.isKnown, reading)
    const created = write.create(task, reading, record, freeUid(reading.uidOf))
    adopt(created)
    return outcome({ outcome: 'created', task_id: created.id, possible: split(still, sameTaskFrom.asked).possible.map(brief) })
  }
}

/** What others who read this thread have made of it. */
export const sharedTasks = (tasks: Pick<Tasks, 'byUid'>, uidOf: UidOf | undefined): Task[] => (uidOf ? places.flatMap((n) => tasks.byUid(uidOf(n)) ?? []) : [])
