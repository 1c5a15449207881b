// What a task has to do with others, as agents give and read it: by ids, and only what there is.
import { type Static, Type } from 'typebox'
import { object } from '../../schema/field.ts'
import { maxBlockers, type TaskView } from '../../schema/task.ts'

const id = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }

/** For a tool's input: each may be left out, null clears it. */
export const linkInput = {
  parent_id: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'], ...id })),
  blocked_by: Type.Optional(Type.Unsafe<number[] | null>({ type: ['array', 'null'], items: { type: 'integer', ...id }, maxItems: maxBlockers })),
}

export const Links = object('Links', {
  parent_id: Type.Optional(Type.Integer()),
  blocked_by: Type.Optional(Type.Array(Type.Integer())),
  parts: Type.Optional(Type.Unsafe<TaskView['parts']>({ type: 'object' })),
  ready: Type.Boolean(),
  waits_for: Type.Optional(Type.Array(Type.Unsafe<TaskView['waits_for'][number]>({ type: 'object' }))),
})

export function linksOf({ parent_id, blocked_by, parts, ready, waits_for }: TaskView): Static<typeof Links> {
  return {
    ...(parent_id === null ? {} : { parent_id }),
    ...(blocked_by.length === 0 ? {} : { blocked_by }),
    ...(parts.total === 0 ? {} : { parts }),
    ready,
    ...(waits_for.length === 0 ? {} : { waits_for }),
  }
}
