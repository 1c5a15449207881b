// How a transaction asks: a query becomes a statement with a name, so that each connection prepares it once.
import type { Compilable } from 'kysely'
import type { Answer } from './bundle.ts'
import { statementSpan } from './statement-span.ts'
import type { Statement } from './wire.ts'

/** One transaction. Queries may be sent without awaiting the one before: they run in order, and the commit waits for all. */
export interface Tx {
  all<R>(query: Compilable<R>): Promise<R[]>
  first<R>(query: Compilable<R>): Promise<R | undefined>
  /** Returns how many rows it touched. */
  run(query: Compilable): Promise<number>
}

/** Names for prepared statements; texts that vary without end must not fill the server's memory. */
function createStatementNames(max: number): { of: (text: string) => string | undefined; count: () => number } {
  const names = new Map<string, string>()
  const of = (text: string) => {
    const known = names.get(text)
    if (known || names.size >= max) return known
    const name = `t${names.size}`
    names.set(text, name)
    return name
  }
  return { of, count: () => names.size }
}

export type Statements = ReturnType<typeof createStatements>

/** `maxNamed`: so many texts are prepared, the others each time anew. */
export function createStatements(maxNamed = 500) {
  const names = createStatementNames(maxNamed)
  const named = ({ text, values }: Omit<Statement, 'name'>): Statement => ({ text, values, name: names.of(text) })

  function statementOf(query: Compilable): Statement {
    const { sql, parameters } = query.compile()
    return named({ text: sql, values: parameters })
  }

  return {
    named,
    /** How many texts have a name, and may have one. */
    names: () => ({ count: names.count(), max: maxNamed }),
    statementOf,
    txOf(ask: (statement: Statement) => Promise<Answer>): Tx {
      const asked = (query: Compilable): Promise<Answer> => {
        const statement = statementOf(query)
        return statementSpan(statement.text, () => ask(statement))
      }
      return {
        all: async <R>(query: Compilable<R>) => (await asked(query)).rows as R[],
        first: async <R>(query: Compilable<R>) => (await asked(query)).rows[0] as R | undefined,
        run: async (query) => (await asked(query)).rowCount,
      }
    },
  }
}
