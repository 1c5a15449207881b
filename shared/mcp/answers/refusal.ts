// What is refused before the protocol library sees it, in the protocol's own words.
export class McpRefusal extends Error {
  readonly status: number
  /** JSON-RPC's. */
  readonly code: number
  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
