// Which fields a cloud takes of what devices write: its OpenAPI description says it, of every version.
import type { SyncEntity } from '../../../../shared/schema/cloud/sync.ts'
import { isObject } from './link-error.ts'

/** Those kinds of which a field may be left out. A reminder's rule is one: half of it would be another one. */
export const fieldwise = ['task', 'contact', 'list'] as const satisfies readonly SyncEntity[]
export type Fieldwise = (typeof fieldwise)[number]
export type TakenFields = Record<Fieldwise, string[]>

const schemas: Record<Fieldwise, string> = { task: 'SyncTaskFields', contact: 'SyncContactFields', list: 'SyncListFields' }

const inside = (value: unknown, ...path: string[]): unknown => path.reduce((at, name) => (isObject(at) ? at[name] : undefined), value)

/** What came later than sync: a cloud that does not know it takes none of its fields. */
const later: ReadonlySet<Fieldwise> = new Set(['list'])

/** Undefined: it is no description of a cloud. */
export function takenFields(openapi: unknown): TakenFields | undefined {
  const found = fieldwise.map((entity) => [entity, inside(openapi, 'components', 'schemas', schemas[entity], 'properties')] as const)
  if (!found.every(([entity, properties]) => isObject(properties) || later.has(entity))) return undefined
  return Object.fromEntries(found.map(([entity, properties]) => [entity, Object.keys(properties ?? {})])) as TakenFields
}
