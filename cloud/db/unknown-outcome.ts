/**
 * Did the server say nothing to the COMMIT? An error with an SQLSTATE is an answer, unless a pooler says that it lost the server (class 08); and a
 * connection known to be broken was not written to, nor one for which a pooler found no server in time.
 */
export function isUnanswered(error: Error): boolean {
  const { code = '' } = error as { code?: string }
  return !(/^(?!08)[0-9A-Z]{5}$/.test(code) || /not queryable|query_wait_timeout/.test(error.message))
}

/** The connection broke after COMMIT was sent: nobody knows whether it happened. */
export class UnknownOutcome extends Error {
  constructor(cause: Error) {
    super('The connection broke during the commit.', { cause })
    this.name = 'UnknownOutcome'
  }
}
