// The system that every machine can run: two PostgreSQL servers of npm's, two clouds, and links between all of them. Root adds small disks,
// Debian's packages add NATS and a clock that can be set.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { natsMissing, type NatsServer, startNats } from '../support/cloud/nats.ts'
import { openApns } from '../support/push/push-stand-ins.ts'
import { temporaryFolder } from '../support/service/service.ts'
import { mountSmallDisk, noSmallDisk, type SmallDisk } from '../support/small-disk.ts'
import { freePort } from './free-port.ts'
import { type Instance, openInstance } from './instance.ts'
import { type Link, type LinkState, openLink } from './link.ts'
import { pushSettings } from './push-settings.ts'
import { openReplicated, type Replicated } from './replicated.ts'
import type { Fault, Mode, System } from './system.ts'

const faketime = ['/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1', '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1'].find((path) =>
  existsSync(path),
)

interface Parts {
  db: Replicated
  instances: Instance[]
  /** From each instance to each server. */
  dbLinks: Link[][]
  clientLinks: Link[]
  nats: NatsServer | undefined
  natsPort: number
  disks: { database: [SmallDisk, SmallDisk]; instance: SmallDisk } | undefined
  clockFile: string
  now: () => number
}

export interface PairOptions {
  mode: Mode
  now: () => number
  /** Small disks, NATS and clocks where they can be had; without: only what any machine has. */
  whole: boolean
}

export async function openPairSystem({ mode, now, whole }: PairOptions): Promise<System> {
  const folder = temporaryFolder()
  chmodSync(folder.path, 0o755)
  const at = (name: string) => {
    mkdirSync(join(folder.path, name), { recursive: true, mode: 0o755 })
    return join(folder.path, name)
  }
  const disks: Parts['disks'] = whole && !noSmallDisk ? { database: [mountSmallDisk(640), mountSmallDisk(640)], instance: mountSmallDisk(64) } : undefined
  const places = (disks?.database.map(({ path }) => path) ?? [at('a'), at('b')]) as [string, string]
  for (const place of places) chmodSync(place, 0o755)
  const db = await openReplicated(places, at('replication'), mode)
  const natsPort = await freePort()
  const nats = whole && !natsMissing ? await startNats(natsPort) : undefined
  const apns = await openApns()
  const clockFile = join(folder.path, 'clock')
  writeFileSync(clockFile, '+0s')
  const instances: Instance[] = []
  const dbLinks: Link[][] = []
  for (const i of [0, 1]) {
    const hosts = [0, 1].map((server) => at(`db-${i}-${server}`))
    dbLinks.push(await Promise.all(hosts.map((host, server) => openLink({ path: db.sockets[server] as string }, join(host, '.s.PGSQL.5432')))))
    const env: Record<string, string> = {
      DATABASE_URL: `postgresql://postgres@/postgres?host=${hosts.map(encodeURIComponent).join(',')}&port=5432`,
      ...settings,
      ...pushSettings(apns.config),
      ...(nats ? { TANDEM_NATS_URL: `nats://127.0.0.1:${natsPort}` } : {}),
      ...(i === 1 && whole && faketime
        ? { LD_PRELOAD: faketime, FAKETIME_TIMESTAMP_FILE: clockFile, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
        : {}),
    }
    instances.push(await openInstance(i === 1 && disks ? disks.instance.path : at(`instance-${i}`), env))
  }
  await Promise.all(instances.map((instance) => instance.up()))
  const clientLinks = await Promise.all(instances.map(({ port }) => openLink({ host: '127.0.0.1', port })))
  const parts: Parts = { db, instances, dbLinks, clientLinks, nats, natsPort, disks, clockFile, now }
  return {
    name: 'pair',
    mode,
    urls: clientLinks.map(({ port }) => `http://127.0.0.1:${port}`),
    faults: faultsOf(parts, whole),
    missing: whole
      ? [
          ...(noSmallDisk ? [`full disks: ${noSmallDisk}`] : []),
          ...(natsMissing ? [natsMissing] : []),
          ...(faketime ? [] : ['clocks: libfaketime is not installed']),
        ]
      : [],
    pushes: apns,
    onPrimary: db.onPrimary,
    output: () => instances.map((instance, i) => `--- instance ${i}\n${instance.output().slice(-20_000)}`).join('\n'),
    async close() {
      await Promise.all(instances.map((instance) => instance.stop()))
      await Promise.all([...dbLinks.flat(), ...clientLinks].map((link) => link.close()))
      await db.close()
      await parts.nats?.stop()
      await apns.close()
      for (const disk of disks ? [...disks.database, disks.instance] : []) disk.remove()
      folder.remove()
    },
  }
}

/** What both instances are told. */
const settings = {
  TANDEM_KEY: '7'.repeat(64),
  TANDEM_LOG: 'warn',
  TANDEM_POOL_SIZE: '8',
  TANDEM_SEARCH_MODEL: 'off',
  TANDEM_SEARCH_RERANKER: 'off',
  TANDEM_STREAMS_PER_LOGIN: '100',
  TANDEM_REQUESTS_PER_MINUTE: '1000000',
  TANDEM_SIGN_INS_PER_MINUTE: '1000000',
  TANDEM_SENDS_PER_MINUTE: '1000000',
  TANDEM_PUSH_LEASE_SECONDS: '15',
}

const either = (random: () => number) => (random() < 0.5 ? 0 : 1)

function faultsOf(parts: Parts, whole: boolean): Fault[] {
  return [...instanceFaults(parts), ...databaseFaults(parts), ...partitions(parts), ...(whole ? rootFaults(parts) : [])]
}

function instanceFaults({ instances }: Parts): Fault[] {
  return [
    {
      name: 'kill -9 of an instance',
      async inject(random) {
        const instance = instances[either(random)] as Instance
        await instance.kill()
        return { heal: async () => instance.start() }
      },
    },
    {
      name: 'an instance is paused',
      async inject(random) {
        const instance = instances[either(random)] as Instance
        instance.pause(true)
        return { heal: async () => instance.pause(false) }
      },
    },
  ]
}

function databaseFaults({ db, now }: Parts): Fault[] {
  /** The former primary is off: then the other one takes over, and later it follows. */
  async function failOver() {
    db.kill()
    await db.promote()
    return { promotedAt: now(), heal: () => db.rejoin() }
  }
  return [
    {
      name: 'kill -9 of the primary, which comes back',
      async inject() {
        db.kill()
        return { heal: () => db.restart() }
      },
    },
    { name: 'kill -9 of the primary, and the standby takes over', inject: failOver },
    {
      name: 'the primary is paused',
      async inject() {
        db.pause(true)
        return { heal: async () => db.pause(false) }
      },
    },
    {
      name: 'the primary is paused, and the standby takes over',
      async inject(random) {
        db.pause(true)
        await wait(500 + random() * 1500)
        return failOver()
      },
    },
    {
      name: 'replication stalls',
      async inject() {
        db.replication.set('stalled')
        return { heal: async () => db.replication.set('open') }
      },
    },
    {
      name: 'replication is cut, then the primary is killed and the standby takes over',
      async inject(random) {
        db.replication.set('cut')
        await wait(500 + random() * 2000)
        const injected = await failOver()
        db.replication.set('open')
        return injected
      },
    },
  ]
}

function partitions({ dbLinks, clientLinks }: Parts): Fault[] {
  const between = (name: string, pick: (random: () => number) => Link[], state: LinkState): Fault => ({
    name,
    async inject(random) {
      const links = pick(random)
      for (const link of links) link.set(state)
      return { heal: async () => links.forEach((link) => link.set('open')) }
    },
  })
  return [
    between('an instance is cut off from the databases', (random) => dbLinks[either(random)] as Link[], 'cut'),
    between('the connections of an instance to the databases are half open', (random) => dbLinks[either(random)] as Link[], 'stalled'),
    between('an instance is cut off from its clients', (random) => [clientLinks[either(random)] as Link], 'cut'),
    between('the connections of clients to an instance are half open', (random) => [clientLinks[either(random)] as Link], 'stalled'),
  ]
}

function rootFaults(parts: Parts): Fault[] {
  const { disks, db, clockFile, natsPort } = parts
  const faults: Fault[] = []
  if (faketime)
    faults.push({
      name: 'the clock of an instance is wrong',
      async inject(random) {
        const seconds = Math.round(random() * 1200 - 600)
        writeFileSync(clockFile, `${seconds < 0 ? '' : '+'}${seconds}s`)
        return { heal: async () => writeFileSync(clockFile, '+0s') }
      },
    })
  if (parts.nats)
    faults.push({
      name: 'kill -9 of NATS',
      async inject() {
        await parts.nats?.stop()
        parts.nats = undefined
        return { heal: async () => void (parts.nats = await startNats(natsPort)) }
      },
    })
  if (disks)
    faults.push(
      {
        name: "the primary's disk is full",
        async inject() {
          const disk = disks.database[db.primary()] as SmallDisk
          disk.fill()
          return {
            async heal() {
              disk.free()
              await db.restart()
            },
          }
        },
      },
      {
        name: "an instance's disk is full",
        async inject() {
          disks.instance.fill()
          return { heal: async () => disks.instance.free() }
        },
      },
    )
  return faults
}

/** A fault has its length, and nothing says when it is over. */
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
