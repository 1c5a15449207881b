// Fields of a task for which tools have no words of their own: they are offered, shown and fenced as their schema says, so that a new field
// needs nothing here.
import { Type } from 'typebox'
import { unfenced, type Source } from '../domain/agents/outside-text.ts'
import { type Task, TaskPatch } from '../schema/task.ts'
import { furtherFields, type FurtherField } from '../sync/synced-fields.ts'

/** Whether a task was triaged is told to none who does not ask: list_tasks finds those that wait, update_task takes them out. */
const offered = furtherFields.filter((field): field is Exclude<FurtherField, 'triage'> => field !== 'triage')

type Values = Partial<Pick<Task, FurtherField>>

/** What a schema says beside its type costs every agent tokens; the write says what is wrong. */
function short(schema: object): object {
  const { pattern: _pattern, 'x-hint': _hint, description: _description, ...rest } = schema as Record<string, unknown>
  return Type.Optional(Type.Unsafe(rest))
}

/** For a tool's input: each may be left out, null clears it. */
export const furtherInput = Object.fromEntries(offered.map((field) => [field, short(TaskPatch.properties[field])])) as Pick<
  typeof TaskPatch.properties,
  (typeof offered)[number]
>

export const triageInput = { triage: short(TaskPatch.properties.triage) as typeof TaskPatch.properties.triage }

const isEmpty = (value: unknown) => value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/** `change` sees every text in a value, and in what a list or an object holds. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change))
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)]))
  return value
}

/** Those that have a value. */
export function furtherOf(task: object): Values {
  return Object.fromEntries(offered.flatMap((field) => (isEmpty((task as Values)[field]) ? [] : [[field, (task as Values)[field]]])))
}

/** As an agent sends back what it read: without fences. */
export function unfencedFurther<T extends object>(given: T): T {
  return { ...given, ...mapped(furtherOf(given), () => unfenced) }
}

/** `sourceOf`: who from outside wrote a text of a field. */
export function fencedFurther(
  task: object,
  sourceOf: (field: string, text: string) => Source | undefined,
  around: (text: string, source: Source) => string,
): Values {
  return mapped(furtherOf(task), (field) => (text) => {
    const source = sourceOf(field, text)
    return source ? around(text, source) : text
  })
}

function mapped(values: Values, change: (field: string) => (text: string) => string): Values {
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, mapTexts(value, change(field))]))
}
