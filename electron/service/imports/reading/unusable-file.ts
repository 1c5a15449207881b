/** Nothing can be imported from it. The message says what to do instead. */
export class UnusableFile extends Error {
  /** What else one can do on the command line. */
  readonly onCommandLine: string
  constructor(message: string, onCommandLine = '') {
    super(message)
    this.onCommandLine = onCommandLine
  }
}
