import { unfenced } from '../../../../shared/domain/agents/outside-text.ts'
import { AppError } from '../../../../shared/domain/app-error.ts'
import { askAnswer, formOf, saidIn } from '../../../../shared/mcp/answers/asking.ts'
import { type AskClient, type Call, type Caller, defineTool, type FormAnswer, type Tool } from '../../../../shared/mcp/tool.ts'
import { type AskAnswer, type AskInput, askPerson, usualWaitSeconds } from '../../../../shared/mcp/tools/others.ts'
import type { Question } from '../../../../shared/schema/work/question.ts'
import type { McpDeps } from '../deps.ts'

export function askPersonTool({ questions, agents, provenance }: McpDeps): Tool {
  const answerTo = (asked: Question, { reader }: Caller): AskAnswer => askAnswer(asked, { provenance }, reader)

  function ask({ id, question, options }: AskInput, { actor }: Pick<Caller, 'actor'>): Question {
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
  function ofRoundBefore(client: AskClient | undefined, { id }: AskInput, { actor }: Caller): Question | undefined {
    if (client?.how !== 'again' || client.state === undefined) return undefined
    return questions.ofTask(id).find(({ uid, asked_by: { kind, name } }) => uid === client.state && kind === actor.kind && name === actor.name)
  }

  return {
    ...defineTool(askPerson, {
      run: (args, caller) => answerTo(ask(args, caller), caller),
    }),
    async attend(args: AskInput, caller: Caller, call: Call) {
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
