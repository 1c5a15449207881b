// Which of the databases leads, as Patroni says.
import type { NodePlace } from './database-node.ts'
import { untilThere } from './until.ts'

interface State {
  role?: string
  state?: string
  timeline?: number
  replication?: { application_name: string; sync_state: string; state: string }[]
}

const timeoutMs = 2000

export function createLeadership(places: readonly NodePlace[]) {
  /** What Patroni says of its own database; undefined: it does not answer. */
  async function stateOf({ restUrl }: NodePlace): Promise<State | undefined> {
    try {
      const answer = await fetch(`${restUrl}/patroni`, { signal: AbortSignal.timeout(timeoutMs) })
      return (await answer.json()) as State
    } catch {
      return undefined
    }
  }

  /** One that is cut off may think for a while that it still leads: the newest timeline counts. */
  async function find(): Promise<{ place: NodePlace; state: State } | undefined> {
    const states = await Promise.all(places.map(async (place) => ({ place, state: await stateOf(place) })))
    const leading = states.filter((one): one is { place: NodePlace; state: State } => {
      const { role = '', state } = one.state ?? {}
      return ['master', 'primary'].includes(role) && state === 'running'
    })
    return leading.sort((a, b) => (b.state.timeline ?? 0) - (a.state.timeline ?? 0))[0]
  }

  async function membersOf({ restUrl }: NodePlace): Promise<{ name: string; role: string }[]> {
    const answer = await fetch(`${restUrl}/cluster`, { signal: AbortSignal.timeout(timeoutMs) })
    return ((await answer.json()) as { members: { name: string; role: string }[] }).members
  }

  const logs = 'patroni.log of each database'
  return {
    stateOf,

    /** Waits for one that leads and returns its name. */
    primary: (within?: number): Promise<string> => untilThere('a primary', async () => (await find())?.place.name, logs, within),

    /**
     * Waits until so many standbys follow, one of them synchronously where `synchronous`: noted as such by Patroni, which does so seconds after
     * PostgreSQL began to wait for it. Before that nobody takes the place of a primary that is lost.
     */
    followed: (count: number, synchronous: boolean, within?: number): Promise<true> =>
      untilThere(
        `${count} standbys`,
        async () => {
          const leader = await find()
          const following = (leader?.state.replication ?? []).filter(({ state }) => state === 'streaming')
          if (!leader || following.length < count) return undefined
          return !synchronous || (await membersOf(leader.place)).some(({ role }) => role === 'sync_standby') ? true : undefined
        },
        logs,
        within,
      ),

    /** Hands over to a standby in order; returns its name. */
    async switchover(): Promise<string> {
      const before = await untilThere('a primary', find, logs)
      const answer = await fetch(`${before.place.restUrl}/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leader: before.place.name }),
      })
      if (!answer.ok) throw new Error(`Patroni refuses the switchover: ${answer.status} ${await answer.text()}`)
      return untilThere(
        'another primary',
        async () => {
          const now = await find()
          return now && now.place.name !== before.place.name ? now.place.name : undefined
        },
        logs,
      )
    },
  }
}
