// Who calls over a connection, and what it costs them.
import { randomBytes } from 'node:crypto'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { createFence, harmless, type Source } from '../../domain/agents/outside-text.ts'
import { estimateTokens } from '../../domain/agents/token-estimate.ts'
import type { Caller, Profile } from '../tool.ts'

/** What the connection itself says of its caller. */
export interface Connection {
  profile: Profile
  /** From X-Actor, if the client's settings name the agent; else the client's own name counts. */
  agentName: string | undefined
  /** As the journal names it; known once the session has begun. */
  run: () => string | undefined
  /** Of a session: aborted when the connection that brought this request closes before it is answered. */
  closed?: (id: string | number) => AbortSignal | undefined
  /** Of a session: the addresses that it wants to hear about. */
  subscriptions?: Set<string>
}

/** What a client called may be somebody else's words: a mail can tell an agent what to ask for. */
export const refusal = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, harmless(message))

/** A name from outside, fit for the journal. */
export function cleanName(name: string): string {
  return name.replaceAll(/\p{C}/gu, '').toWellFormed().trim().slice(0, 200)
}

export interface MeterDeps {
  agents: {
    /** Counts what a name costs. */
    spent(agent: string, tokens: { tokens_in: number; tokens_out: number }): void
    /** Notes that a run was given a text from outside to read. */
    hasRead(actor: Caller['actor'], source: Source, task?: number): void
  }
  /** How much an agent is given to read at once. */
  answerTokens: () => number
  /** With what a side knows of its callers beside. */
  completed?: (caller: Caller) => Caller
}

export class Meter {
  readonly #deps: MeterDeps
  readonly #connection: Connection
  readonly #clientName: () => string | undefined

  constructor(deps: MeterDeps, connection: Connection, clientName: () => string | undefined) {
    this.#deps = deps
    this.#connection = connection
    this.#clientName = clientName
  }

  caller(): Caller {
    // One that calls itself what tasks are assigned to (agent:claude) is given those.
    const name = this.#connection.agentName || cleanName((this.#clientName() ?? '').replace(/^\s*agent:/i, '')) || 'unknown'
    const actor = { kind: 'agent' as const, name, run: this.#connection.run() }
    const fence = createFence(randomBytes(6).toString('hex'), (source) => this.#deps.agents.hasRead(actor, source, source.task))
    const caller = { actor, reader: { fence, tokens: this.#deps.answerTokens() } }
    return this.#deps.completed?.(caller) ?? caller
  }

  /** Counts what the agent sent and what it is given to read. */
  metered<T>(who: Caller, sent: unknown, result: T, read: string | number): T {
    this.#deps.agents.spent(who.actor.name, {
      tokens_in: sent === undefined ? 0 : estimateTokens(JSON.stringify(sent)),
      tokens_out: typeof read === 'number' ? read : estimateTokens(read),
    })
    return result
  }

  /** An answer that is metered as the JSON that the client reads. */
  told<T extends object>(sent: unknown, result: T): T {
    return this.metered(this.caller(), sent, result, JSON.stringify(result))
  }
}
