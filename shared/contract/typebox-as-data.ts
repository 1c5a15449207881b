// Stands in for TypeBox where the contract is only called: in the web UI's build (15 kB of its first load) and in the command line (0.1 s of each
// call). Neither validates (the service does); of a schema they need only that building the contract still works.
type Schema = Record<string, unknown>

const typed =
  (type: string) =>
  (options: Schema = {}): Schema => ({ type, ...options })

export const Type = {
  Object: (properties: Schema, options: Schema = {}): Schema => ({ type: 'object', properties, ...options }),
  Array: (items: Schema, options: Schema = {}): Schema => ({ type: 'array', items, ...options }),
  Record: (): Schema => ({ type: 'object' }),
  Unsafe: (schema: Schema): Schema => schema,
  Union: (schemas: Schema[], options: Schema = {}): Schema => ({ anyOf: schemas, ...options }),
  Null: typed('null'),
  Optional: (schema: Schema): Schema => schema,
  Literal: (value: unknown): Schema => ({ const: value }),
  Unknown: (): Schema => ({}),
  String: typed('string'),
  Integer: typed('integer'),
  Number: typed('number'),
  Boolean: typed('boolean'),
}
