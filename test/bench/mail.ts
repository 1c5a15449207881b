// `npm run bench:mail`: a mailbox that fills while a service watches it by itself, against a real Dovecot: mails a second until they are tasks (every tenth
// with two files), and the most memory that the service had. `npm run bench:mail -- 1000` for another number of mails. Needs Debian's dovecot-imapd.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dovecotMissing, openDovecot } from '../support/mail/dovecot.ts'
import { attached, inline, mimeMail, multipart, part } from '../support/mail/mime.ts'
import { serves, signed } from '../support/service/as-person.ts'
import { until } from '../support/until.ts'
import { tasksFromReports } from './reports.ts'
import { startProgram } from './timing.ts'

const count = Number(process.argv[2] ?? 10_000)
if (dovecotMissing) {
  console.error(dovecotMissing)
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'tandem-bench-'))
const dovecot = await openDovecot()
const service = await startProgram(['test/support/service/impatient-service.ts', folder], {
  TANDEM_SECRETS: 'file',
  TANDEM_EMBEDDER: 'off',
  TANDEM_RERANKER: 'off',
  TANDEM_MAIL_CA: fileURLToPath(new URL('../support/certificate/localhost.crt', import.meta.url)),
})
serves(service.url, folder)
const ask = async (method: string, path: string, body?: object) => {
  const headers = signed(service.url, { 'X-Actor': 'person:bench', 'Content-Type': 'application/json' })
  const response = await fetch(service.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response
}
const taken = async () => Number((await ask('GET', '/conversations?limit=1')).headers.get('x-total-count'))
const peak = () => Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1024)

try {
  await ask('POST', '/mailboxes', { address: dovecot.user, password: dovecot.password, servers: { imap: dovecot.imaps, smtp: null, user: dovecot.user } })
  await until('the first look', async () => ((await (await ask('GET', '/mailboxes')).json()) as { looked_at: string | null }[])[0]?.looked_at)
  const atRest = peak()
  const file = (n: number, length: number) => Buffer.alloc(length, `${n} `)
  const withFiles = (n: number, text: string) =>
    multipart('mixed', [
      part({ type: 'text/plain; charset=utf-8', content: text }),
      attached(`${n}.pdf`, file(n, 200_000)),
      inline(`i${n}`, `${n}.png`, file(n, 20_000)),
    ])
  const waits: number[] = []
  for (let n = 0; n < 20; n++) {
    const arrived = performance.now()
    dovecot.deliver(mimeMail({ subject: `Alone ${n}`, from: `Single ${n} <single${n}@example.org>` }, withFiles(n, `Look at drawing ${n * 7919}.`)))
    await until('its task', async () => (await taken()) > n)
    waits.push(performance.now() - arrived)
  }
  const sorted = waits.toSorted((a, b) => a - b)
  console.log(
    `a mail with a PDF and a picture is a task with both after p50 ${(sorted[9] as number).toFixed(0)}, at most ${(sorted[19] as number).toFixed(0)} ms (wanted: 2,000)`,
  )
  let n = 0
  const began = performance.now()
  for (const { title, description } of tasksFromReports(count)) {
    const text = description ?? title
    const body = n % 10 === 0 ? withFiles(n, text) : part({ type: 'text/plain; charset=utf-8', content: text })
    dovecot.deliver(mimeMail({ subject: title, from: `Person ${n % 500} <person${n % 500}@example.org>` }, body))
    n++
  }
  let said = 0
  await until(
    'all mails',
    async () => {
      const done = (await taken()) - waits.length
      if (done - said >= 1000) console.log(`${(said = done)} after ${Math.round((performance.now() - began) / 1000)} s, ${peak()} MB`)
      return done >= count
    },
    3_600_000,
  )
  const seconds = (performance.now() - began) / 1000
  const tasks = (await ask('GET', '/tasks?limit=1')).headers.get('x-total-count')
  console.log(
    `${count} mails in ${seconds.toFixed(1)} s: ${(count / seconds).toFixed(1)} a second, ${tasks} tasks; at most ${peak()} MB (${atRest} MB at rest)`,
  )
} finally {
  await service.stop()
  await dovecot.close()
  rmSync(folder, { recursive: true, force: true })
}
