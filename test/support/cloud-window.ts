// TEMPORARY, not committed
import { existsSync, readFileSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import { extname, join } from 'node:path'
import { openCloud, type TestCloud } from './cloud.ts'
const win = join(import.meta.dirname, '..', '..', 'out', 'renderer')
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.html': 'text/html', '.woff2': 'font/woff2' }
export async function openCloudWindow(options: any = {}): Promise<TestCloud> {
  let target = ''
  const server = createServer((q, r) => {
    const path = new URL(q.url!, 'http://x').pathname
    if (path.startsWith('/api/') || path.startsWith('/connected')) {
      const to = new URL(target)
      const p = httpRequest({ host: to.hostname, port: to.port, path: q.url, method: q.method, headers: q.headers }, (a) => { r.writeHead(a.statusCode!, a.headers); a.pipe(r) })
      p.on('error', () => r.destroy()); q.pipe(p); return
    }
    const file = join(win, path)
    if (path !== '/' && existsSync(file) && extname(file)) return void r.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file))
    if (q.headers.accept?.includes('text/html')) return void r.writeHead(200, { 'content-type': 'text/html' }).end(readFileSync(join(win, 'index.html'), 'utf8').replace('</head>', '<meta name="tandem-home" content="cloud" /></head>'))
    r.writeHead(404, { 'content-type': 'application/problem+json' }).end(JSON.stringify({ type: 'about:blank', title: 'no', status: 404, detail: 'Not here.', instance: path, code: 'not_found' }))
  })
  await new Promise<void>((ok) => server.listen(0, '127.0.0.1', ok))
  const url = `http://127.0.0.1:${(server.address() as any).port}`
  const cloud = await openCloud({ ...options, publicUrl: url })
  target = cloud.url
  return { ...cloud, url, async close() { server.closeAllConnections(); server.close(); await cloud.close() } }
}
