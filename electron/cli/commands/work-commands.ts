// The loop of an agent in a shell: take the next task, finish it.
import type { Comment } from '../../../shared/schema/comment.ts'
import type { FinishRequest, NextAnswer, NextRequest } from '../../../shared/schema/work/work.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { brief, taskPage, visible } from '../output.ts'
import { sayTree } from '../prove/say-tree.ts'
import { id, number, optional } from '../read-input.ts'
import type { Answer, Command, Input, LocalClient } from './command.ts'

/** As the schema has it, which is not loaded for it. */
const maxWaitSeconds = 240
const shownComments = 5
const finishStatuses = ['done', 'in_review', 'todo'] as const

/** The server waits for a while only, so a longer wait is several calls. */
async function take(client: LocalClient, asked: NextRequest, seconds: number): Promise<NextAnswer> {
  const found = await client.nextTask({ body: { ...asked, wait_seconds: Math.min(seconds, maxWaitSeconds) } })
  return found.outcome === 'none' && seconds > maxWaitSeconds ? take(client, asked, seconds - maxWaitSeconds) : found
}

function told({ task, ...answer }: NextAnswer, comments: readonly Comment[]): Answer {
  if (!task) {
    const { ready, ...others } = answer.left
    const counts = Object.entries({ ready, ...others }).filter(([, count]) => count > 0)
    return {
      json: answer,
      text: [visible(answer.note ?? ''), ...counts.map(([what, count]) => `${String(count).padStart(5)} ${what}`)].join('\n'),
      exitCode: exitCodes.notFound,
    }
  }
  const { description, criteria } = task
  const said = comments.map(({ author, body }) => ({ author: author.name, body }))
  const before = (answer.builds_on ?? []).map(({ id: done, title, summary }) => `Builds on ${done} ${visible(title)}${summary ? `: ${visible(summary)}` : ''}`)
  return {
    json: {
      ...answer,
      task: {
        ...brief(task),
        ...(description ? { description } : {}),
        ...(criteria.length > 0 ? { criteria: criteria.map(({ text }) => text) } : {}),
        ...(said.length > 0 ? { comments: said } : {}),
      },
    },
    text: [taskPage(task, comments, undefined), ...(before.length > 0 ? ['', ...before] : []), '', `Yours (${answer.outcome}). Its key: ${answer.key}`].join(
      '\n',
    ),
  }
}

/** Whoever gives no key finishes what its own run holds, or what nobody holds. */
async function keyFor(client: LocalClient, taskId: number): Promise<{ key: string } | Answer> {
  const { key, note, waits_for } = await client.nextTask({ body: { id: taskId } })
  if (key !== undefined) return { key }
  const holder = waits_for?.find((reason) => reason.for === 'claim')?.who
  const why = holder === undefined ? note : `${holder} has claimed task ${taskId}.`
  return { json: { outcome: 'lost', note: why }, text: `${visible(why ?? '')} Nothing was written.`, exitCode: exitCodes.conflict }
}

function statusOf(input: Input): FinishRequest['status'] {
  const given = input.text('status') ?? 'done'
  const status = finishStatuses.find((one) => one === given)
  if (!status) throw new UsageError(`--status must be one of ${finishStatuses.join(', ')}; got '${given}'.`)
  return status
}

export const workCommands: readonly Command[] = [
  {
    name: 'next',
    takes: '[ID]',
    says: 'take the next task: the best that is ready (or this one), claimed and set in progress (exit code 4: none is ready)',
    options: {
      label: { type: 'string', short: 'l', multiple: true, value: 'LABEL', says: 'only tasks with this label; may repeat' },
      wait: { type: 'string', short: 'w', value: 'SECONDS', says: 'wait so long for a task to become ready' },
      key: { type: 'string', value: 'KEY', says: 'the key of a task you hold, after a restart' },
    },
    async run(input, client) {
      const [word] = input.words
      const asked: NextRequest = {
        ...(word === undefined ? {} : { id: number(word.replace(/^#/, ''), 'ID') }),
        ...(input.list('label') ? { labels: input.list('label') } : {}),
        ...(input.text('key') ? { key: input.text('key') } : {}),
      }
      const found = await take(client, asked, optional(input, 'wait') ?? 0)
      const comments = found.task ? await client.listComments({ params: { id: found.task.id } }) : []
      return told(found, comments.slice(-shownComments))
    },
  },
  {
    name: 'finish',
    takes: 'ID',
    says: 'finish a task you have taken: comment, status and release in one step (exit code 3: your claim has ended, nothing was written)',
    options: {
      message: { type: 'string', short: 'm', value: 'SUMMARY', says: 'what you did and how you checked it; kept as a comment' },
      status: { type: 'string', short: 's', value: 'STATUS', says: `${finishStatuses.join(', ')} (default done)`, choices: finishStatuses },
      key: { type: 'string', value: 'KEY', says: 'the key that next printed; not needed in the same shell' },
    },
    async run(input, client) {
      const taskId = id(input)
      const status = statusOf(input)
      const summary = input.text('message')
      if (!summary?.trim()) throw new UsageError('SUMMARY is missing: say what you did with --message TEXT.')
      const given = input.text('key')
      const found = given === undefined ? await keyFor(client, taskId) : { key: given }
      if (!('key' in found)) return found
      if ((status ?? 'done') === 'done') await sayTree(client, [taskId])
      const { outcome, task, note } = await client.finishTask({ params: { id: taskId }, body: { key: found.key, summary, ...(status ? { status } : {}) } })
      return {
        json: { outcome, ...brief(task), ...(note ? { note } : {}) },
        text: outcome === 'lost' ? visible(note ?? '') : `Task ${taskId}: ${task.status.replace('_', ' ')}.`,
        exitCode: outcome === 'lost' ? exitCodes.conflict : exitCodes.done,
      }
    },
  },
]
