// How far a long command is, on stderr: a bar on a terminal, else a plain line every few seconds.

const barWidth = 24

export interface Progress {
  /** `done` of `total` (in any unit; unknown totals show no bar), with what to say beside it. */
  show(done: number, total: number | undefined, text: string): void
  end(): void
}

export function createProgress(out: NodeJS.WriteStream = process.stderr, now: () => number = Date.now): Progress {
  const every = out.isTTY ? 100 : 2000
  let last = now()
  let isShown = false
  return {
    show(done, total, text) {
      if (now() - last < every) return
      last = now()
      const part = total ? Math.min(1, done / total) : undefined
      const percent = part === undefined ? '' : `${Math.floor(part * 100)}% `
      if (!out.isTTY) return void out.write(`${percent}${text}\n`)
      const filled = Math.round((part ?? 0) * barWidth)
      out.write(`\r\u{1b}[K${part === undefined ? '' : `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] `}${percent}${text}`)
      isShown = true
    },
    end() {
      if (isShown) out.write('\r\u{1b}[K')
      isShown = false
    },
  }
}
