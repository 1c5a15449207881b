/** Why the service cannot start, in words for the person who started it. */
export class StartError extends Error {
  readonly code: 'already-running' | 'newer-database' | 'migration' | 'damaged' | 'data-dir' | 'port' | 'usage'
  /** already-running: where the running one answers. */
  readonly url: string | undefined
  constructor(code: StartError['code'], message: string, url?: string) {
    super(message)
    this.name = 'StartError'
    this.code = code
    this.url = url
  }
}
