// Turns contract schemas into checks whose messages say what to send instead. Nothing is ever coerced here.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import { isRealDay } from '../domain/time/due.ts'
import { AppError, type FieldError } from '../domain/app-error.ts'

function compiler(allErrors: boolean): Ajv2020 {
  // Whether our schemas are schemas at all, the tests see (schemas.test.ts): to compile what checks that would take longer than all else here.
  const ajv = new Ajv2020({ allErrors, verbose: true, strict: true, allowUnionTypes: true, validateFormats: true, meta: false, validateSchema: false })
  ajv.addKeyword('x-hint')
  ajv.addKeyword('x-missing')
  ajv.addFormat('uuid', /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i)
  ajv.addFormat(
    'date-time',
    (text: string) =>
      // Date.parse makes 2 March of 30 February, and tomorrow of 24:00.
      /^\d{4}-\d\d-\d\d[Tt](?!24)\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)) && isRealDay(text.slice(0, 10)),
  )
  return ajv
}
const untilFirst = compiler(false)
const listingAll = compiler(true)

/** In data with more values than this the first mistake is named and no other: to list a hundred thousand would hold up everybody. */
const maxListed = 2000

export type HttpPart = 'body' | 'params' | 'querystring' | 'headers'

const maxErrors = 20
const partName: Record<HttpPart, string> = { body: '', params: ':', querystring: '?', headers: 'header ' }

/** Shows a value in a message: short, and recognisable as what was sent. */
function shown(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number too large'
  const text = typeof value === 'string' ? `'${value}'` : (JSON.stringify(value) ?? String(value))
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

const article: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'a JSON object',
  null: 'null',
}

/** "/labels/0" → "labels[0]"; the whole body → "the body". */
function fieldName(pointer: string, part: HttpPart): string {
  if (pointer === '') return part === 'body' ? 'the body' : part === 'querystring' ? 'the query' : 'the path'
  const steps = pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps.reduce((name, step) => (/^\d+$/.test(step) ? `${name}[${step}]` : name ? `${name}.${step}` : step), '')
}

/** Where a field that is missing is to be had. */
const missingHint = (properties: object | undefined, name: string): string | undefined =>
  (properties as Record<string, { 'x-missing'?: string }> | undefined)?.[name]?.['x-missing']

function sentence(error: ErrorObject, part: HttpPart): string {
  // A query parameter that may repeat is one parameter to its sender.
  const name = fieldName(part === 'querystring' ? error.instancePath.replace(/\/\d+$/, '') : error.instancePath, part)
  const parent = error.parentSchema as { 'x-hint'?: string; writeOnly?: boolean; minimum?: number; maximum?: number; properties?: object } | undefined
  const hint = parent?.['x-hint']
  // A refused password must not stand on a screen or in somebody's log of answers.
  const got = parent?.writeOnly ? '(not shown)' : shown(error.data)
  switch (error.keyword) {
    case 'required':
      return missingHint(parent?.properties, error.params.missingProperty) ?? `${error.params.missingProperty} is required`
    case 'additionalProperties': {
      const known = Object.keys(parent?.properties ?? {})
      const what = part === 'querystring' ? 'query parameter' : 'field'
      return `unknown ${what} ${shown(error.params.additionalProperty)}; ${known.length === 0 ? `this call takes no ${what}s` : `send only ${known.join(', ')}`}`
    }
    case 'enum':
      return `${name} must be one of ${(error.params.allowedValues as unknown[]).filter((value) => value !== null).join(', ')}; got ${got}`
    case 'type': {
      const types = ([] as string[]).concat(error.params.type as string | string[])
      return `${name} must be ${types.map((type) => article[type] ?? type).join(' or ')}; got ${got}${typeof error.data === 'string' || error.data === null ? '' : ` (${kindOf(error.data)})`}`
    }
    case 'minLength':
      return hint ? `${name} ${hint}; got ${got}` : `${name} must not be empty`
    case 'pattern':
      return `${name} ${hint ?? `must match ${error.params.pattern}`}; got ${got}`
    case 'maxLength':
      return `${name} must be at most ${error.params.limit} characters long; got ${[...(error.data as string)].length}`
    case 'maxItems':
      return `${name} must have at most ${error.params.limit} items; got ${(error.data as unknown[]).length}`
    case 'minItems':
      return `${name} must have at least ${error.params.limit} ${error.params.limit === 1 ? 'item' : 'items'}; got ${(error.data as unknown[]).length}`
    case 'uniqueItems':
      return `${name} must not contain the same value twice; items ${error.params.j} and ${error.params.i} are equal`
    case 'minimum':
    case 'maximum':
      return parent?.minimum !== undefined && parent.maximum !== undefined && parent.maximum < Number.MAX_SAFE_INTEGER
        ? `${name} must be between ${parent.minimum} and ${parent.maximum}; got ${got}`
        : `${name} must be ${error.keyword === 'minimum' ? 'at least' : 'at most'} ${error.params.limit}; got ${got}`
    case 'format':
      return error.params.format === 'date-time'
        ? `${name} must be a moment that exists, as an RFC 3339 date and time: for example "2027-01-31T09:00:00Z"; got ${got}`
        : `${name} must be a valid ${error.params.format}; got ${got}`
    default:
      return `${name} ${error.message ?? 'is not valid'}; got ${got}`
  }
}

function pointerOf(error: ErrorObject, part: HttpPart): string {
  const { missingProperty, additionalProperty } = error.params as { missingProperty?: string; additionalProperty?: string }
  const own = missingProperty ?? additionalProperty
  // A name of a megabyte is not sent back.
  const pointer = own === undefined ? error.instancePath : `${error.instancePath}/${own.slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1')}`
  return part === 'body' ? pointer : `${partName[part]}${pointer.slice(1)}`
}

function problemOf(errors: readonly ErrorObject[], part: HttpPart): AppError {
  // An empty string fails length and pattern alike: one sentence for each place is enough.
  const byPlace = new Map<string, FieldError>()
  for (const error of errors) {
    const pointer = pointerOf(error, part)
    if (!byPlace.has(pointer)) byPlace.set(pointer, { pointer, detail: sentence(error, part) })
    if (byPlace.size >= maxErrors) break
  }
  const fields = [...byPlace.values()]
  return new AppError('invalid', fields.map((field) => field.detail).join('; '), { errors: fields })
}

function hasFewValues(data: unknown): boolean {
  let left = maxListed
  const count = (value: unknown): void => {
    left--
    if (value === null || typeof value !== 'object') return
    for (const name in value) {
      if (left < 0) return
      count((value as Record<string, unknown>)[name])
    }
  }
  count(data)
  return left >= 0
}

/** Compiles a schema, once and with the first use. The check returns what is wrong, or undefined. */
export function compileCheck(schema: TSchema, part: HttpPart): (data: unknown) => AppError | undefined {
  let first: ValidateFunction | undefined
  let all: ValidateFunction | undefined
  return (data) => {
    first ??= untilFirst.compile(schema)
    if (first(data)) return undefined
    if (!hasFewValues(data)) return problemOf(first.errors ?? [], part)
    all ??= listingAll.compile(schema)
    all(data)
    return problemOf(all.errors ?? [], part)
  }
}

type Properties = Record<string, { type?: string | string[]; items?: { type?: string } }>

/**
 * Query and path values arrive as text: reads declared integers, numbers, booleans and lists from it. A text that is none stays
 * text, so that the check names it. Plain decimal only: `0x10`, `1e3`, `01` and ` 1` are no ids.
 */
export function readText(schema: TSchema, values: Record<string, unknown>): Record<string, unknown> {
  const properties = (schema as unknown as { properties?: Properties }).properties ?? {}
  // Without a prototype: ?__proto__=x is an unknown parameter like any other.
  const read = Object.create(null) as Record<string, unknown>
  for (const [name, value] of Object.entries(values)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property?.type === 'array') read[name] = [value].flat().map((item) => readOne(item, property.items?.type))
    else read[name] = Array.isArray(value) ? value : readOne(value, property?.type)
  }
  return read
}

function readOne(value: unknown, type: string | string[] | undefined): unknown {
  if (typeof value !== 'string') return value
  if (type === 'integer' && /^-?(?:0|[1-9]\d{0,15})$/.test(value)) return Number(value)
  if (type === 'number' && /^-?\d{1,16}(\.\d{1,16})?$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
