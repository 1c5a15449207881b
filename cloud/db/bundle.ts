// Several statements as one transaction in one packet. Up to the Sync, PostgreSQL treats statements of the extended protocol as one implicit
// transaction: it commits at the Sync, or rolls back from the first error on. No BEGIN and COMMIT to parse, one answer instead of five.
import { type Connection, Query, type QueryConfig, type QueryResult } from 'pg'

/** What pg's own queries do, in terms that its types do not tell. */
interface Wire {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  execute(portal: object): void
  sync(): void
  stream: { cork(): void; uncork(): void }
}
interface Handlers {
  name: string | undefined
  text: string
  _result: QueryResult & { _types?: object }
  _canceledDueToError: Error | false
  prepare(wire: Wire): void
  handleRowDescription(message: object): void
  handleDataRow(message: object): void
  handleCommandComplete(message: object): void
}

/** One statement; pg's own query but for the Sync after it. */
class Part extends Query {
  _getRows(wire: Wire): void {
    wire.execute({})
  }
}

/** Goes to `client.query`. Calls back once: with the results of all, or with the first error and the number of the statement that it met. */
export class Bundle extends Query {
  name: string | undefined
  text = ''
  callback: (error: Error | null) => void
  private readonly parts: Handlers[]
  private at = 0

  constructor(statements: readonly QueryConfig[], done: (error: Error | undefined, results: QueryResult[], failedAt: number) => void) {
    super({ text: '' })
    this.parts = statements.map((statement) => new Part(statement) as unknown as Handlers)
    this.callback = (error) => {
      const results = this.parts.map((part) => part._result)
      const unreadable = this.parts.findIndex((part) => part._canceledDueToError)
      const failure = error ?? (this.parts[unreadable]?._canceledDueToError || undefined)
      done(failure, results, error ? this.at : unreadable)
    }
    this.submit = (connection: Connection) => this.send(connection as unknown as Wire)
    this.look()
  }

  /** pg asks for the name and text of the statement whose answer is being read. */
  private look(): void {
    const part = this.parts[this.at]
    if (part) ({ name: this.name, text: this.text } = part)
  }

  private send(wire: Wire): void {
    wire.stream.cork()
    try {
      for (const part of this.parts) {
        part._result._types = (this as unknown as Handlers)._result._types
        part.prepare(wire)
      }
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
  }

  handleRowDescription = (message: object): void => this.parts[this.at]?.handleRowDescription(message)
  handleDataRow = (message: object): void => this.parts[this.at]?.handleDataRow(message)
  handleCommandComplete = (message: object): void => {
    this.parts[this.at++]?.handleCommandComplete(message)
    this.look()
  }
  handleReadyForQuery = (): void => this.callback(null)
  handleError = (error: Error, wire: Wire): void => {
    // The server has skipped the statements behind the wrong one: what they were to prepare is not prepared.
    for (const { name } of this.parts.slice(this.at)) if (name) delete wire.submittedNamedStatements[name]
    this.callback(error)
  }
}

/** Did only a statement fail, and the connection lives? */
export function isStatementError(error: Error): boolean {
  const { code, severity } = error as { code?: string; severity?: string }
  return /^[0-9A-Z]{5}$/.test(code ?? '') && severity === 'ERROR'
}
