// What an operator of three machines lives through: one is lost, the version of all is replaced, and last night's backup has to be restored.
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postgresPrograms } from '../../../../deploy/ha/programs.ts'
import { callUrl } from '../../../contract/target.ts'
import { newPerson, newTeam, type TestTeam } from '../../../support/cloud/cloud.ts'
import { type Ha, haMissing, openHa } from '../../../support/cloud/ha.ts'
import { titlesOf, writingDuring } from '../../../support/cloud/ha/writing.ts'
import { temporaryFolder } from '../../../support/service/service.ts'
import { openDesktop } from '../../../support/sync/synced.ts'
import { until } from '../../../support/until.ts'

const run = promisify(execFile)

describe.skipIf(haMissing)(`three machines in an operator's hands${haMissing ? ` (skipped: ${haMissing})` : ''}`, () => {
  let ha: Ha
  let team: TestTeam
  let desktop: Awaited<ReturnType<typeof openDesktop>>
  beforeAll(async () => {
    ha = await openHa({ mode: 'sync' })
    const cloud = {
      call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => callUrl(`${ha.balancerUrl}/api${path}`, method, body, headers),
    }
    team = await newTeam(cloud, await newPerson(cloud))
    desktop = await openDesktop('desk', { url: ha.balancerUrl }, team)
    await desktop.connect()
    await desktop.synced()
  }, 180_000)
  afterAll(async () => {
    await desktop?.close()
    await ha?.close()
  }, 60_000)

  // Also when a test before it, or its first try, left something stopped.
  beforeEach(async () => {
    for (const cloud of ha.clouds) cloud.start()
    await allReady()
  }, 120_000)

  const isReady = async (url: string) => (await callUrl(`${url}/ready`, 'GET', undefined).catch(() => ({ status: 0 }))).status === 200
  /** HAProxy asks the instances each second. */
  const allReady = async () => {
    for (const url of [...ha.urls, ha.balancerUrl]) await until('/ready', () => isReady(url), 60_000)
  }
  const titles = () => titlesOf(team)

  it('[HA45] a machine with all that runs on it is lost and comes back', async () => {
    const name = await ha.primary()
    const index = ha.databases.findIndex((one) => one.name === name)
    const database = ha.databases[index] as Ha['databases'][number]
    const [etcd, cloud] = [ha.etcd[index] as Ha['etcd'][number], ha.clouds[index % 2] as Ha['clouds'][number]]
    await writingDuring(team, 'lost', async () => {
      await Promise.all([database.kill(), etcd.kill(), cloud.kill()])
      await until('another primary', async () => (await ha.primary()) !== name, 90_000)
    })
    for (const one of [etcd, database, cloud]) one.start()
    await ha.followed()
    await allReady()
  }, 240_000)

  it('[HA45] [HA47] instances are replaced one after the other, and callers notice nothing', async () => {
    const refused = await writingDuring(team, 'replaced', async () => {
      for (const [index, cloud] of ha.clouds.entries()) {
        await cloud.stop()
        cloud.start()
        await until('/ready', () => isReady(ha.urls[index] as string), 60_000)
      }
    })
    expect(refused).toEqual([])
  }, 180_000)

  it("[HA45] last night's backup is restored as deploy/ha/README.md says, and a desktop brings back what it has", async () => {
    const folder = temporaryFolder()
    const dump = join(folder.path, 'tandem.dump')
    const leads = `${ha.ownerUrl}?target_session_attrs=read-write`
    const programs = postgresPrograms() as string
    expect((await team.call('POST', '/tasks', { title: 'of yesterday' })).status).toBe(201)
    await run(join(programs, 'pg_dump'), ['-Fc', '-f', dump, leads])
    expect((await team.call('POST', '/tasks', { title: 'of today' })).status).toBe(201)
    await until('the desktop has it', async () => ((await desktop.call('GET', '/tasks')).body as { title: string }[]).some(({ title }) => title === 'of today'))
    const before = await titles()

    await Promise.all(ha.clouds.map((cloud) => cloud.stop()))
    const admin = new Client({ connectionString: ha.adminUrl(await ha.primary()).replace(/\/tandem$/, '/postgres') })
    await admin.connect()
    await admin.query('DROP DATABASE tandem WITH (FORCE)')
    await admin.query('CREATE DATABASE tandem OWNER tandem_owner')
    await admin.query('REVOKE CONNECT, TEMPORARY ON DATABASE tandem FROM PUBLIC')
    await admin.query('GRANT CONNECT ON DATABASE tandem TO tandem_cloud')
    await admin.end()
    await run(join(programs, 'pg_restore'), ['--no-owner', '-d', leads, dump])
    for (const cloud of ha.clouds) cloud.start()
    await allReady()

    await until('what was written since is back', async () => (await titles().catch((): string[] => [])).includes('of today'), 90_000)
    expect(await titles()).toEqual(before)
    await desktop.synced()
    rmSync(dump)
    folder.remove()
  }, 240_000)
})
