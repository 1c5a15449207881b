// Stands in for the hub that models are fetched from: serves files at a fixed revision, parts of them too, and says no as a test wants it to.
import type { ServerResponse } from 'node:http'
import type { ModelCard } from '../../../shared/schema/search-status.ts'
import { openStandIn, type Seen } from '../stand-in.ts'

/** What it does with the next request for a file; undefined: it serves it. */
export type Refusal = (request: Seen, bytes: Buffer, response: ServerResponse) => boolean | Promise<boolean>

export async function openHub(models: readonly [ModelCard, Record<string, Buffer>][]) {
  let refuse: Refusal = () => false
  const served = new Map<string, Buffer>(
    models.flatMap(([{ repository, revision }, files]) =>
      Object.entries(files).map(([file, bytes]): [string, Buffer] => [`/${repository}/resolve/${revision}/${file}`, bytes]),
    ),
  )
  const standIn = await openStandIn(async (request, response) => {
    const bytes = served.get(request.path)
    if (!bytes) return void response.writeHead(404).end()
    if (await refuse(request, bytes, response)) return
    const mark = `"${bytes.length}"`
    const { range, 'if-range': since } = request.headers
    const from = since === undefined || since === mark ? Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0) : 0
    const part = bytes.subarray(from)
    const headers = { etag: mark, 'content-length': part.length }
    response.writeHead(from > 0 ? 206 : 200, from > 0 ? { ...headers, 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : headers)
    response.end(part)
  })
  return {
    url: standIn.url,
    seen: standIn.seen,
    refuse: (next: Refusal) => void (refuse = next),
    serve: () => void (refuse = () => false),
    close: standIn.close,
  }
}
