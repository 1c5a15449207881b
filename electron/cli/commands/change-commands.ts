// Commands that change tasks which exist: their status, priority, labels, and what is written at the end of their description.
import { missingProof, missingText } from '../../../shared/domain/evidence/states.ts'
import { appended } from '../../../shared/domain/tasks/appended.ts'
import { isSameWord } from '../../../shared/domain/search/plain-words.ts'
import { ApiError } from '../../../shared/http/client.ts'
import type { Task, TaskPatch, TaskView } from '../../../shared/schema/task.ts'
import { priorities, type Priority, type Status, statuses } from '../../../shared/schema/task-words.ts'
import type { Answer, Command, LocalClient } from './command.ts'
import { exitCodes, NotFound, UsageError } from '../exit-codes.ts'
import { brief, taskLine, taskLines, visible } from '../output.ts'
import { sayHint } from '../say-hint.ts'
import { sayTree } from '../prove/say-tree.ts'
import { id, number, words } from '../read-input.ts'

const idsOf = (given: readonly string[]): number[] => {
  if (given.length === 0) throw new UsageError('ID must be a number; got nothing.')
  return [...new Set(given.map((word) => number(word.replace(/^#/, ''), 'ID')))]
}

/** All of them, or none: throws `NotFound` that names those that do not exist. */
async function readAll(client: LocalClient, ids: readonly number[]): Promise<Task[]> {
  const read = await Promise.all(
    ids.map((one) =>
      client.getTask({ params: { id: one } }).catch((error: unknown) => {
        if (error instanceof ApiError && error.problem.status === 404) return one
        throw error
      }),
    ),
  )
  const missing = read.filter((one) => typeof one === 'number')
  if (missing.length > 0) throw new NotFound(`There is no task ${missing.join(', ')}. ${ids.length > missing.length ? 'Nothing was changed.' : ''}`.trim())
  return read.filter((one) => typeof one !== 'number')
}

/** The same change for all, in one transaction. What somebody deleted at that very moment is named. */
async function changeAll(client: LocalClient, given: readonly string[], patch: TaskPatch): Promise<Answer> {
  const ids = idsOf(given)
  const { maxAtOnce } = await import('../../../shared/contract/bulk.ts')
  if (ids.length > maxAtOnce) throw new UsageError(`At most ${maxAtOnce} tasks per call; got ${ids.length}. Nothing was changed.`)
  const tasks = await readAll(client, ids)
  if (patch.status === 'done') await sayTree(client, ids)
  const { left } = await client.changeTasks({ body: { changes: [{ ids, patch }] } })
  const gone = new Set(left.map((one) => one.id))
  const changed = tasks.filter((task) => !gone.has(task.id)).map((task) => ({ ...task, ...patch }) as Task)
  if (left.length > 0) {
    const why = left.map(({ id: one, detail }) => `Task ${one} was not changed: ${detail}`)
    return { json: { changed: changed.map(brief), left }, text: [...changed.map(taskLine), ...why].join('\n'), exitCode: exitCodes.notFound }
  }
  if (patch.status === 'done') return answerToDone(client, changed)
  return { json: changed.length === 1 ? brief(changed[0] as Task) : changed.map(brief), text: taskLines(changed, '') }
}

/** Where the person wants proof, "done" may have become "in review": what is missing is said, and told by the exit code. */
async function answerToDone(client: LocalClient, wanted: readonly Task[]): Promise<Answer> {
  const tasks = await readAll(
    client,
    wanted.map((task) => task.id),
  )
  const told = await Promise.all(
    tasks.map(async (task) => {
      if (task.status !== 'in_review') return { json: brief(task), lines: [taskLine(task)], isHeld: false }
      const missing = missingProof(task.criteria, await client.listEvidence({ params: { id: task.id } }))
      const note = missingText(task.id, missing)
      return { json: { ...brief(task), note }, lines: [taskLine(task), `      ${visible(note)}`], isHeld: true }
    }),
  )
  return {
    json: told.length === 1 ? told[0]?.json : told.map(({ json }) => json),
    text: told.flatMap(({ lines }) => lines).join('\n'),
    ...(told.some(({ isHeld }) => isHeld) ? { exitCode: exitCodes.inReview } : {}),
  }
}

const maxTries = 20

/** Reads, changes and writes: what somebody else writes in between is read again, and never overwritten. */
export async function changeOne(client: LocalClient, task: number, change: (now: TaskView) => TaskPatch): Promise<TaskView> {
  for (let tries = 1; ; tries++) {
    const now = await client.getTask({ params: { id: task } })
    try {
      const { body, headers } = await client.full.updateTask({ params: { id: task }, body: change(now) }, { headers: { 'If-Match': `"${now.version}"` } })
      sayHint(headers.get('x-assignee-hint'))
      return body
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem.status !== 412 || tries === maxTries) throw error
    }
  }
}

export const changeCommands: readonly Command[] = [
  {
    name: 'done',
    takes: 'ID…',
    says: 'set tasks to done, or to --status; all of them, or none if one does not exist',
    options: { status: { type: 'string', short: 's', value: 'STATUS', says: statuses.join(', '), choices: statuses } },
    run: (input, client) => changeAll(client, input.words, { status: (input.text('status') as Status) ?? 'done' }),
  },
  {
    name: 'priority',
    takes: 'ID… PRIORITY',
    says: `set the priority: ${priorities.join(', ')}`,
    options: {},
    async run(input, client) {
      const wanted = input.words.at(-1)
      if (!priorities.some((one) => one === wanted)) throw new UsageError(`The last word must be one of ${priorities.join(', ')}; got '${wanted ?? ''}'.`)
      return changeAll(client, input.words.slice(0, -1), { priority: wanted as Priority })
    },
  },
  {
    name: 'label',
    takes: 'ID LABEL…',
    says: 'add labels to a task; with --remove take them away',
    options: { remove: { type: 'boolean', short: 'r', says: 'take them away' } },
    async run(input, client) {
      const [task, named] = [id(input), input.words.slice(1).map((word) => word.replace(/^#/, ''))]
      if (named.length === 0) throw new UsageError('LABEL is missing. Name one or more.')
      const changed = await changeOne(client, task, ({ labels }) => ({
        labels: input.flag('remove') ? labels.filter((one) => !named.some((name) => isSameWord(name, one))) : [...new Set([...labels, ...named])],
      }))
      return { json: brief(changed), text: taskLine(changed) }
    },
  },
  {
    name: 'append',
    takes: 'ID TEXT',
    says: 'append TEXT (Markdown; - reads standard input) to the description',
    options: {},
    async run(input, client) {
      const [task, text] = [id(input), words(input, 'TEXT', 1)]
      const changed = await changeOne(client, task, ({ description }) => ({ description: appended(description, text) }))
      return { json: brief(changed), text: `Appended to task ${changed.id}.` }
    },
  },
]
