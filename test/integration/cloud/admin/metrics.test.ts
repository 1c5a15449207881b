// What an operator's metrics say when something is stuck.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createDatabase } from '../../../../cloud/db/database.ts'
import { createMetrics } from '../../../../cloud/metrics.ts'
import { watchBacklog } from '../../../../cloud/watch/backlog.ts'
import { openCloud, type TestCloud } from '../../../support/cloud/cloud.ts'
import { onDatabase, waitingForLock } from '../../../support/cloud/postgres.ts'
import { metricOf } from '../../../support/operator/metrics.ts'
import { temporaryFolder } from '../../../support/service/service.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await openCloud()
})
afterAll(() => cloud.close())

const text = async () => (await fetch(`${cloud.url}/metrics`)).text()
const valueOf = (series: string) => metricOf(cloud.url, series)
const soon = { timeout: 30_000, interval: 500 }

it('[OB1] a mail that nobody takes ages, and no other queue does', async () => {
  await onDatabase(cloud.database.url, async (client) => {
    const id = randomUUID()
    await client.query(
      "INSERT INTO outgoing_mails (id, sealed, next_attempt_at, expires_at) VALUES ($1, '', now() + interval '2 seconds', now() + interval '1 hour')",
      [id],
    )
    await client.query('BEGIN')
    await client.query('SELECT 1 FROM outgoing_mails WHERE id = $1 FOR UPDATE', [id])
    await expect.poll(() => valueOf('tandem_delivery_overdue_seconds{queue="mails"}'), soon).toBeGreaterThan(0.5)
    const first = (await valueOf('tandem_delivery_overdue_seconds{queue="mails"}')) as number
    await expect.poll(() => valueOf('tandem_delivery_overdue_seconds{queue="mails"}'), soon).toBeGreaterThan(first + 4)
    for (const queue of ['push', 'webhooks']) expect([queue, await valueOf(`tandem_delivery_overdue_seconds{queue="${queue}"}`)]).toEqual([queue, 0])
    await client.query('DELETE FROM outgoing_mails WHERE id = $1', [id])
    await client.query('COMMIT')
    await expect.poll(() => valueOf('tandem_delivery_overdue_seconds{queue="mails"}'), soon).toBe(0)
  })
}, 90_000)

it('[OB1] who waits for a lock is counted', async () => {
  await onDatabase(cloud.database.url, (holder) =>
    onDatabase(cloud.database.url, async (waiter) => {
      await holder.query('BEGIN')
      await holder.query('SELECT pg_advisory_xact_lock(280)')
      const waiting = waiter.query('SELECT pg_advisory_lock(280)')
      await expect.poll(() => waitingForLock(holder), soon).toBe(1)
      await expect.poll(() => valueOf('tandem_db_lock_waits'), soon).toBe(1)
      await holder.query('COMMIT')
      await waiting
      await expect.poll(() => valueOf('tandem_db_lock_waits'), soon).toBe(0)
    }),
  )
}, 90_000)

it('[OB1] without a database these are missing instead of 0, and the others are answered', async ({ onTestFinished }) => {
  const db = createDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', poolSize: 1, onError: () => {} })
  onTestFinished(() => db.close())
  const metrics = createMetrics(db.pool)
  watchBacklog(db, metrics, () => {})
  const began = performance.now()
  const lines = (await metrics.text()).split('\n')
  expect(performance.now() - began).toBeLessThan(3000)
  expect(lines.filter((line) => /^tandem_(?:db_lock_waits|delivery_overdue_seconds)/.test(line))).toEqual([])
  expect(lines).toContain('tandem_db_waiting 0')
})

const root = resolve(import.meta.dirname, '../../../..')
const folder = join(root, 'deploy/observability')
const alerts = (
  parse(readFileSync(join(folder, 'alerts.yml'), 'utf8')) as { groups: { rules: { alert: string; expr: string; annotations: { runbook_url: string } }[] }[] }
).groups.flatMap(({ rules }) => rules)
const dashboard = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8')) as {
  panels: { id: number; title: string; gridPos: { x: number; y: number }; targets: { expr: string }[] }[]
}
const namesIn = (query: string) => query.match(/\b(?:tandem|process|nodejs)_[a-z_]+/g) ?? []

it('[OB2] alerts and dashboard ask for metrics that there are', async () => {
  const known = new Set<string>(['up'])
  for (const [, name, type] of (await text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    for (const end of type === 'histogram' ? ['_count', '_sum', '_bucket'] : ['']) known.add(`${name}${end}`)
  }
  const queries = [...alerts.map(({ expr }) => expr), ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]
  expect(queries.length).toBeGreaterThan(15)
  expect(queries.flatMap(namesIn).filter((name) => !known.has(name))).toEqual([])
  for (const part of ['id', 'title', 'gridPos'] as const)
    expect([part, new Set(dashboard.panels.map((panel) => JSON.stringify(panel[part]))).size]).toEqual([part, dashboard.panels.length])
  // Whatever the cloud says of itself can be seen, by name.
  const shown = new Set(queries.flatMap(namesIn))
  const told = [...known].filter((name) => name.startsWith('tandem_') && !/_(?:count|sum|bucket)$/.test(name))
  expect(told.filter((name) => !shown.has(name))).toEqual([])
})

it('[OB2] each alert has its page in the runbook and tests of its own', () => {
  const headings = readFileSync(join(root, 'docs/runbook.md'), 'utf8').match(/(?<=^## ).+$/gm)
  expect(headings).toEqual(alerts.map(({ alert }) => alert))
  for (const { alert, annotations } of alerts) expect(annotations.runbook_url).toBe(`docs/runbook.md#${alert.toLowerCase()}`)
  const { tests } = parse(readFileSync(join(folder, 'alerts.test.yml'), 'utf8')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[]
  }
  const tried = tests.flatMap(({ alert_rule_test }) => alert_rule_test.map(({ alertname, exp_alerts }) => `${alertname} ${exp_alerts.length}`))
  expect(tried).toEqual(alerts.flatMap(({ alert }) => [`${alert} 1`, `${alert} 0`]))
})

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined

function promtool(args: readonly string[], cwd = folder): [status: number | null, said: string] {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd, encoding: 'utf8' })
  return [status, status === 0 ? '' : stdout + stderr]
}

it('[OB2] the alerts fire when they must and only then', ({ skip }) => {
  if (!hasPromtool) return skip('promtool not installed')
  for (const command of [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ])
    expect(promtool(command)).toEqual([0, ''])
})

it('[OB2] Prometheus takes the example of what to scrape, and each query of the dashboard', ({ skip, onTestFinished }) => {
  if (!hasPromtool) return skip('promtool not installed')
  const { path, remove } = temporaryFolder()
  onTestFinished(remove)
  cpSync(join(folder, 'alerts.yml'), join(path, 'alerts.yml'))
  // The check wants the token's file to be there.
  writeFileSync(join(path, 'token'), 'secret')
  const example = readFileSync(join(folder, 'prometheus.yml'), 'utf8')
  writeFileSync(join(path, 'prometheus.yml'), example.replace(/credentials_file: \S+/, `credentials_file: ${join(path, 'token')}`))
  expect(promtool(['check', 'config', 'prometheus.yml'], path)).toEqual([0, ''])
  const rules = dashboard.panels.flatMap(({ id, targets }) => targets.map(({ expr }, place) => ({ record: `panel:${id}:${place}`, expr })))
  const check = (all: object[]) => {
    writeFileSync(join(path, 'dashboard.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules: all }] }))
    return promtool(['check', 'rules', 'dashboard.yml'], path)
  }
  expect(check(rules)).toEqual([0, ''])
  expect(check([...rules, { record: 'panel:0:0', expr: 'sum by (tandem_db_waiting' }])[0]).not.toBe(0)
})
