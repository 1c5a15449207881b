// Each client's stream is the journal: complete, in order, nothing twice; and another history is noticed.
import type { Evidence, JournalRow, Verifier, Violation } from '../evidence.ts'
import type { FaultLine, Segment, StreamedEvent } from '../history.ts'

const isSame = (event: StreamedEvent, row: JournalRow) =>
  event.id === row.seq && event.kind === row.kind && Date.parse(event.created_at) === Date.parse(row.created_at)

/** `isPresent`: whether a connection told the history that the journal is of: an earlier one may have told what was never confirmed. */
function inOrder(client: string, segments: readonly Segment[], evidence: Evidence, isPresent: (segment: Segment) => boolean): Violation[] {
  const violations: Violation[] = []
  const say = (what: string, excerpt: object[]) => void violations.push({ what: `${client}: ${what}`, excerpt })
  let position: number | undefined
  for (const { events, ...segment } of segments) {
    if (segment.first === 'reset') position = segment.position
    if (position !== undefined && segment.position !== position) say(`asked to go on after ${position} and was set to ${segment.position}`, [segment])
    position = segment.position
    for (const event of events) {
      if (event.id <= position) say(`event ${event.id} came after ${position}`, [segment, event])
      position = Math.max(position, event.id)
    }
  }
  const bySeq = new Map(evidence.journal.map((row) => [row.seq, row]))
  // From each reset on the client reads everything again, and what was before it is not missed.
  let from = segments[0]?.position ?? 0
  for (const segment of segments) {
    if (segment.first === 'reset') from = segment.position
    const next = segments[segments.indexOf(segment) + 1]
    const to = next ? (next.first === 'reset' ? (segment.events.at(-1)?.id ?? from) : next.position) : isPresent(segment) ? evidence.head : from
    const got = new Map(segment.events.map((event) => [event.id, event]))
    for (const event of isPresent(segment) ? segment.events : []) {
      const row = bySeq.get(event.id)
      if (!row || !isSame(event, row)) say(`event ${event.id} is not what the journal has`, [event, ...(row ? [row] : [])])
    }
    for (let seq = from + 1; seq <= to; seq++) {
      const row = bySeq.get(seq)
      if (row && evidence.streamed.has(row.kind) && !got.has(seq)) say(`event ${seq} never came`, [row])
    }
    from = to
  }
  return violations
}

/** Stretches of connections that told the same history. */
function histories(segments: readonly Segment[]): Segment[][] {
  const all: Segment[][] = []
  for (const segment of segments) {
    const last = all.at(-1)
    if (last && last[0]?.epoch === segment.epoch) last.push(segment)
    else all.push([segment])
  }
  return all
}

export const streams: Verifier = {
  name: 'streams',
  promise: 'Each stream has every event of the journal once and in order, across all of its connections.',
  check: (evidence) =>
    evidence.streams.flatMap(({ client, segments }) => {
      const last = segments.at(-1)
      if (!last) return [{ what: `${client}: no stream was ever opened`, excerpt: [] }]
      const isPresent = ({ epoch }: Segment) => epoch === last.epoch
      if (evidence.mode === 'sync') return inOrder(client, segments, evidence, isPresent)
      // What an asynchronous standby lacked was told and is gone: only what is told now can be compared.
      return histories(segments).flatMap((stretch) => (stretch.includes(last) ? inOrder(client, stretch, evidence, isPresent) : []))
    }),
}

/** Whatever the standby lacked: who followed the former primary is told of another history. */
export const noticed: Verifier = {
  name: 'another history is noticed',
  promise: 'After a standby took over, each stream and each desktop knows of the other history in time (10 s; longer where the machine is shared).',
  check(evidence) {
    const { noticeWithinMs } = evidence
    // A synchronous server that has no standby yet takes no write, and a stream begins with one.
    const servesFrom = ({ promotedAt = 0, to }: FaultLine) => (evidence.mode === 'sync' ? Math.max(promotedAt, to) : promotedAt)
    const takeOvers = evidence.faults.filter((fault) => fault.promotedAt !== undefined && servesFrom(fault) + noticeWithinMs <= evidence.endedAt)
    return takeOvers.flatMap((fault): Violation[] => {
      const from = servesFrom(fault)
      const parties = [
        ...evidence.streams.map(({ client, segments }) => ({ name: client, seen: segments.map(({ openedAt, epoch }) => ({ at: openedAt, epoch })) })),
        ...evidence.desktops.map(({ name, epochs }) => ({ name, seen: epochs })),
      ]
      return parties.flatMap(({ name, seen }) => {
        // Since the fault began: they may be told before the checker itself sees who leads.
        const before = seen.findLast((one) => one.at <= fault.from)
        const told = seen.find((one) => one.at > fault.from && one.epoch !== before?.epoch)
        if (!before || (told && told.at - from <= noticeWithinMs)) return []
        return [
          {
            what: `${name} was told ${told ? `${((told.at - from) / 1000).toFixed(1)} s after a standby took over` : 'nothing of the standby that took over'}`,
            excerpt: [fault, ...(told ? [told] : [])],
          },
        ]
      })
    })
  },
}
