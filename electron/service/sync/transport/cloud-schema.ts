// Which fields a cloud takes of what devices write: its OpenAPI description says it, of every version.
import type { SyncEntity } from '../../../../shared/schema/cloud/sync.ts'
import { isObject } from './link-error.ts'

/** Those kinds of which a field may be left out. A reminder's rule is one: half of it would be another one. */
export const fieldwise = ['task', 'contact'] as const satisfies readonly SyncEntity[]
export type Fieldwise = (typeof fieldwise)[number]
export type TakenFields = Record<Fieldwise, string[]>

const schemas: Record<Fieldwise, string> = { task: 'SyncTaskFields', contact: 'SyncContactFields' }

const inside = (value: unknown, ...path: string[]): unknown => path.reduce((at, name) => (isObject(at) ? at[name] : undefined), value)

/** Undefined: it is no description of a cloud. */
export function takenFields(openapi: unknown): TakenFields | undefined {
  const found = fieldwise.map((entity) => [entity, inside(openapi, 'components', 'schemas', schemas[entity], 'properties')] as const)
  if (!found.every(([, properties]) => isObject(properties))) return undefined
  return Object.fromEntries(found.map(([entity, properties]) => [entity, Object.keys(properties as object)])) as TakenFields
}
