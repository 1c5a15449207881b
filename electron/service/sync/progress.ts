// How a connection goes, for whoever shows it.
export interface Progress {
  /** The stream stands. */
  online: boolean
  /** It was tried, and failed. */
  failed: boolean
  reading: boolean
  read: number
  problem: string | null
  retryAt: number | null
}

export const notBegun = (): Progress => ({ online: false, failed: false, reading: false, read: 0, problem: null, retryAt: null })
