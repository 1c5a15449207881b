// deploy/ha as the system that is checked: Patroni, etcd, HAProxy and PgBouncer decide who takes over; here machines are only taken away.
import { Client } from 'pg'
import { haMissing, openHa, type Ha, type Process } from '../support/cloud/ha.ts'
import { openApns } from '../support/push/push-stand-ins.ts'
import { until } from '../support/until.ts'
import { openLink } from './link.ts'
import { pushSettings } from './push-settings.ts'
import type { Fault, Mode, System } from './system.ts'

export const haSystemMissing = haMissing

export async function openHaSystem({ mode, now }: { mode: Mode; now: () => number }): Promise<System> {
  const apns = await openApns()
  const ha = await openHa({ mode, settings: { ...pushSettings(apns.config), TANDEM_PUSH_LEASE_SECONDS: '15' } })
  const clientLinks = await Promise.all(ha.urls.map((url) => openLink({ host: '127.0.0.1', port: Number(new URL(url).port) })))
  return {
    name: 'ha',
    mode,
    urls: clientLinks.map(({ port }) => `http://127.0.0.1:${port}`),
    faults: [
      ...databaseFaults(ha, now),
      ...processFaults('a cloud', ha.clouds),
      // Without etcd for a moment a primary steps down, and has to note its standbys again.
      ...processFaults('an etcd', ha.etcd, () => back(ha)),
      ...(['cut', 'stalled'] as const).map(
        (state): Fault => ({
          name: state === 'cut' ? 'an instance is cut off from its clients' : 'the connections of clients to an instance are half open',
          async inject(random) {
            const link = clientLinks[random() < 0.5 ? 0 : 1]
            link?.set(state)
            return { heal: async () => link?.set('open') }
          },
        }),
      ),
    ],
    missing: ['full disks and wrong clocks are tried with --system pair'],
    pushes: apns,
    async onPrimary(work) {
      const client = new Client({ connectionString: ha.adminUrl(await ha.primary()) })
      client.on('error', () => undefined)
      await client.connect()
      try {
        return await work(client)
      } finally {
        await client.end().catch(() => undefined)
      }
    },
    output: () => ha.logs(40),
    async close() {
      await Promise.all(clientLinks.map((link) => link.close()))
      await ha.close()
      await apns.close()
    },
  }
}

/**
 * All databases follow, and Patroni has noted which of them is synchronous: until then nobody takes the place of a primary that is lost (deploy/ha/README.md),
 * and the fault after this one would wait for it in vain. A former primary may have to be copied whole, which takes its time beside clients who write as
 * fast as they can.
 */
const back = (ha: Ha) => ha.followed(ha.databases.length - 1, 240_000)

function databaseFaults(ha: Ha, now: () => number): Fault[] {
  /** When another one leads than before. */
  async function takenOver(former: string): Promise<number> {
    await until('another primary', async () => (await ha.primary()) !== former, 90_000)
    return now()
  }
  const primaryNode = async () => {
    const name = await ha.primary()
    const node = ha.databases.find((one) => one.name === name)
    if (!node) throw new Error(`there is no ${name}`)
    return node
  }
  return [
    {
      name: 'kill -9 of the machine of the primary',
      async inject() {
        const node = await primaryNode()
        await node.kill()
        const promotedAt = await takenOver(node.name)
        return {
          promotedAt,
          async heal() {
            node.start()
            await back(ha)
          },
        }
      },
    },
    {
      name: 'kill -9 of the machine of a standby',
      async inject() {
        const name = await ha.primary()
        const node = ha.databases.find((one) => one.name !== name)
        await node?.kill()
        return {
          async heal() {
            node?.start()
            await back(ha)
          },
        }
      },
    },
    {
      name: 'the machine of the primary stands still, and another takes over',
      async inject() {
        const node = await primaryNode()
        node.pause()
        const promotedAt = await takenOver(node.name)
        return {
          promotedAt,
          async heal() {
            node.resume()
            await back(ha)
          },
        }
      },
    },
    {
      name: 'the machine of the primary stands still for a moment',
      async inject() {
        const node = await primaryNode()
        node.pause()
        setTimeout(() => node.resume(), 2000)
        return { heal: () => back(ha) }
      },
    },
    {
      name: 'the machine of the primary is cut off, and another takes over',
      async inject() {
        const name = await ha.primary()
        await ha.partition(name)
        const promotedAt = await takenOver(name)
        return {
          promotedAt,
          async heal() {
            await ha.heal(name)
            await back(ha)
          },
        }
      },
    },
    {
      name: 'a standby is cut off',
      async inject() {
        const name = await ha.primary()
        const other = ha.databases.find((one) => one.name !== name)?.name as string
        await ha.partition(other)
        return {
          async heal() {
            await ha.heal(other)
            await back(ha)
          },
        }
      },
    },
    {
      name: 'a switchover in order',
      async inject() {
        await ha.switchover()
        return { promotedAt: now(), heal: () => back(ha) }
      },
    },
  ]
}

const processFaults = (what: string, processes: Process[], settled: () => Promise<void> = () => Promise.resolve()): Fault[] => {
  const anyOf = (random: () => number) => processes[Math.floor(random() * processes.length)] as Process
  return [
    {
      name: `kill -9 of ${what}`,
      async inject(random) {
        const one = anyOf(random)
        await one.kill()
        return {
          async heal() {
            one.start()
            await settled()
          },
        }
      },
    },
    {
      name: `${what} is paused`,
      async inject(random) {
        const pid = anyOf(random).pid()
        process.kill(pid, 'SIGSTOP')
        return {
          async heal() {
            process.kill(pid, 'SIGCONT')
            await settled()
          },
        }
      },
    },
  ]
}
