import { Type } from 'typebox'
import { AppError } from '../../../../shared/domain/app-error.ts'
import { harmless, unfenced } from '../../../../shared/domain/agents/outside-text.ts'
import { object } from '../../../../shared/schema/field.ts'
import { maxOptions, maxWaitSeconds, NewQuestion, type Question } from '../../../../shared/schema/work/question.ts'
import { outcomeOf } from '../../questions/questions.ts'
import type { McpDeps } from '../deps.ts'
import { count, TaskId, text } from '../answers/rows.ts'
import { type AskClient, type Call, type Caller, defineTool, type Form, type FormAnswer, type Tool } from '../tool.ts'

/** Clients give up after a minute, if they are not told to wait longer. */
const usualWaitSeconds = 50

const { question } = NewQuestion.properties
const short = <S extends object>({ description: _long, ...schema }: S & { description?: string }) => schema as unknown as S

const Input = object('AskPerson', {
  id: TaskId,
  question: short(question),
  options: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: maxOptions, uniqueItems: true })),
  wait_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: maxWaitSeconds, description: `Default ${usualWaitSeconds}` })),
})
type Input = Type.Static<typeof Input>

const Output = object('AskAnswer', { outcome: text, question_id: count, answer: Type.Optional(text), by: Type.Optional(text), note: Type.Optional(text) })
type Output = Type.Static<typeof Output>

const notes: Partial<Record<Output['outcome'], string>> = {
  waiting: 'Nobody has answered yet, and the task waits for it. Work on another one; get_task shows the answer.',
  dismissed: 'A person takes the question off without an answer. Decide yourself, and say in a comment what you decided.',
  withdrawn: 'The task was deleted.',
}

/** One of the options, or the person's own words. */
function formOf({ id, question, options }: { id: number; question: string; options: readonly string[] }): Form {
  const own = { type: 'string' as const, title: options.length > 0 ? 'Or something else' : 'Your answer', maxLength: 4000 }
  return {
    message: harmless(`Task #${id}: ${question}`),
    requestedSchema:
      options.length > 0
        ? { type: 'object', properties: { choice: { type: 'string', title: 'Your answer', enum: [...options] }, other: own } }
        : { type: 'object', properties: { other: own }, required: ['other'] },
  }
}

function saidIn({ accepted }: FormAnswer): string | undefined {
  return [accepted?.other, accepted?.choice].find((one): one is string => typeof one === 'string' && one.trim() !== '' && one.length <= 4000)
}

export function askPersonTool({ questions, agents, provenance }: McpDeps): Tool {
  function answerTo(asked: Question, { reader }: Caller): Output {
    const { answer, ...outcome } = outcomeOf(asked)
    const note = notes[outcome.outcome]
    const told = answer === undefined ? {} : { answer: provenance.fenceCopied(answer, asked.decided_at ?? asked.created_at, reader.fence) }
    return { ...outcome, ...told, ...(note ? { note } : {}) }
  }

  function ask({ id, question, options }: Input, { actor }: Pick<Caller, 'actor'>): Question {
    if (agents.verdict(actor, ['comment']).verdict === 'deny')
      throw new AppError('forbidden', `The person who owns this list does not allow ${actor.name} to do this (comment). Do not try again.`)
    return questions.ask(id, { question: unfenced(question), options: (options ?? []).map(unfenced) }, { actor })
  }

  /** What the person said in the agent's client. Whoever was first stands; a form that was closed says nothing. */
  function take(asked: Question, form: FormAnswer, { actor }: Caller): void {
    const said = saidIn(form)
    if (said === undefined) return
    try {
      questions.answer(asked.id, said, { actor: { kind: 'person', name: `person (in ${actor.name})`.slice(0, 200) } })
    } catch (error) {
      if (!(error instanceof AppError) || !['conflict', 'invalid'].includes(error.code)) throw error
    }
  }

  /** In Review and in the client at once; the other is closed by the first answer. */
  async function waitMeanwhile(asked: Question, seconds: number, caller: Caller, call: Call, client: AskClient | undefined): Promise<Question> {
    const over = new AbortController()
    const waiting = questions.wait(asked.id, seconds, call.gone)
    const form = client?.how === 'meanwhile' ? client.ask(formOf({ ...asked, id: asked.task_id }), seconds * 1000, over.signal) : undefined
    // An answer given there ends the wait; of its own the form tells only that it could not be kept.
    const taken = form?.then((said) => take(asked, said, caller)).then(() => waiting) ?? waiting
    try {
      return await call.whileWaiting(`Waiting for an answer about task ${asked.task_id}`, Promise.race([waiting, taken]))
    } finally {
      over.abort()
    }
  }

  /** The agent's question of the round before, which may have come in another run. */
  function ofRoundBefore(client: AskClient | undefined, { id }: Input, { actor }: Caller): Question | undefined {
    if (client?.how !== 'again' || client.state === undefined) return undefined
    return questions.ofTask(id).find(({ uid, asked_by: { kind, name } }) => uid === client.state && kind === actor.kind && name === actor.name)
  }

  return {
    ...defineTool({
      name: 'ask_person',
      profile: 'core',
      description: 'Ask a person about a task, which waits for the answer. outcome: answered, waiting (get_task shows the answer later) or dismissed.',
      input: Input,
      output: Output,
      told: ['outcome', 'answer', 'question_id', 'note'],
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      run: (args, caller) => answerTo(ask(args, caller), caller),
    }),
    async attend(args: Input, caller: Caller, call: Call) {
      const seconds = args.wait_seconds ?? usualWaitSeconds
      const asked = ofRoundBefore(call.client, args, caller) ?? ask(args, caller)
      if (asked.state !== 'open') return answerTo(asked, caller)
      if (call.client?.how === 'again') {
        // Who does not wait does not want to be held up by a form, either.
        if (call.client.answer === undefined && seconds > 0) return call.client.request(formOf({ ...asked, id: asked.task_id }), asked.uid)
        if (call.client.answer) take(asked, call.client.answer, caller)
      }
      return answerTo(await waitMeanwhile(asked, seconds, caller, call, call.client), caller)
    },
  }
}
