// What `tandem` can do. Each command is a call or two of the typed client.
import { listSorts } from '../../../shared/domain/tasks/due-order.ts'
import { ApiError } from '../../../shared/http/client.ts'
import type { NewConversation } from '../../../shared/schema/conversation.ts'
import type { Schedule } from '../../../shared/schema/schedule.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { priorities, type Priority, type Status, statuses } from '../../../shared/schema/task-words.ts'
import { agentCommands } from './agent-commands.ts'
import { changeCommands } from './change-commands.ts'
import { attachCommand } from './attach-command.ts'
import type { AnyCommand, Option } from './command.ts'
import { connectCommand } from './connect-command.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { hookCommand } from './hook-command.ts'
import { openCommand } from './open-command.ts'
import { brief, taskLine, taskLines, taskPage } from '../output.ts'
import { aboutLines, evidenceBrief, questionBrief } from '../task-about.ts'
import { sayHint } from '../say-hint.ts'
import { id, optional, readText, taskOption, taskOptions, words } from '../read-input.ts'
import { questionCommands } from './question-commands.ts'
import { proveCommand } from './prove-command.ts'
import { days, rule } from './reminder-rule.ts'
import { dueInWords, remindersOf } from './when-words.ts'
import { replyCommand } from './reply-command.ts'
import { setCommand } from './set-command.ts'
import { setupCommand } from './setup-command.ts'
import { undo } from './undo-command.ts'
import { updateCommand } from './update-command.ts'
import { workCommands } from './work-commands.ts'
import { verifyCommand } from './verify-command.ts'

const status: Option = { type: 'string', short: 's', value: 'STATUS', says: statuses.join(', '), choices: statuses }
const priority: Option = { type: 'string', short: 'p', value: 'PRIORITY', says: priorities.join(', '), choices: priorities }
const limit: Option = { type: 'string', short: 'n', value: 'NUMBER', says: 'at most this many' }
const key: Option = { type: 'string', value: 'KEY', says: 'the key from your claim, which proves it is yours' }

export const commands: readonly AnyCommand[] = [
  {
    name: 'add',
    takes: 'TITLE',
    says: 'add a task; if a similar one exists, nothing is added (exit code 3) unless --force',
    options: {
      description: { type: 'string', short: 'd', value: 'TEXT', says: 'Markdown; - reads standard input' },
      status,
      priority,
      label: { type: 'string', short: 'l', multiple: true, value: 'LABEL', says: 'may repeat' },
      requester: { type: 'string', multiple: true, value: 'WHO', says: 'who asked for it; may repeat' },
      key: { type: 'string', value: 'KEY', says: 'dedupe key, area::intent::object' },
      due: { type: 'string', value: 'WHEN', says: 'when it is due: "Friday", "in 3 weeks", "every other Friday", 2026-11-27 or 2026-11-27T17:00:00Z' },
      remind: { type: 'string', multiple: true, value: 'WHEN', says: 'a reminder: "tomorrow 9am", "every Monday", "1 hour before due"; may repeat' },
      assignee: { type: 'string', value: 'WHO', says: 'who does it: an address, a contact slug, a name, or agent:NAME' },
      parent: { type: 'string', value: 'ID', says: 'of which task it is a part' },
      'blocked-by': { type: 'string', multiple: true, value: 'ID', says: 'which task must be done first; may repeat' },
      criterion: { type: 'string', multiple: true, value: 'TEXT', says: 'what must be true for done; may repeat' },
      force: { type: 'boolean', short: 'f', says: 'add it even if similar tasks exist' },
    },
    async run(input, client) {
      const description = input.text('description')
      const due = input.text('due') ? await dueInWords(input.text('due') as string) : undefined
      const schedules = [...(due?.schedules ?? []), ...(await Promise.all((input.list('remind') ?? []).map((one) => remindersOf(one)))).flat()]
      const body = {
        title: words(input, 'TITLE'),
        ...(description === undefined ? {} : { description: description === '-' ? readText('-') : description }),
        ...(input.text('status') ? { status: input.text('status') as Status } : {}),
        ...(input.text('priority') ? { priority: input.text('priority') as Priority } : {}),
        ...(input.list('label') ? { labels: input.list('label') } : {}),
        ...(input.list('requester') ? { requesters: input.list('requester') } : {}),
        ...(input.text('key') ? { dedupe_key: input.text('key') } : {}),
        ...(due ? { due: due.due } : {}),
        ...(input.text('assignee') ? { assignee: input.text('assignee') } : {}),
        ...(input.text('parent') ? { parent_id: taskOption(input, 'parent') } : {}),
        ...(input.list('blocked-by') ? { blocked_by: taskOptions(input, 'blocked-by') } : {}),
        ...(input.list('criterion') ? { criteria: input.list('criterion')?.map((text) => ({ text })) } : {}),
      }
      try {
        const { body: task, headers } = await client.full.createTask({ query: { on_duplicate: input.flag('force') ? 'create' : 'reject' }, body })
        sayHint(headers.get('x-assignee-hint'))
        for (const one of schedules) await client.createSchedule({ params: { id: task.id }, body: one })
        return { json: brief(task), text: taskLine(task) }
      } catch (error) {
        const candidates = error instanceof ApiError ? (error.problem as { candidates?: (Task & { score: number })[] }).candidates : undefined
        if (!candidates) throw error
        return {
          json: { outcome: 'needs_decision', candidates: candidates.map(brief) },
          text: `Nothing was added: a similar task exists. Use that one, or add yours with --force.\n${taskLines(candidates, '')}`,
          exitCode: exitCodes.conflict,
        }
      }
    },
  },
  {
    name: 'list',
    takes: '',
    says: 'list tasks, newest first or by due date; without --status, all that are not done',
    options: {
      status: { ...status, multiple: true },
      priority: { ...priority, multiple: true },
      label: { type: 'string', short: 'l', multiple: true, value: 'LABEL', says: 'with any of these' },
      assignee: { type: 'string', multiple: true, value: 'WHO', says: 'of any of these; me, none' },
      'due-before': { type: 'string', value: 'DAY', says: 'due earlier than this day or moment' },
      'due-after': { type: 'string', value: 'DAY', says: 'due on this day or moment, or later' },
      parent: { type: 'string', value: 'ID', says: 'that are a part of this task' },
      'waits-for': { type: 'string', value: 'ID', says: 'that wait for this task' },
      blocked: { type: 'boolean', says: 'that wait for other tasks' },
      ready: { type: 'boolean', says: 'that you can begin: they wait for nothing and are nobody else’s' },
      inbox: { type: 'boolean', says: 'that nobody has triaged' },
      overdue: { type: 'boolean', says: 'not done though their day is over' },
      sort: { type: 'string', value: 'ORDER', choices: listSorts, says: 'newest first (newest), or what is due first (due)' },
      limit,
    },
    async run(input, client) {
      const filter = {
        status: (input.list('status') as Status[] | undefined) ?? statuses.filter((one) => one !== 'done'),
        priority: input.list('priority') as Priority[] | undefined,
        label: input.list('label'),
        assignee: input.list('assignee'),
        due_before: input.text('due-before'),
        due_after: input.text('due-after'),
        parent: taskOption(input, 'parent'),
        blocker: taskOption(input, 'waits-for'),
        ...(input.flag('blocked') ? { ready: false } : {}),
        sort: input.text('sort') as (typeof listSorts)[number] | undefined,
        ...(input.flag('ready') ? { ready: true } : {}),
        ...(input.flag('inbox') ? { inbox: true } : {}),
        ...(input.flag('overdue') ? { overdue: true, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone } : {}),
        limit: optional(input, 'limit') ?? 50,
      }
      const { body, headers } = await client.full.listTasks({ query: filter })
      const total = Number(headers.get('x-total-count'))
      const more = total - body.length
      return {
        json: { tasks: body.map(brief), total, ...(more > 0 ? { more: `${more} more: raise --limit` } : {}) },
        text: `${taskLines(body, 'Nothing to do.')}${more > 0 ? `\n${more} more (--limit)` : ''}`,
      }
    },
  },
  {
    name: 'show',
    takes: 'ID',
    says: 'one task with its comments, open questions and evidence',
    options: {},
    async run(input, client) {
      const params = { id: id(input) }
      const [task, comments, claims, questions, evidence] = await Promise.all([
        client.getTask({ params }),
        client.listComments({ params }),
        client.listClaims(),
        client.listTaskQuestions({ params }),
        client.listEvidence({ params }),
      ])
      const open = questions.filter(({ state }) => state === 'open')
      const claim = claims.find((one) => one.task_id === params.id)
      return {
        json: {
          ...task,
          comments: comments.map(({ author, body, created_at }) => ({ author: author.name, at: created_at, body })),
          ...(claim ? { claim: { by: claim.holder.name, until: claim.expires_at } } : {}),
          ...(open.length > 0 ? { questions: open.map(questionBrief) } : {}),
          ...evidenceBrief(evidence),
        },
        text: [taskPage(task, comments, claim), ...aboutLines(task, open, evidence)].join('\n'),
      }
    },
  },
  {
    name: 'search',
    takes: 'WORDS',
    says: 'search tasks, best first',
    options: { limit },
    async run(input, client) {
      const { body: hits, headers } = await client.full.searchTasks({ query: { q: words(input, 'WORDS'), limit: optional(input, 'limit') ?? 10 } })
      sayHint(headers.get('x-search-hint'))
      return { json: hits.map(brief), text: taskLines(hits, 'No results.') }
    },
  },
  {
    name: 'dup',
    takes: 'TEXT',
    says: 'find possible duplicates, with how likely they are the same task',
    options: { limit },
    async run(input, client) {
      const found = await client.findDuplicates({ body: { text: words(input, 'TEXT'), limit: optional(input, 'limit') ?? 5 } })
      return { json: found.map(brief), text: taskLines(found, 'No similar tasks.') }
    },
  },
  ...changeCommands,
  setCommand,
  {
    name: 'comment',
    takes: 'ID TEXT',
    says: 'comment on a task; - reads standard input',
    options: {},
    async run(input, client) {
      const comment = await client.createComment({ params: { id: id(input) }, body: { body: words(input, 'TEXT', 1) } })
      return { json: { id: comment.id, task_id: comment.task_id }, text: `Commented on task ${comment.task_id}.` }
    },
  },
  attachCommand,
  replyCommand,
  {
    name: 'remind',
    takes: 'ID [WHEN]',
    says: 'set a reminder: "tomorrow 9am", "every other Friday at 9", "30 minutes before due"; or by the options',
    options: {
      at: { type: 'string', value: 'MOMENT', says: 'once, ISO 8601: 2027-01-31T09:00' },
      'before-due': { type: 'string', value: 'TIME', says: 'once, so long before the task is due: 30m, 2h, 1d; moves with its due date' },
      every: { type: 'string', value: 'DAYS', says: 'repeat every so many days' },
      weekly: { type: 'string', value: 'DAY', says: 'monday …', choices: days },
      monthly: { type: 'string', value: 'DAY', says: '1 to 31' },
      rule: { type: 'string', value: 'RRULE', says: 'any repetition by days, weeks, months or years (RFC 5545): "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"' },
      from: { type: 'string', value: 'DAY', says: 'with --rule: the day it counts from, YYYY-MM-DD; default: today' },
      time: { type: 'string', value: 'HH:MM', says: 'the time of day' },
      timezone: { type: 'string', value: 'ZONE', says: 'IANA name; default: that of this computer' },
    },
    async run(input, client) {
      const said = input.words.slice(1).join(' ')
      const bodies = said === '' ? [rule(input)] : await remindersOf(said, input.text('timezone'))
      const made = []
      for (const body of bodies) made.push(await client.createSchedule({ params: { id: id(input) }, body }))
      const [first, ...more] = made.map(({ id: number, task_id, next_fire_at }) => ({ id: number, task_id, next_fire_at }))
      const nextText = ({ next_fire_at: next, before_due_minutes }: Schedule) =>
        next ? new Date(next).toLocaleString() : before_due_minutes !== null ? 'waits until the task is due at some time' : 'no next time'
      return { json: { ...first, ...(more.length > 0 ? { more } : {}) }, text: made.map((one) => `Task ${one.task_id}: ${nextText(one)}.`).join('\n') }
    },
  },
  {
    name: 'conversation',
    takes: 'FILE',
    says: 'turn email or chat into tasks, as JSON (- reads standard input): {"source", "external_id", "subject", "messages": [{"from", "sent_at", "body"}]}',
    options: {},
    async run(input, client) {
      const file = input.words[0]
      if (file === undefined) throw new UsageError('FILE is missing. Give the name of a JSON file, or - to read it from standard input.')
      const text = readText(file)
      let body: NewConversation
      try {
        body = JSON.parse(text) as NewConversation
      } catch (error) {
        throw new UsageError(`${file} is not JSON: ${(error as Error).message}`)
      }
      const { id: conversation, new_messages, extraction, outcomes } = await client.takeInConversation({ body })
      const lines = outcomes.map(
        ({ outcome, task_id, proposal_id, why }) =>
          `${outcome}${task_id === null ? '' : ` task ${task_id}`}${proposal_id === null ? '' : ` (proposal ${proposal_id})`}${why ? `: ${why}` : ''}`,
      )
      return {
        json: { id: conversation, new_messages, extraction, outcomes },
        text: [`Conversation ${conversation}: ${new_messages} new.`, ...lines, ...(extraction.fallback ? [`Read by rules: ${extraction.fallback}.`] : [])].join(
          '\n',
        ),
      }
    },
  },
  {
    name: 'claim',
    takes: 'ID',
    says: 'claim a task while you work on it (exit code 3: someone else has it); with --key, renew it',
    options: { ttl: { type: 'string', value: 'MINUTES', says: 'how long it lasts without renewal (default 15)' }, key },
    async run(input, client) {
      const ttl = optional(input, 'ttl')
      const claim = await client.claimTask({
        params: { id: id(input) },
        body: { ...(ttl === undefined ? {} : { ttl_minutes: ttl }), ...(input.text('key') ? { key: input.text('key') } : {}) },
      })
      return {
        json: { task_id: claim.task_id, key: claim.key, expires_at: claim.expires_at },
        text: `Yours until ${new Date(claim.expires_at).toLocaleTimeString()}. Its key: ${claim.key}`,
      }
    },
  },
  {
    name: 'release',
    takes: 'ID',
    says: 'release a claim',
    options: { key },
    async run(input, client) {
      const taskId = id(input)
      await client.releaseClaim({ params: { id: taskId }, query: input.text('key') ? { key: input.text('key') } : {} })
      return { json: { task_id: taskId, released: true }, text: `Task ${taskId} released.` }
    },
  },
  ...workCommands,
  ...questionCommands,
  ...agentCommands,
  proveCommand,
  verifyCommand,
  undo,
  openCommand,
  setupCommand,
  connectCommand,
  updateCommand,
  hookCommand,
]
