// What a tool is: its schemas once (for the check, the listing and the types), what kind of write it is, and what it does.
import type {
  CallToolResult,
  ElicitRequestFormParams,
  InputRequiredResult,
  ServerContext,
  Tool as ListedTool,
  ToolAnnotations,
} from '@modelcontextprotocol/server'
import type { Static, TObject, TSchema } from 'typebox'
import type { AppError } from '../domain/app-error.ts'
import type { Fence } from '../domain/agents/outside-text.ts'
import { compileCheck } from '../http/validator.ts'
import type { WriteKind } from '../schema/agent.ts'
import type { Proposal } from '../schema/proposal.ts'

export type Profile = 'core' | 'full'

/** Who reads an answer, and how much of it at once. */
export interface Reader {
  fence: Fence
  /** At most so many tokens in one answer. */
  tokens: number
}

/** An agent that calls: its actor is always an agent, named as its client. */
export interface Caller {
  actor: { kind: 'agent'; name: string; run?: string | undefined }
  reader: Reader
  isAccepted?: false
  makes?: undefined
}

/** An agent whose proposal is carried out: it reads nothing now, what is answered is for the record. */
export type Absent = Omit<Caller, 'reader' | 'isAccepted' | 'makes'> & {
  reader?: undefined
  isAccepted: true
  /** What it makes has this uid, on whatever device of a team it is carried out. */
  makes: string
}

/** What a person is asked in the agent's own client: a form, as the protocol has it. */
export type Form = Pick<ElicitRequestFormParams, 'message' | 'requestedSchema'>

/** undefined: it was closed, or could not be shown. That is nobody's answer. */
export interface FormAnswer {
  accepted: Record<string, unknown> | undefined
}

/** How the agent's client asks its person. meanwhile: as long as the call lasts. again: the call answers with the form, and comes again with the answer. */
export type AskClient =
  | { how: 'meanwhile'; ask(form: Form, withinMs: number, signal: AbortSignal): Promise<FormAnswer> }
  | { how: 'again'; answer: FormAnswer | undefined; state: string | undefined; request(form: Form, state: string): InputRequiredResult }

/** A call that takes its time: while it waits, its client hears of it, and may go away. */
export interface Call {
  /** undefined: the client cannot ask its person. */
  client: AskClient | undefined
  /** What waits for a person is answered with a task of the protocol, for which the client asks later. */
  canWait: boolean
  /** Aborted when the client cancels, or its connection closes: nobody reads an answer then. */
  gone: AbortSignal
  /** Sends signs of life (notifications/progress) as long as `waiting` lasts, if the client asked for them. */
  whileWaiting<T>(message: string, waiting: Promise<T>): Promise<T>
}

/**
 * What was found before a write: an answer that ends the call (`waits`: it speaks of this proposal of the caller), or what `run` needs to know. `args`: the call,
 * completed, so that whoever reads its proposal sees all of it.
 */
export type Found<A extends object = object> = { answer: A; waits?: Proposal } | { seen?: unknown; args?: Record<string, unknown> }

export interface Accepting {
  /** When the proposal was made. */
  since: string
  /** What `look` saw. */
  seen: unknown
}

export interface Tool {
  /** core: also listed in the default profile. */
  profile: Profile
  listed: ListedTool
  /** What is wrong with the arguments, in words that say what to send instead. */
  check(args: unknown): AppError | undefined
  /** The kinds of write that a call with these arguments is; none for a read. */
  writes(args: unknown): readonly WriteKind[]
  /** Looks before a write is made or proposed. Throws what stands against it. */
  before?(args: never, caller: Caller): Promise<Found | undefined> | Found | undefined
  /** Synchronous for every write, so that an accepted proposal and its decision commit together. `seen` is what `before` saw. */
  run(args: never, caller: Caller | Absent, seen?: unknown): object | Promise<object>
  /** In place of `run` for a caller who is there and may wait; an accepted proposal waits for nothing. */
  attend?(args: never, caller: Caller, call: Call): Promise<object>
  /** Calls wait for each other: the second sees what the first wrote. */
  exclusive?: boolean
  /** Looks before a proposal is accepted; `accept` is told what it saw. */
  look?(args: never): Promise<unknown>
  /** Carries a proposed call out once a person has said yes, where that is not the same as to run it. Synchronous. */
  accept?(args: never, caller: Absent, accepting: Accepting): object
  /** Answers in the protocol's own terms instead of `run`: for tests of the protocol. */
  raw?(args: Record<string, unknown>, request: ServerContext): Promise<CallToolResult | InputRequiredResult>
}

interface ToolSpec<I extends TObject, O extends TObject> {
  name: string
  profile: Profile
  description: string
  input: I
  output: O
  /** Of a long answer the fields that the listing names; the others explain themselves. */
  told?: readonly (keyof O['properties'] & string)[]
  annotations: ToolAnnotations
}

/** A tool that only reads. */
export interface ReadDefinition<I extends TObject, O extends TObject> extends ToolSpec<I, O> {
  writes?: undefined
}

export interface WriteDefinition<I extends TObject, O extends TObject> extends ToolSpec<I, O> {
  writes: WriteKind | ((args: Static<I>) => readonly WriteKind[])
}

export type Definition<I extends TObject, O extends TObject> = ReadDefinition<I, O> | WriteDefinition<I, O>

/** What a tool is, as agents are told of it, wherever it does its work. */
export const readTool = <I extends TObject, O extends TObject>(definition: ReadDefinition<I, O>): ReadDefinition<I, O> => definition
export const writeTool = <I extends TObject, O extends TObject>(definition: WriteDefinition<I, O>): WriteDefinition<I, O> => definition

interface Before<I extends TObject> {
  before?: (args: Static<I>, caller: Caller) => Promise<Found | undefined> | Found | undefined
}

/** What one that only reads does, for an agent that is there. */
interface ReadWork<I extends TObject, O extends TObject> extends Before<I> {
  run: (args: Static<I>, caller: Caller) => Static<O> | Promise<Static<O>>
}

interface WriteWork<I extends TObject, O extends TObject> extends Before<I> {
  run: (args: Static<I>, caller: Caller | Absent, seen?: unknown) => Static<O>
  attend?: (args: Static<I>, caller: Caller, call: Call) => Promise<Static<O>>
}

/** A tool of the table with the work that it does here. */
export function defineTool<I extends TObject, O extends TObject>(definition: ReadDefinition<I, O>, work: ReadWork<I, O>): Tool
export function defineTool<I extends TObject, O extends TObject>(definition: WriteDefinition<I, O>, work: WriteWork<I, O>): Tool
export function defineTool<I extends TObject, O extends TObject>(definition: Definition<I, O>, work: ReadWork<I, O> | WriteWork<I, O>): Tool {
  const { name, description, input, output, annotations, writes } = definition
  let check: ((args: unknown) => AppError | undefined) | undefined
  return {
    profile: definition.profile,
    listed: {
      name,
      description,
      inputSchema: { ...brief(input), type: 'object' },
      outputSchema: { ...answerOf(output, definition.told), type: 'object' },
      annotations: { openWorldHint: false, ...annotations },
    },
    check: (args) => (check ??= compileCheck(input, 'body'))(args),
    writes: (args) => (writes === undefined ? [] : typeof writes === 'string' ? [writes] : writes(args as Static<I>)),
    ...work,
  }
}

/** Told to clients: every token of it is paid again in each conversation, so bounds that an error names well are left out. */
const kept = new Set(['type', 'enum', 'properties', 'required', 'items', 'description'])

function brief(schema: TSchema, isNested = false, isItem = false): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema as unknown as Record<string, unknown>)) {
    // Of a list its name says enough.
    if (!kept.has(key) || (isItem && key === 'description')) continue
    if (key === 'properties') {
      result[key] = Object.fromEntries(Object.entries(value as Record<string, TSchema>).map(([name, field]) => [name, brief(field, true, isItem)]))
    } else if (key === 'items') result[key] = brief(value as TSchema, true, true)
    else if (key === 'required' && isNested) continue
    // null is taken for "not given" everywhere; saying so for each field would cost more than it tells.
    else result[key] = key === 'type' || key === 'enum' ? withoutNull(key, value) : value
  }
  return result
}

/** Answers explain themselves: their fields are named, what is inside of these is not. */
function answerOf(output: TObject, told: readonly string[] = Object.keys(output.properties)): Record<string, unknown> {
  const { properties, required } = output
  const typeOf = (field: object) => ('type' in field ? withoutNull('type', field.type) : undefined)
  const named = told.map((name) => {
    const field = properties[name] as TSchema & { items?: object }
    return [name, { type: typeOf(field), ...(field.items ? { items: { type: typeOf(field.items) } } : {}) }]
  })
  return { properties: Object.fromEntries(named), required: told.filter((name) => required.includes(name)) }
}

function withoutNull(key: string, values: unknown): unknown {
  if (!Array.isArray(values)) return values
  const kept = values.filter((value) => value !== (key === 'type' ? 'null' : null))
  return key === 'type' && kept.length === 1 ? kept[0] : kept
}
