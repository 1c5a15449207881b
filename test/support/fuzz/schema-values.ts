// Values for a JSON Schema, as far as our contract uses it: valid ones, and nearly valid ones with one thing wrong.
import * as fc from 'fast-check'
import { hostileJson, hostileText } from './hostile.ts'

export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  maxItems?: number
  uniqueItems?: boolean
  properties?: Record<string, Schema>
  required?: string[]
}

export type Components = Record<string, Schema>

function resolve(schema: Schema, components: Components): Schema {
  return schema.$ref ? (components[schema.$ref.replace('#/components/schemas/', '')] as Schema) : schema
}

const words = ['fix', 'the', 'parser', 'crash', 'on', 'empty', 'input', 'übergröße', '検索', 'todo', 'invoice', 'login', 'timeout', 'report']
const text = fc.oneof(
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }).map((list) => list.join(' ')),
  hostileText.filter((one) => one.isWellFormed() && !one.includes('\0')),
)

function strings(schema: Schema): fc.Arbitrary<string> {
  const fits = (one: string) =>
    [...one].length <= (schema.maxLength ?? 500) && one.length >= (schema.minLength ?? 0) && (!schema.pattern || new RegExp(schema.pattern, 'u').test(one))
  if (schema.format === 'date-time')
    return fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }).map((date) => date.toISOString())
  if (schema.format === 'uuid') return fc.uuid()
  // A time zone has no pattern; its description says what it is.
  if (schema.pattern === '^\\d{4}-\\d{2}-\\d{2}[Tt ]\\d{2}:\\d{2}')
    return fc
      .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .chain((date) => fc.constantFrom(date.toISOString(), date.toISOString().slice(0, 16), `${date.toISOString().slice(0, 19)}+05:30`))
  // Text that must hold something visible is text; making it from the pattern would go through all of Unicode each time.
  if (schema.pattern && !schema.pattern.includes('\\p{'))
    return fc.stringMatching(new RegExp(schema.pattern, 'u')).filter((one) => fits(one) && one.isWellFormed() && !one.includes('\0'))
  return text.filter(fits)
}

/** Where fields depend on each other, which a schema does not say. */
function together(reference: string, components: Components): fc.Arbitrary<unknown> | undefined {
  const field = (of: string, name: string) => valid(components[of]?.properties?.[name] ?? {}, components, name).filter((value) => value !== null)
  if (/(NewSchedule|SchedulePatch)$/.test(reference)) {
    const needs = { one_time: ['fire_at'], interval: ['interval_days'], weekly: ['day_of_week', 'time'], monthly: ['day_of_month', 'time'] }
    const common = { timezone: field('NewSchedule', 'timezone'), enabled: field('NewSchedule', 'enabled') }
    return fc.oneof(
      ...Object.entries(needs).map(([type, names]) =>
        fc.record(
          { type: fc.constant(type), ...Object.fromEntries(names.map((name) => [name, field('NewSchedule', name)])), ...common },
          { requiredKeys: ['type', ...names] as never, noNullPrototype: true },
        ),
      ),
    )
  }
  if (reference.endsWith('UndoRequest'))
    return fc.oneof(
      fc.record({ entry: fc.integer({ min: 1, max: 300 }), preview: fc.boolean() }, { requiredKeys: ['entry'], noNullPrototype: true }),
      fc.record(
        { actor: fc.constantFrom('node', 'unknown', 'claude', 'Ana'), since: field('UndoRequest', 'since'), preview: fc.boolean() },
        { requiredKeys: ['actor', 'since'], noNullPrototype: true },
      ),
    )
  return undefined
}

/** Values that the schema accepts. */
export function valid(given: Schema, components: Components, name = ''): fc.Arbitrary<unknown> {
  const dependent = given.$ref && together(given.$ref, components)
  if (dependent) return fc.oneof({ weight: 4, arbitrary: dependent }, { weight: 1, arbitrary: valid(resolve(given, components), components) })
  const schema = resolve(given, components)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (name === 'timezone') return fc.constantFrom('Europe/Berlin', 'UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'Australia/Lord_Howe')
  const kinds = [schema.type ?? 'object'].flat().map((type): fc.Arbitrary<unknown> => {
    if (type === 'null') return fc.constant(null)
    if (type === 'boolean') return fc.boolean()
    if (type === 'integer')
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 40, (schema.minimum ?? 0) + 40) }),
        fc.constant(schema.maximum ?? 40),
      )
    if (type === 'number') return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1, noNaN: true })
    if (type === 'array') {
      const item = valid(schema.items ?? {}, components)
      return schema.uniqueItems ? fc.uniqueArray(item, { maxLength: 5 }) : fc.array(item, { maxLength: 4 })
    }
    if (type === 'object') {
      const fields = Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, value]) => [key, valid(value, components, key)]))
      return fc.record(fields, { requiredKeys: schema.required ?? [], noNullPrototype: true })
    }
    return strings(schema)
  })
  return fc.oneof(...kinds)
}

/** A valid object with one thing wrong: a hostile value in a field, a field too many, a required one missing. */
export function nearlyValid(given: Schema, components: Components): fc.Arbitrary<unknown> {
  const schema = resolve(given, components)
  const fields = Object.keys(schema.properties ?? {})
  return valid(given, components).chain((value) =>
    fc.oneof(
      fc.tuple(fc.constantFrom(...fields), hostileJson).map(([field, wrong]) => ({ ...(value as object), [field]: wrong })),
      fc.tuple(hostileText, hostileJson).map(([field, wrong]) => Object.fromEntries([...Object.entries(value as object), [field, wrong]])),
      fc.constantFrom(...fields).map((field) => Object.fromEntries(Object.entries(value as object).filter(([key]) => key !== field))),
    ),
  )
}
