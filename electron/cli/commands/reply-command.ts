// Answers whoever asked by email for a task. An agent's answer waits for a person, unless its policy says otherwise.
import { ApiError } from '../../../shared/http/client.ts'
import type { Command } from './command.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { visible } from '../output.ts'
import { id, readText } from '../read-input.ts'

export const replyCommand: Command = {
  name: 'reply',
  takes: 'ID',
  says: 'answer by email whoever asked by email for a task; an agent’s answer waits for a person (exit code 6), unless its policy allows it',
  options: { text: { type: 'string', short: 't', value: 'TEXT', says: 'plain text; - reads standard input' } },
  async run(input, client) {
    const params = { id: id(input) }
    const given = input.text('text')
    const body = given === '-' ? readText('-') : given
    if (!body?.trim()) throw new UsageError('TEXT is missing: say what to answer with --text TEXT.')
    const { to, from, cannot } = await client.draftReply({ params })
    if (from === null) {
      const why = cannot ?? `Task ${params.id} did not come by email to a mailbox that Tandem watches.`
      return { json: { outcome: 'not_sent', note: why }, text: visible(why), exitCode: exitCodes.conflict }
    }
    try {
      const reply = await client.sendReply({ params, body: { to, body } })
      return { json: reply, text: `Is sent to ${visible(reply.to.join(', '))} in a moment, from ${visible(reply.mailbox)}.` }
    } catch (error) {
      const { proposal } = error instanceof ApiError ? (error.problem as { proposal?: number }) : {}
      if (proposal === undefined) throw error
      const note = (error as ApiError).message
      return { json: { outcome: 'proposed', proposal, note }, text: visible(note), exitCode: exitCodes.forbidden }
    }
  },
}
