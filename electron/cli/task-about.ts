// What `tandem show` says about a task beside its own words: what a person is asked, what shows that it is done, and when it comes back.
import type { TaskView } from '../../shared/schema/task.ts'
import type { Evidence } from '../../shared/schema/work/evidence.ts'
import type { Question } from '../../shared/schema/work/question.ts'
import { visible } from './output.ts'

/** The newest so many; the service keeps the rest. */
const maxShown = 10

export const questionBrief = ({ id, asked_by, question, options }: Question): object => ({
  id,
  by: asked_by.name,
  question,
  ...(options.length > 0 ? { options } : {}),
})

const commandOf = ({ run }: Evidence) => run?.command.join(' ')

export function evidenceBrief(all: readonly Evidence[]): object {
  if (all.length === 0) return {}
  const evidence = all.slice(0, maxShown).map((one) => ({
    id: one.id,
    state: one.state,
    ...(one.criterion === null ? {} : { criterion: one.criterion }),
    ...(one.run ? { command: commandOf(one) } : { text: one.text }),
    by: one.by.name,
    at: one.created_at,
  }))
  return { evidence, ...(all.length > maxShown ? { evidence_total: all.length } : {}) }
}

const oneLine = (text: string) => visible(text).replaceAll('\n', ' ')

function evidenceLine(one: Evidence): string {
  const about = one.criterion === null ? '' : ` (for: ${oneLine(one.criterion)})`
  return `- ${one.state.replace('_', ' ')}: ${oneLine(commandOf(one) ?? one.text ?? '')}${about}, ${oneLine(one.by.name)}, ${one.id}`
}

/** Lines for people, to stand behind the task. */
export function aboutLines({ comes_back_at }: Pick<TaskView, 'comes_back_at'>, open: readonly Question[], evidence: readonly Evidence[]): string[] {
  const more = evidence.length - maxShown
  return [
    ...(comes_back_at === undefined ? [] : ['', `Comes back ${new Date(comes_back_at).toLocaleString()}.`]),
    ...(open.length === 0 ? [] : ['', 'Open questions:', ...open.map(({ id, question }) => `- ${oneLine(question)} (tandem answer ${id} …)`)]),
    ...(evidence.length === 0 ? [] : ['', 'Evidence:', ...evidence.slice(0, maxShown).map(evidenceLine), ...(more > 0 ? [`  and ${more} more`] : [])]),
  ]
}
