// Requests for every operation of an OpenAPI document: valid, nearly valid, hostile.
import * as fc from 'fast-check'
import { hostileJson, hostileText } from './hostile.ts'
import { type Components, nearlyValid, type Schema, valid } from './schema-values.ts'

export interface Operation {
  name: string
  method: string
  path: string
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[]
  body: Schema | undefined
  /** Success: by status, the schema of the body (undefined: none). */
  replies: Record<string, Schema | undefined>
  isStream: boolean
  /** Answers lines of JSON, each an object. */
  isLines: boolean
}

export interface Document {
  paths: Record<string, Record<string, RawOperation>>
  components: { schemas: Components }
}

interface Content {
  content?: Record<string, { schema: Schema }>
}

interface RawOperation {
  operationId: string
  parameters?: Operation['parameters']
  requestBody?: Content
  responses: Record<string, Content>
}

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => ({
      name: raw.operationId,
      method: method.toUpperCase(),
      path,
      parameters: raw.parameters ?? [],
      body: raw.requestBody?.content?.['application/json']?.schema,
      replies: Object.fromEntries(
        Object.entries(raw.responses)
          .filter(([status]) => status !== 'default')
          .map(([status, reply]) => [status, reply.content?.['application/json']?.schema]),
      ),
      isLines: Object.values(raw.responses).some((reply) => reply.content?.['application/x-ndjson']),
      isStream: Object.values(raw.responses).some((reply) => reply.content?.['text/event-stream']),
    })),
  )
}

export interface FuzzRequest {
  method: string
  /** As it goes onto the wire. */
  target: string
  headers: Record<string, string>
  body: Buffer | undefined
}

/** Percent-encoded, with lone surrogates as the bytes that they would be (no valid UTF-8). */
function encode(text: string): string {
  return [...Buffer.from(text.replaceAll(/[\ud800-\udfff]/gu, '\u0001'), 'utf8')]
    .map((byte) => (byte === 1 ? '%ED%A0%80' : `%${byte.toString(16).padStart(2, '0')}`))
    .join('')
}

/** Left as it is, where a request line can carry it at all. */
function asIs(text: string): string {
  return [...Buffer.from(text, 'utf8')].map((byte) => (byte > 0x20 && byte !== 0x23 && byte !== 0x7f ? String.fromCharCode(byte) : '%20')).join('')
}

const short = (text: string) => text.slice(0, 3000)
const wireText = fc.tuple(hostileText, fc.boolean()).map(([text, raw]) => (raw ? asIs(short(text)) : encode(short(text))))
const smallId = fc.integer({ min: 1, max: 70 }).map(String)

function pathOf(operation: Operation): fc.Arbitrary<string> {
  const names = operation.parameters.filter((one) => one.in === 'path')
  const usual = names[0]?.schema.type === 'integer' ? smallId : fc.constantFrom('ana', 'ana-2', 'contact', 'ben', 'nobody')
  // A comment or schedule mostly has the number of its task here, so that it is found.
  const values = fc.tuple(
    usual,
    ...names.map(() => fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: usual }, { weight: 1, arbitrary: wireText })),
  )
  return values.map(([same, ...others]) => names.reduce((path, { name }, i) => path.replace(`{${name}}`, () => others[i] ?? same), operation.path))
}

function queryOf(operation: Operation, components: Components): fc.Arbitrary<string> {
  const known = operation.parameters.filter((one) => one.in === 'query')
  const pairs = (wrongs: number) =>
    known.map(({ name, schema, required }) => {
      const fine = valid(schema, components, name).map((value) => [value].flat().map((item) => `${name}=${encode(short(String(item)))}`))
      const wrong = fc.array(wireText, { minLength: 1, maxLength: 3 }).map((values) => values.map((value) => `${name}=${value}`))
      return fc.oneof(
        { weight: required ? 6 : 2, arbitrary: fine },
        { weight: wrongs, arbitrary: wrong },
        { weight: required ? 0 : 4, arbitrary: fc.constant([]) },
      )
    })
  // Among twenty parameters one is nearly always wrong, if each may be.
  const all = fc.oneof(fc.tuple(...pairs(0)), fc.tuple(...pairs(1)))
  const more = fc.oneof(
    { weight: 12, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.tuple(wireText, wireText).map(([name, value]) => `${name}=${value}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '__proto__=1',
        '__proto__=1&__proto__=2',
        'constructor=x',
        'a[]=1',
        'a[b]=1',
        '&&&',
        '=',
        '?',
        '%',
        'limit',
        'limit=1&limit=2',
        'q',
      ),
    },
  )
  return fc.tuple(all, more).map(([chosen, extra]) => {
    const query = [...chosen.flat(), extra].filter((one) => one !== '').join('&')
    return query === '' ? '' : `?${query}`
  })
}

/** Header values can hold Latin-1 only. */
const headerText = fc.oneof(
  hostileText.map((text) =>
    Buffer.from(short(text), 'utf8')
      .toString('latin1')
      .replaceAll(/[^\x20-\x7e\x80-\xff]/g, ''),
  ),
  fc.constantFrom('"1"', 'W/"1"', '*', '"1", "2"', '1', '"', '"p"'),
)

function headersOf(operation: Operation): fc.Arbitrary<Record<string, string>> {
  const maybe = (weight: number, value: fc.Arbitrary<string>) => fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
  return fc
    .record({
      'If-Match': maybe(8, headerText),
      'If-None-Match': maybe(8, headerText),
      'Idempotency-Key': maybe(operation.method === 'POST' ? 3 : 12, fc.oneof(headerText, fc.constantFrom('k1', 'k2', 'k3'))),
      'Last-Event-ID': maybe(operation.isStream ? 1 : 20, headerText),
      'X-Actor': maybe(5, fc.oneof(headerText, fc.constantFrom('agent:claude', 'person:Ana', 'robot:x', 'agent:'))),
      'User-Agent': maybe(5, headerText),
      Accept: maybe(10, fc.oneof(headerText, fc.constantFrom('text/plain', 'application/xml', '*/*'))),
      Origin: maybe(25, fc.oneof(headerText, fc.constantFrom('null', 'http://evil.example'))),
      Host: maybe(40, fc.oneof(headerText, fc.constantFrom('evil.example', 'localhost'))),
      'Content-Encoding': maybe(40, fc.constantFrom('gzip', 'br', 'identity')),
    })
    .map((headers) => Object.fromEntries(Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined)))
}

const json = 'application/json'
/** Not only UTF-8: what the encoder cannot express is written as escapes or as wrong bytes. */
const rawBodies = [
  '',
  '{',
  '{"title":',
  '{"title":"a",}',
  "{'title':'a'}",
  '{"title":"a"} trailing',
  '\ufeff{"title":"bom"}',
  '{"title":"\\ud800"}',
  '{"title":"\\u0000"}',
  '{"title":"a","title":"b"}',
  '{"__proto__":{"title":"x"}}',
  '{"title":"x","__proto__":{"polluted":1}}',
  '{"title":1e999}',
  '{"title":NaN}',
  'null',
  '"text"',
  '[]',
  '[[[[',
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  '{"a":'.repeat(50_000),
  `{"${'k'.repeat(100_000)}":1}`,
].map((text) => Buffer.from(text))
const wrongBytes = [
  Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
  Buffer.from('{"title":"\xe9"}', 'latin1'),
  Buffer.from('{"title":"utf16"}', 'utf16le'),
  Buffer.from([0, 0, 0]),
  Buffer.from('7b227469746c65223a22eda08022', 'hex'),
  Buffer.alloc(1_100_000, 0x20),
]

function bodyOf(operation: Operation, components: Components): fc.Arbitrary<{ type: string | undefined; bytes: Buffer | undefined }> {
  const asJson = (value: unknown) => ({ type: json, bytes: Buffer.from(JSON.stringify(value) ?? '') })
  const none = fc.constant({ type: undefined, bytes: undefined })
  const raw = fc.tuple(
    fc.constantFrom(...rawBodies, ...wrongBytes),
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(json) },
      fc.constantFrom(
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/json; charset=utf-16',
        'application/problem+json',
        'APPLICATION/JSON',
        'application/json ; charset=utf-8',
        'json',
        'a/b/c',
        '',
        ';',
        'application/jsonx',
      ),
    ),
  )
  const rawBody = raw.map(([bytes, type]) => ({ type, bytes }))
  if (!operation.body) return fc.oneof({ weight: 20, arbitrary: none }, { weight: 1, arbitrary: rawBody }, { weight: 1, arbitrary: hostileJson.map(asJson) })
  return fc.oneof(
    { weight: 10, arbitrary: valid(operation.body, components).map(asJson) },
    { weight: 6, arbitrary: nearlyValid(operation.body, components).map(asJson) },
    { weight: 2, arbitrary: hostileJson.map(asJson) },
    { weight: 2, arbitrary: rawBody },
    { weight: 1, arbitrary: none },
  )
}

export function requestsFor(operation: Operation, components: Components): fc.Arbitrary<FuzzRequest> {
  return fc
    .tuple(pathOf(operation), queryOf(operation, components), headersOf(operation), bodyOf(operation, components))
    .map(([path, query, headers, { type, bytes }]) => ({
      method: operation.method,
      target: path + query,
      headers: { ...headers, ...(type === undefined ? {} : { 'Content-Type': type }) },
      body: bytes,
    }))
}
