// What the team's stream tells beside tasks and what belongs to them goes to whoever works for the team here, one after the other.
import { leasedKinds } from '../../../../shared/schema/event.ts'
import type { CloudLink } from '../transport/cloud-link.ts'
import type { TeamEvent } from './team-event.ts'

/** Once it resolves, a leased event is done; if it rejects, it comes again, to whoever is there. */
export type OnTeamEvent = (event: TeamEvent, link: CloudLink) => Promise<void>

export function createEventDispatcher({ link, onEvent, report }: { link: CloudLink; onEvent: OnTeamEvent | undefined; report: (error: unknown) => void }) {
  let handing: Promise<unknown> = Promise.resolve()

  /** Work that is given to us and nobody else is ours for a while, and longer as long as we are at it. */
  async function hand(event: TeamEvent): Promise<void> {
    if (!onEvent) return
    const leased = leasedKinds.includes(event.kind)
    const holding = leased ? setInterval(() => void link.ack([], [event.id]).catch(() => undefined), 30_000).unref() : undefined
    try {
      await onEvent(event, link)
      if (leased) await link.ack([event.id])
    } catch (error) {
      report(error)
    } finally {
      clearInterval(holding)
    }
  }

  return (event: TeamEvent): void => void (handing = handing.then(() => hand(event)))
}
