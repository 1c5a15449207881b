// How the tabs of a team talk to each other.
import type { TeamEvent } from './team-event.ts'

/** What tabs tell each other: the one with the stream what came and how it stands, the others that they want to know. */
export type Told = { events: TeamEvent[]; position: number } | { reach: 'live' | 'away' } | { whole: true } | { ask: true }

export type TabChannel = ReturnType<typeof openTabChannel>

/** Listens before the copy is read, so that nothing falls between the two. */
export function openTabChannel(team: string) {
  const channel = new BroadcastChannel(`tandem-team-${team}`)
  const early: Told[] = []
  let hear: (told: Told) => void = (told) => void early.push(told)
  channel.addEventListener('message', ({ data }: MessageEvent<Told>) => hear(data))
  return {
    tell: (told: Told) => channel.postMessage(told),
    listen(listener: (told: Told) => void): void {
      for (const told of early.splice(0)) listener(told)
      hear = listener
    },
    close: () => channel.close(),
  }
}
