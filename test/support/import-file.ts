// A file sent to POST /import/file, as the window does it, and what is answered line by line.
import type { ImportFileLine, ImportFileReport } from '../../shared/schema/import-file.ts'
import type { Problem } from '../../shared/schema/problem.ts'

export interface FileAnswer {
  status: number
  lines: ImportFileLine[]
  report?: ImportFileReport | undefined
  problem?: Problem | undefined
}

type Content = string | Uint8Array<ArrayBuffer>

interface Sending {
  name: string
  dryRun?: boolean
  headers?: Record<string, string>
}

export function sendFile(url: string, content: Content, { name, dryRun = false, headers = {} }: Sending): Promise<Response> {
  const query = new URLSearchParams({ name, ...(dryRun ? { dry_run: 'true' } : {}) })
  return fetch(`${url}/import/file?${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', 'X-Actor': 'person', ...headers },
    body: content,
  })
}

export async function importFile(url: string, content: Content, sending: Sending): Promise<FileAnswer> {
  const response = await sendFile(url, content, sending)
  const text = await response.text()
  if (!response.ok) return { status: response.status, lines: [], problem: JSON.parse(text) as Problem }
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ImportFileLine)
  const last = lines.at(-1)
  return {
    status: response.status,
    lines,
    ...(last && 'report' in last ? { report: last.report } : {}),
    ...(last && 'problem' in last ? { problem: last.problem } : {}),
  }
}
