// What agents ask the person: asking, reading and answering.
import type { Question, QuestionOutcome } from '../../../shared/schema/work/question.ts'
import type { Answer, Command, LocalClient } from './command.ts'
import { UsageError } from '../exit-codes.ts'
import { visible } from '../output.ts'
import { id, number, optional, words } from '../read-input.ts'
import { waitInTurns } from './wait-in-turns.ts'

const toldOutcome: Record<QuestionOutcome['outcome'], string> = {
  answered: 'was answered',
  waiting: 'waits for an answer',
  dismissed: 'was dismissed: nobody will answer it',
  withdrawn: 'was withdrawn: its task was deleted',
}

const waitOn = (client: LocalClient, question: number, seconds: number): Promise<Question> =>
  waitInTurns(
    seconds,
    (wait_seconds) => client.getQuestion({ params: { id: question }, query: { wait_seconds } }),
    ({ state }) => state !== 'open',
  )

const outcomeOf = ({ id: question_id, state, answer, decided_by, merged_into }: Question): QuestionOutcome => ({
  outcome: state === 'open' ? 'waiting' : state,
  question_id,
  ...(state === 'answered' ? { answer: answer ?? '', by: decided_by?.name ?? '' } : {}),
  ...(merged_into === undefined ? {} : { merged_into }),
})

function lines(question: Question): string {
  const choices = question.options.map((option) => `         - ${visible(option)}`)
  return [`${String(question.id).padStart(6)} ${question.asked_by.name} asks about task ${question.task_id}: ${visible(question.question)}`, ...choices].join(
    '\n',
  )
}

/** A line for people; an answer alone is what scripts want. */
const told = (json: QuestionOutcome): Answer => ({
  json,
  text:
    json.outcome === 'answered'
      ? visible(json.answer ?? '')
      : `Question ${json.question_id} ${json.merged_into === undefined ? toldOutcome[json.outcome] : `was withdrawn: its task was merged into task ${json.merged_into}`}.`,
})

export const questionCommands: readonly Command[] = [
  {
    name: 'ask',
    takes: 'ID QUESTION',
    says: 'ask a person about a task; the task waits for the answer. The same question again tells how it stands',
    options: {
      option: { type: 'string', short: 'o', multiple: true, value: 'ANSWER', says: 'an answer to choose; may repeat' },
      wait: { type: 'string', short: 'w', value: 'SECONDS', says: 'wait so long for the answer' },
    },
    async run(input, client) {
      const seconds = optional(input, 'wait') ?? 0
      const asked = await client.askQuestion({
        params: { id: id(input) },
        body: { question: words(input, 'QUESTION', 1), ...(input.list('option') ? { options: input.list('option') } : {}) },
      })
      if (asked.outcome !== 'waiting' || seconds === 0) return told(asked)
      return told(outcomeOf(await waitOn(client, asked.question_id, seconds)))
    },
  },
  {
    name: 'questions',
    takes: '',
    says: 'what agents ask and nobody has answered yet',
    options: {},
    async run(_input, client) {
      const open = await client.listQuestions()
      return {
        json: open.map(({ id: question_id, task_id, asked_by, question, options }) => ({ question_id, task_id, by: asked_by.name, question, options })),
        text: open.map(lines).join('\n') || 'No open questions.',
      }
    },
  },
  {
    name: 'answer',
    takes: 'QUESTION TEXT',
    says: 'answer a question by its number (tandem questions), as the person',
    options: { dismiss: { type: 'boolean', says: 'take it off the list without an answer' } },
    async run(input, client) {
      const params = { id: number(input.words[0], 'QUESTION') }
      if (input.flag('dismiss')) {
        if (input.words.length > 1) throw new UsageError('With --dismiss there is no answer. Leave out either of them.')
        return told(outcomeOf(await client.dismissQuestion({ params })))
      }
      const answered = await client.answerQuestion({ params, body: { answer: words(input, 'TEXT', 1) } })
      return { json: outcomeOf(answered), text: `Answered question ${answered.id} on task ${answered.task_id}.` }
    },
  },
]
