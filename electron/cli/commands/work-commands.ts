// The loop of an agent in a shell: take the next task, finish it.
import type { Comment } from '../../../shared/schema/comment.ts'
import type { NewEvidence } from '../../../shared/schema/work/evidence.ts'
import type { FinishAnswer, FinishRequest, NextAnswer, NextRequest } from '../../../shared/schema/work/work.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { brief, taskPage, visible } from '../output.ts'
import { sayTree } from '../prove/say-tree.ts'
import { id, number, optional } from '../read-input.ts'
import type { Answer, Command, Input, LocalClient } from './command.ts'
import { waitInTurns } from './wait-in-turns.ts'

const shownComments = 5
const finishStatuses = ['done', 'in_review', 'todo'] as const

const take = (client: LocalClient, asked: NextRequest, seconds: number): Promise<NextAnswer> =>
  waitInTurns(
    seconds,
    (wait_seconds) => client.nextTask({ body: { ...asked, wait_seconds } }),
    ({ outcome }) => outcome !== 'none',
  )

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

/** What its own run does not hold, it can take if nobody does. */
async function keyFor(client: LocalClient, taskId: number): Promise<{ key: string } | Answer> {
  const { key, note, waits_for } = await client.nextTask({ body: { id: taskId } })
  if (key !== undefined) return { key }
  const holder = waits_for?.find((reason) => reason.for === 'claim')?.who
  const why = holder === undefined ? note : `${holder} has claimed task ${taskId}.`
  return { json: { outcome: 'lost', note: why }, text: `${visible(why ?? '')} Nothing was written.`, exitCode: exitCodes.conflict }
}

function toldFinish({ outcome, task, note }: FinishAnswer, wanted: FinishRequest['status']): Answer {
  const isHeld = wanted === 'done' && task.status === 'in_review'
  return {
    json: { outcome, ...brief(task), ...(note ? { note } : {}) },
    text: [...(outcome === 'lost' ? [] : [`Task ${task.id}: ${task.status.replace('_', ' ')}.`]), ...(note ? [visible(note)] : [])].join('\n'),
    exitCode: outcome === 'lost' ? exitCodes.conflict : isHeld ? exitCodes.inReview : exitCodes.done,
  }
}

function statusOf(input: Input): FinishRequest['status'] & string {
  const given = input.text('status') ?? 'done'
  const status = finishStatuses.find((one) => one === given)
  if (!status) throw new UsageError(`--status must be one of ${finishStatuses.join(', ')}; got '${given}'.`)
  return status
}

const maxCriteria = 100

/** `[N=]ID` names what `tandem prove` has recorded, `[N=]TEXT` is a claim; N is the criterion that it answers. */
export function evidenceFrom(given: string): NewEvidence {
  const [, place, rest = given] = /^(\d{1,9})=(.*)$/s.exec(given) ?? []
  const said = rest.trim()
  if (said === '') throw new UsageError(`--evidence must be [N=]ID or [N=]TEXT; got '${given}'.`)
  const criterion = place === undefined ? undefined : Number(place)
  if (criterion === 0 || (criterion ?? 1) > maxCriteria) throw new UsageError(`N in --evidence must be from 1 to ${maxCriteria}; got ${place}.`)
  const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(said)
  return { ...(isId ? { kind: 'ran' as const, id: said } : { kind: 'claimed' as const, text: said }), ...(criterion === undefined ? {} : { criterion }) }
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
      worker: { type: 'string', value: 'NAME', says: 'your own name, where several agents share a shell: each has a task of its own' },
    },
    async run(input, client) {
      const [word] = input.words
      const asked: NextRequest = {
        ...(word === undefined ? {} : { id: number(word.replace(/^#/, ''), 'ID') }),
        ...(input.list('label') ? { labels: input.list('label') } : {}),
        ...(input.text('key') ? { key: input.text('key') } : {}),
        ...(input.text('worker') === undefined ? {} : { worker: input.text('worker') }),
      }
      const found = await take(client, asked, optional(input, 'wait') ?? 0)
      const comments = found.task ? await client.listComments({ params: { id: found.task.id } }) : []
      return told(found, comments.slice(-shownComments))
    },
  },
  {
    name: 'finish',
    takes: 'ID',
    says: 'finish a task you have taken: comment, evidence, status and release in one step (exit code 3: your claim has ended, nothing was written; 7: in review instead of done)',
    options: {
      message: { type: 'string', short: 'm', value: 'SUMMARY', says: 'what you did and how you checked it; kept as a comment' },
      status: { type: 'string', short: 's', value: 'STATUS', says: `${finishStatuses.join(', ')} (default done)`, choices: finishStatuses },
      evidence: {
        type: 'string',
        multiple: true,
        value: '[N=]ID|TEXT',
        says: 'what shows it: the id of evidence that prove printed, or a claim, for criterion N; may repeat',
      },
      key: { type: 'string', value: 'KEY', says: 'the key that next printed; not needed in the same shell' },
    },
    async run(input, client) {
      const taskId = id(input)
      const status = statusOf(input)
      const summary = input.text('message')
      if (!summary?.trim()) throw new UsageError('SUMMARY is missing: say what you did with --message TEXT.')
      const evidence = input.list('evidence')?.map(evidenceFrom)
      const given = input.text('key')
      if (status === 'done') await sayTree(client, [taskId])
      const finish = (proof: Pick<FinishRequest, 'key' | 'own_run'>) =>
        client.finishTask({ params: { id: taskId }, body: { ...proof, summary, status, ...(evidence ? { evidence } : {}) } })
      let finished = await finish(given === undefined ? { own_run: true } : { key: given })
      if (finished.outcome === 'lost' && given === undefined && finished.held_by === undefined && finished.task.status !== 'done') {
        const found = await keyFor(client, taskId)
        if (!('key' in found)) return found
        finished = await finish(found)
      }
      return toldFinish(finished, status)
    },
  },
]
