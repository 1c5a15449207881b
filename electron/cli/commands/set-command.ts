// `tandem set ID`: what a task says beside its title and text. One call, and what somebody else writes meanwhile is kept.
import type { TaskPatch, TaskView } from '../../../shared/schema/task.ts'
import { changeOne } from './change-commands.ts'
import type { Command, Input } from './command.ts'
import { UsageError } from '../exit-codes.ts'
import { brief, taskLine, visible } from '../output.ts'
import { id, taskOption, taskOptions } from '../read-input.ts'
import { dueInWords } from './when-words.ts'

const orNone = (text: string) => (text === 'none' ? null : text)

/** What was asked for, as a change of the task as it is now. */
function patchOf(input: Input, due: string | null | undefined, now: Pick<TaskView, 'blocked_by' | 'criteria'>): TaskPatch {
  const [assignee, title] = [input.text('assignee'), input.text('title')]
  const [added, removed] = [taskOptions(input, 'blocked-by') ?? [], taskOptions(input, 'unblock') ?? []]
  const criteria = input.list('criterion') ?? []
  const parent_id = input.text('parent') === 'none' ? null : taskOption(input, 'parent')
  return {
    ...(title === undefined ? {} : { title }),
    ...(due === undefined ? {} : { due }),
    ...(assignee === undefined ? {} : { assignee: orNone(assignee) }),
    ...(parent_id === undefined ? {} : { parent_id }),
    ...(added.length + removed.length === 0 ? {} : { blocked_by: [...new Set([...now.blocked_by, ...added])].filter((one) => !removed.includes(one)) }),
    ...(criteria.length === 0 ? {} : { criteria: [...now.criteria, ...criteria.map((text) => ({ text }))] }),
  }
}

export const setCommand: Command = {
  name: 'set',
  takes: 'ID',
  says: 'set what is due when, who does it, what it is part of, what must be done first, what must be true for done; none clears',
  options: {
    title: { type: 'string', value: 'TEXT', says: 'another title' },
    due: { type: 'string', value: 'WHEN', says: '"Friday", "in 3 weeks", "every other Friday", 2026-11-27, none' },
    assignee: { type: 'string', value: 'WHO', says: 'an address, a contact slug, a name, agent:NAME, me, none' },
    parent: { type: 'string', value: 'ID', says: 'of which task it is a part; none' },
    'blocked-by': { type: 'string', multiple: true, value: 'ID', says: 'which task must be done first, too; may repeat' },
    unblock: { type: 'string', multiple: true, value: 'ID', says: 'which task need not be done first any more; may repeat' },
    criterion: { type: 'string', multiple: true, value: 'TEXT', says: 'what must be true for done, too; may repeat' },
  },
  async run(input, client) {
    const task = id(input)
    const [word] = input.words.slice(1)
    if (word !== undefined) throw new UsageError(`'${word}' is too much: name one task, and say the rest by options, for example --due Friday.`)
    const said = input.text('due')
    const when = said === undefined ? undefined : said === 'none' ? { due: null, schedules: [] } : await dueInWords(said)
    const asked = patchOf(input, when?.due, { blocked_by: [], criteria: [] })
    if (Object.keys(asked).length === 0) throw new UsageError('Nothing to set: give at least one of the options of tandem set --help.')
    const changed = await changeOne(client, task, (now) => patchOf(input, when?.due, now))
    for (const one of when?.schedules ?? []) await client.createSchedule({ params: { id: task }, body: one })
    const { parent_id, blocked_by, criteria } = changed
    const links = { ...(parent_id === null ? {} : { parent_id }), ...(blocked_by.length === 0 ? {} : { blocked_by }) }
    const more = criteria.length === 0 ? {} : { criteria: criteria.map(({ text }) => text) }
    const about = [
      ...(parent_id === null ? [] : [`part of ${parent_id}`]),
      ...(blocked_by.length === 0 ? [] : [`blocked by ${blocked_by.join(', ')}`]),
      ...criteria.map(({ text }) => `done when ${visible(text)}`),
    ]
    return { json: { ...brief(changed), ...links, ...more }, text: [taskLine(changed), ...about.map((line) => `      ${line}`)].join('\n') }
  },
}
