// A transaction that decides from what it reads. Its opening travels with its first query, and a query need not wait for the one before.
import type { Socket } from 'node:net'
import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import type { Answer } from './bundle.ts'
import type { createConnections } from './connections.ts'
import { opening, type Place } from './place.ts'
import { isMoved } from './server/preamble.ts'
import type { Statements, Tx } from './tx.ts'
import { isUnanswered, UnknownOutcome } from './unknown-outcome.ts'
import type { Statement } from './wire.ts'

type Connections = ReturnType<typeof createConnections>
type Done = (error: Error | undefined, result: QueryResult) => void

/** Statements on one connection, one behind the other. The first error of all is kept for the end. */
class Pipeline {
  readonly #client: PoolClient
  #pending = 0
  #corked = false
  #failure: Error | undefined
  #drained: (() => void) | undefined

  constructor(client: PoolClient) {
    this.#client = client
  }

  send(config: QueryConfig, done?: Done): void {
    this.#pending++
    this.#cork()
    this.#client.query(config, (error: Error | undefined, result: QueryResult) => {
      this.#failure ??= error
      done?.(error, result)
      if (--this.#pending === 0) this.#drained?.()
    })
  }

  ask(statement: Statement): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) =>
      this.send(statement as QueryConfig, (error, result) => (error ? reject(error) : resolve({ rows: result.rows, rowCount: result.rowCount ?? 0 }))),
    )
  }

  /** What is sent before this program turns to something else goes out at once, together: telling the system of it is what costs. */
  #cork(): void {
    if (this.#corked) return
    this.#corked = true
    const { stream } = (this.#client as unknown as { connection: { stream: Socket } }).connection
    stream.cork()
    process.nextTick(() => {
      this.#corked = false
      stream.uncork()
    })
  }

  /** Sends the last statement, waits for all, and gives the connection back, or throws it away when it is broken. */
  async end(how: 'COMMIT' | 'ROLLBACK', release: Connections['release']): Promise<void> {
    let last: { error: Error | undefined; command: string | undefined } | undefined
    await new Promise<void>((resolve) => {
      this.#drained = resolve
      this.send({ text: how }, (error, result) => (last = { error, command: result?.command }))
    })
    const { error, command } = last as NonNullable<typeof last>
    release(this.#client, error)
    if (how === 'ROLLBACK') return
    if (error && isUnanswered(error)) throw new UnknownOutcome(error)
    if (this.#failure) throw this.#failure
    // A transaction in which a statement failed answers a COMMIT by rolling back.
    if (command !== how) throw new Error('The transaction was rolled back.')
  }
}

export function createStepByStep(
  { connect, release, preamble, moved }: Pick<Connections, 'connect' | 'release' | 'preamble' | 'moved'>,
  { txOf }: Pick<Statements, 'txOf'>,
) {
  return async function stepByStep<T>(place: Place, work: (tx: Tx) => Promise<T>): Promise<T> {
    const pipeline = new Pipeline(await connect())
    const tx = txOf((statement) => pipeline.ask(statement))
    let result: T
    try {
      pipeline.send({ text: opening(place, preamble()?.text) }, (error) => {
        if (isMoved(error)) void moved()
      })
      result = await work(tx)
    } catch (error) {
      void pipeline.end('ROLLBACK', release).catch(() => undefined)
      throw error
    }
    await pipeline.end('COMMIT', release)
    return result
  }
}
