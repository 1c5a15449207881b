// Small building blocks for schemas. TypeBox objects are plain JSON Schema, so one object serves validation, types and OpenAPI.
import { type Static, type TObject, type TOptional, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox'

/** Objects refuse fields they do not know: a misspelt field must not vanish silently. `title` names the schema in OpenAPI. */
export function object<P extends TProperties>(title: string, properties: P): TObject<P> {
  return Type.Object(properties, { title, additionalProperties: false })
}

/** `string | null` as one JSON Schema type list: a union would answer a wrong type with two confusing errors. */
export function nullable<S extends TSchema>(schema: S) {
  const { type, enum: values, ...rest } = schema as unknown as { type: string; enum?: unknown[] }
  return Type.Unsafe<Static<S> | null>({ type: [type, 'null'], ...(values ? { enum: [...values, null] } : {}), ...rest })
}

/** The same fields for a write: each may be left out, and null clears it, also a list. */
export function clearable<P extends TProperties>(fields: P): { [K in keyof P]: TOptional<TUnsafe<Static<P[K]> | null>> } {
  const isList = (schema: TSchema) => 'type' in schema && schema.type === 'array'
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(isList(schema) ? nullable(schema) : schema)])) as never
}

/** One of a few words. `type` is given too, because some OpenAPI tools need it. */
export function oneOf<const V extends readonly string[]>(values: V, description: string) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], description })
}

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Never reused, also not after a delete.' })
export const Uid = Type.String({ format: 'uuid', description: 'UUIDv7; the same on every device that shares the task.' })
export const Version = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Grows by one with each change; also the ETag.' })
export const Timestamp = Type.String({ format: 'date-time', description: 'RFC 3339, UTC.' })

/** Neither white space, nor a control or format character, nor one of the letters that are drawn as nothing. */
export const visible = '[^\\s\\p{C}\\p{Z}\\u115f\\u1160\\u2800\\u3164\\uffa0]'

/** All other characters. */
export const invisible = visible.replace('^', '')

/** Text that people see must contain something visible. */
export function visibleText(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, pattern: visible, description, 'x-hint': 'must contain at least one visible character' })
}

export const markdown = (description: string) => Type.String({ maxLength: 200_000, description })

/** A set of short words, in the order given. */
export function wordList(description: string, maxLength: number) {
  return Type.Array(visibleText(maxLength, description), { maxItems: 100, uniqueItems: true, description })
}
