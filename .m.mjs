import { readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
enableCompileCache('/work/wt-found2/.cache/compiled')
process.env.TANDEM_EMBEDDER = 'off'
process.env.TANDEM_RERANKER = 'off'
const show = (l) => {
  const s = readFileSync('/proc/self/status', 'utf8')
  const g = (k) => Math.round(Number(new RegExp(k + ':\\s+(\\d+)').exec(s)[1]) / 1024)
  const m = process.memoryUsage()
  console.log(
    l.padEnd(16),
    'rss',
    g('VmRSS'),
    'anon',
    g('RssAnon'),
    'heapUsed',
    (m.heapUsed / 1e6).toFixed(1),
    'heapTotal',
    (m.heapTotal / 1e6).toFixed(1),
    'ext',
    (m.external / 1e6).toFixed(1),
  )
}
show('node')
const { startService } = await import('./electron/service/start-service.ts')
show('imported')
const s = await startService({ port: 0, dataDir: '/tmp/f2/data', version: '1' })
show('started')
await new Promise((r) => setTimeout(r, 1500))
show('1.5 s')
gc()
show('gc')
await s.close()
show('closed')
process.exit()
