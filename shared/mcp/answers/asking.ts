// What is asked of a person and answered to the agent, in the words of the tool ask_person.
import { harmless } from '../../domain/agents/outside-text.ts'
import { outcomeOf } from '../../domain/agents/question-rules.ts'
import type { Question, QuestionOutcome } from '../../schema/work/question.ts'
import type { AroundRows } from '../around.ts'
import type { Form, FormAnswer, Reader } from '../tool.ts'
import type { AskAnswer } from '../tools/others.ts'

const notes: Partial<Record<AskAnswer['outcome'], string>> = {
  waiting: 'Nobody has answered yet, and the task waits for it. Work on another one; get_task shows the answer.',
  dismissed: 'A person takes the question off without an answer. Decide yourself, and say in a comment what you decided.',
}

function noteOf({ outcome, merged_into }: QuestionOutcome): string | undefined {
  if (outcome !== 'withdrawn') return notes[outcome]
  return merged_into === undefined ? 'The task was deleted.' : `The task was merged into task ${merged_into}. If it still matters, ask there.`
}

/** One of the options, or the person's own words. */
export function formOf({ id, question, options }: { id: number; question: string; options: readonly string[] }): Form {
  const own = { type: 'string' as const, title: options.length > 0 ? 'Or something else' : 'Your answer', maxLength: 4000 }
  return {
    message: harmless(`Task #${id}: ${question}`),
    requestedSchema:
      options.length > 0
        ? { type: 'object', properties: { choice: { type: 'string', title: 'Your answer', enum: [...options] }, other: own } }
        : { type: 'object', properties: { other: own }, required: ['other'] },
  }
}

/** What the person wrote or chose in a form; undefined where that is no answer. */
export function saidIn({ accepted }: FormAnswer): string | undefined {
  return [accepted?.other, accepted?.choice].find((one): one is string => typeof one === 'string' && one.trim() !== '' && one.length <= 4000)
}

/** What became of a question. */
export function askAnswer(asked: Question, { provenance }: Pick<AroundRows, 'provenance'>, { fence }: Reader): AskAnswer {
  const { answer, ...outcome } = outcomeOf(asked)
  const note = noteOf(outcome)
  const told = answer === undefined ? {} : { answer: provenance.fenceCopied(answer, asked.decided_at ?? asked.created_at, fence) }
  return { ...outcome, ...told, ...(note ? { note } : {}) }
}
