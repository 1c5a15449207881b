// Transactions that know all their statements beforehand: they go out as one packet, alone or in a group that shares a commit.
import type { PoolClient } from 'pg'
import { type Answer, Bundle } from './bundle.ts'
import type { createConnections } from './connections.ts'
import { createGroups, type Outcome } from './groups.ts'
import { entering, type QuickPlace } from './place.ts'
import { isMoved } from './server/preamble.ts'
import type { Statements, Tx } from './tx.ts'
import { isUnanswered, UnknownOutcome } from './unknown-outcome.ts'
import { types } from './values.ts'
import type { Statement } from './wire.ts'

type Connections = Pick<ReturnType<typeof createConnections>, 'connect' | 'release' | 'preamble' | 'moved'>

export type RunBundle = ReturnType<typeof createRunBundle>

export function createRunBundle(connections: Connections) {
  /** One bundle on one connection. Its error is an UnknownOutcome when `writing` and nobody knows whether it was committed. */
  async function send(statements: Statement[], writing: boolean): Promise<Outcome> {
    let client: PoolClient
    try {
      client = await connections.connect()
    } catch (error) {
      return { answers: [], error: error as Error, failedAt: 0 }
    }
    // Known with the first connection, so not before there is one.
    const preamble = connections.preamble()
    const skipped = preamble === undefined ? 0 : 1
    return new Promise((resolve) => {
      const bundle = new Bundle(preamble === undefined ? statements : [preamble.statement, ...statements], types, (error, answers, failedAt) => {
        connections.release(client, error)
        const unknown = error && writing && isUnanswered(error)
        resolve({ answers: answers.slice(skipped), error: unknown ? new UnknownOutcome(error) : error, failedAt: Math.max(0, failedAt - skipped) })
      })
      try {
        client.query(bundle)
      } catch (error) {
        // A value that no statement takes: nothing was sent.
        client.release(error as Error)
        resolve({ answers: [], error: error as Error, failedAt: 0 })
      }
    })
  }

  return async function runBundle(statements: Statement[], writing: boolean): Promise<Outcome> {
    const outcome = await send(statements, writing)
    return isMoved(outcome.error) && (await connections.moved()) ? send(statements, writing) : outcome
  }
}

export function createAtOnce(run: RunBundle, { named, txOf }: Pick<Statements, 'named' | 'txOf'>, timeoutMs: number) {
  const inGroups = createGroups((statements) => run(statements, true), timeoutMs)

  /** A transaction whose work asks for everything before it awaits the first answer. `through`: what sends it, when it is not grouped. */
  return async function atOnce<T>(place: QuickPlace, work: (tx: Tx) => Promise<T>, how: 'reading' | 'alone' | 'grouped', through = run): Promise<T> {
    const statements: Statement[] = []
    const waiting: { resolve(answer: Answer): void; reject(error: Error): void }[] = []
    let sent = false
    const working = work(
      txOf(
        (statement) =>
          new Promise<Answer>((resolve, reject) => {
            if (sent) reject(new Error('The transaction is over: it was to send everything at once.'))
            else waiting[statements.push(statement) - 1] = { resolve, reject }
          }),
      ),
    )
    sent = true
    if (waiting.length === 0) return working
    // It may fail while we wait for the end; what counts is told then.
    working.catch(() => undefined)
    const { answers, error, failedAt } = await (how !== 'grouped'
      ? through([named(entering(place, how === 'reading' ? how : undefined)), ...statements], how === 'alone')
      : inGroups({ order: Object.values(place.settings).join(), hasty: named(entering(place, 'hasty')), patient: named(entering(place)), statements }))
    for (const [index, { resolve, reject }] of waiting.entries()) {
      if (error && index + 1 >= failedAt) reject(error)
      else resolve(answers[index + 1] as Answer)
    }
    const result = await working
    if (error) throw error
    return result
  }
}
