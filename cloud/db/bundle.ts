// Several statements as one transaction in one packet. Up to the Sync, PostgreSQL treats statements of the extended protocol as one implicit
// transaction: it commits at the Sync, or rolls back from the first error on. No BEGIN and COMMIT to parse, one answer instead of five.
//
// What it needs of pg, all of it in this file (`cloud-bundle.test.ts` fails when pg changes it): a Query given to `client.query` is asked to
// `submit(connection)`, may write to `connection.stream`, and is handed the answers through its handle… functions.
import { Query, type CustomTypesConfig } from 'pg'
import { type Statement, writeBind, writeClose, writeDescribe, writeExecute, writeParse, writeSync, Packet } from './wire.ts'

/** What a statement brought. */
export interface Answer {
  rows: unknown[]
  rowCount: number
}

interface Column {
  name: string
  read(text: string): unknown
}

/** The columns of each statement that a connection has prepared: they stay, so that nobody describes them again. Undefined for no columns. */
type Prepared = Map<string, Column[] | undefined>
const preparedOn = new WeakMap<object, Prepared>()

interface Wire {
  stream: { writable: boolean; write(bytes: Buffer): boolean }
}
interface RowDescription {
  fields: { name: string; dataTypeID: number }[]
}

/** Goes to `client.query`. Calls back once: with the answers, or with the first error and the number of the statement that it met. */
export class Bundle extends Query {
  private readonly statements: readonly Statement[]
  private readonly readers: CustomTypesConfig
  private readonly answers: Answer[]
  private prepared: Prepared = new Map()
  private at = 0
  /** The columns of each statement: known when it was sent, or described in the answer. */
  private readonly columns: (Column[] | undefined)[]
  private unreadable: { error: Error; at: number } | undefined
  callback: (error: Error | null) => void

  constructor(statements: readonly Statement[], readers: CustomTypesConfig, done: (error: Error | undefined, answers: Answer[], failedAt: number) => void) {
    super({ text: '' })
    this.statements = statements
    this.readers = readers
    this.columns = statements.map(() => undefined)
    this.answers = statements.map(() => ({ rows: [], rowCount: 0 }))
    this.callback = (error) => {
      const failure = error ?? this.unreadable?.error
      done(failure, this.answers, error ? this.at : (this.unreadable?.at ?? -1))
    }
    this.submit = (connection: object) => this.send(connection as Wire)
  }

  private send(wire: Wire): void {
    const known = preparedOn.get(wire)
    if (known) this.prepared = known
    else preparedOn.set(wire, this.prepared)
    const packet = new Packet()
    const announced = new Set<string>()
    for (const [index, statement] of this.statements.entries()) {
      const { name } = statement
      if (name === undefined || !(this.prepared.has(name) || announced.has(name))) {
        // It may be there from a bundle that failed behind its Parse. Closing what is not there is no error.
        if (name !== undefined) writeClose(packet, name)
        writeParse(packet, statement)
        if (name !== undefined) announced.add(name)
      }
      writeBind(packet, statement)
      if (name !== undefined && this.prepared.has(name)) this.columns[index] = this.prepared.get(name)
      else writeDescribe(packet)
      writeExecute(packet)
    }
    writeSync(packet)
    if (wire.stream.writable) wire.stream.write(packet.bytes())
  }

  handleRowDescription = ({ fields }: RowDescription): void => {
    this.columns[this.at] = fields.map(({ name, dataTypeID }) => ({ name, read: this.readers.getTypeParser(dataTypeID, 'text') as Column['read'] }))
  }

  handleDataRow = ({ fields }: { fields: (string | null)[] }): void => {
    const columns = this.columns[this.at] as Column[]
    const row: Record<string, unknown> = {}
    try {
      for (let i = 0; i < columns.length; i++) {
        const { name, read } = columns[i] as Column
        const text = fields[i] as string | null
        row[name] = text === null ? null : read(text)
      }
      this.answers[this.at]?.rows.push(row)
    } catch (error) {
      this.unreadable ??= { error: error as Error, at: this.at }
    }
  }

  handleCommandComplete = ({ text }: { text: string }): void => {
    const answer = this.answers[this.at]
    if (answer) answer.rowCount = Number(/\d+$/.exec(text)?.[0] ?? 0)
    const name = this.statements[this.at]?.name
    if (name !== undefined && !this.prepared.has(name)) this.prepared.set(name, this.columns[this.at])
    this.at++
  }

  handleReadyForQuery = (): void => this.callback(null)

  handleError = (error: Error): void => {
    // Prepared again next time: its plan may be what has become wrong.
    const name = this.statements[this.at]?.name
    if (name !== undefined) this.prepared.delete(name)
    this.callback(error)
  }
}

/** Did only a statement fail, and the connection lives? */
export function isStatementError(error: Error): boolean {
  const { code, severity } = error as { code?: string; severity?: string }
  return /^[0-9A-Z]{5}$/.test(code ?? '') && severity === 'ERROR'
}
