// `tandem undo`: one entry, one's own last, or a burst.
import { isRealDay } from '../../../shared/domain/time/due.ts'
import { runOf } from '../../../shared/http/actor.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import type { Command } from './command.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { entryLine } from '../output.ts'
import { number } from '../read-input.ts'

export const undo: Command = {
  name: 'undo',
  takes: '[ENTRY]',
  says: 'undo one journal entry, your last one, or everything --actor did --since',
  options: {
    actor: { type: 'string', value: 'NAME', says: 'whose changes' },
    run: { type: 'string', value: 'RUN', says: 'in which run (see the journal); * for all' },
    since: { type: 'string', value: 'MOMENT', says: 'from when on, ISO 8601' },
    preview: { type: 'boolean', says: 'show what would happen, without doing it' },
  },
  async run(input, client, writer) {
    const preview = input.flag('preview')
    if (input.text('actor') || input.text('since')) {
      if (!input.text('actor') || !input.text('since')) throw new UsageError('--actor and --since belong together.')
      const since = momentOf(input.text('since') as string)
      const run = input.text('run')
      const actor = { actor: input.text('actor'), ...(run === undefined ? {} : { run }) }
      const first = await client.undo({ body: { ...actor, since, preview } })
      // A preview looks at the newest only; the rest is counted.
      if (preview) return told(first)
      const all = [first]
      for (let { next } = first; next !== null; ) {
        // What is newer goes first.
        const more = await client.undo({ body: { ...actor, from: first.from ?? 1, to: next } })
        all.push(more)
        next = more.next
      }
      const done = all.flatMap((one) => one.done)
      return told({ ...first, done, conflicts: all.flatMap((one) => one.conflicts), entries: all.flatMap((one) => one.entries), left: 0, next: null })
    }
    if (input.words[0] !== undefined) return told(await client.undo({ body: { entry: number(input.words[0], 'ENTRY'), preview } }))
    const { journal } = await client.health()
    const recent = await client.readJournal({ query: { after: Math.max(0, journal - 1000), limit: 1000 } })
    const ownRun = runOf(writer.run) ?? null
    const isOwn = ({ actor, run }: JournalEntry) => actor.kind === writer.kind && actor.name === writer.name && run === ownRun
    const last = recent.findLast((entry) => isOwn(entry) && entry.undo_of === null && entry.undone_by === null && entry.cause === null)
    if (!last) throw new UsageError(`${writer.name} has made no recent change that can be undone. Name an ENTRY.`)
    return told(await client.undo({ body: { entry: last.seq, preview } }), entryLine(last))
  },
}

/** A day begins where one is. Date.parse makes 2 March of 30 February, and would undo another stretch than the one that was asked for. */
function momentOf(text: string): string {
  const day = text.slice(0, 10)
  const moment = isRealDay(day) && text.slice(11, 13) !== '24' ? new Date(text === day ? `${day}T00:00` : text) : undefined
  if (moment === undefined || Number.isNaN(moment.getTime()))
    throw new UsageError(`--since must be a moment that exists, such as 2027-01-31T09:00; got '${text}'.`)
  return moment.toISOString()
}

function told(
  result: {
    done: { entity: string; entity_id: number; action: string; fields: string[] }[]
    conflicts: { entity: string; entity_id: number; reason: string }[]
    preview: boolean
    left: number
    entries: number[]
    next: number | null
  },
  what = '',
) {
  const lines = [
    ...(what ? [what] : []),
    ...result.done.map((step) => `${step.action} ${step.entity} ${step.entity_id}${step.fields.length > 0 ? `: ${step.fields.join(', ')}` : ''}`),
    ...(result.left > 0 ? [`… and ${result.left} older entries that this preview does not cover`] : []),
    ...result.conflicts.map((conflict) => `left alone: ${conflict.entity} ${conflict.entity_id}, ${conflict.reason}`),
  ]
  return {
    json: result,
    text: lines.join('\n') || 'Nothing to undo.',
    ...(result.done.length === 0 && result.conflicts.length > 0 ? { exitCode: exitCodes.conflict } : {}),
  }
}
