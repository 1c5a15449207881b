// What the clients of a run did and saw, in the order in which they did: one JSON line for each invocation, completion, stream and fault.
import { appendFileSync, writeFileSync } from 'node:fs'

/** `unknown`: it may have happened or not; nobody who could tell has answered. */
export type Outcome = 'ok' | 'fail' | 'unknown'

export const opKinds = [
  ...(['create', 'comment', 'edit', 'read', 'delete', 'next', 'finish', 'release', 'stale_finish'] as const),
  ...(['ask', 'answer', 'send', 'mcp_create', 'desktop_create'] as const),
] as const
export type OpKind = (typeof opKinds)[number]

export interface Operation {
  client: string
  op: OpKind
  /** What was asked for: always with a text that no other operation has, where it writes one. */
  args: { text?: string; task?: number; key?: string; question?: number; queue?: boolean }
  outcome: Outcome
  /** Milliseconds since the run began, by a clock that is never set. */
  invokedAt: number
  completedAt: number
  /** Calls that it took. */
  attempts: number
  /** Of the last answer; 0: none came. */
  status: number
  /** What was answered, as far as verifiers look at it. */
  value: { id?: number; outcome?: string; key?: string; text?: string; notification?: string }
}

/** One connection of a client to the team's stream. */
export interface Segment {
  openedAt: number
  /** What the client had seen last, as it told the server; undefined: it had not seen anything. */
  asked: number | undefined
  first: 'hello' | 'reset'
  epoch: string
  /** The number after which this stream goes on. */
  position: number
  events: StreamedEvent[]
}

export interface StreamedEvent {
  id: number
  kind: string
  entity_id: string
  created_at: string
}

export interface StreamOf {
  client: string
  segments: Segment[]
}

export interface FaultLine {
  name: string
  from: number
  /** When it was healed. */
  to: number
  /** When another server took over, if it did. */
  promotedAt?: number
}

export interface History {
  /** Milliseconds since the run began. */
  now(): number
  operations: Operation[]
  streams: StreamOf[]
  faults: FaultLine[]
  /** Writes down that it was asked, and what came of it. */
  perform(begun: Pick<Operation, 'client' | 'op' | 'args'>, work: () => Promise<Performed>): Promise<Operation>
  note(kind: string, line: object): void
}

export type Performed = Pick<Operation, 'outcome' | 'attempts' | 'status' | 'value'>

/** `file`: where the lines go; undefined: nowhere. */
export function openHistory(file: string | undefined): History {
  const start = performance.now()
  const now = () => Math.round((performance.now() - start) * 10) / 10
  if (file) writeFileSync(file, '')
  const note = (kind: string, line: object) => {
    if (file) appendFileSync(file, `${JSON.stringify({ kind, at: now(), ...line })}\n`)
  }
  const operations: Operation[] = []
  return {
    now,
    operations,
    streams: [],
    faults: [],
    note,
    async perform(begun, work) {
      const invokedAt = now()
      note('invoke', begun)
      const performed = await work()
      const operation: Operation = { ...begun, ...performed, invokedAt, completedAt: now() }
      operations.push(operation)
      note('complete', operation)
      return operation
    },
  }
}
