// Evidence of this list and of its team. Never changed, so there is nothing to decide: what the team lacks is brought, and what arrived there is read on
// from where reading stopped, in one transaction with how far that is.
import type { SyncedEvidencePage } from '../../../../shared/schema/cloud/synced-evidence.ts'
import type { SharedEvidence } from '../../evidence/shared-evidence.ts'
import { LinkError } from '../transport/cloud-link.ts'
import { type Channel, unlessOlder } from './channel.ts'
import type { Link, SendWaitingDeps } from './send-waiting.ts'

export interface TeamEvidenceDeps extends Pick<SendWaitingDeps, 'link' | 'report'> {
  evidence: SharedEvidence
  /** The id that a task has here. */
  taskOf: (uid: string) => number | undefined
  /** Undefined: the cloud does not have the task (yet). */
  taskUidThere: (taskId: number) => string | undefined
}

const path = '/sync/evidence'

export function createEvidenceChannel({ evidence, link, report, taskOf, taskUidThere }: TeamEvidenceDeps): Channel {
  /** The cloud knows this kind. */
  let isTaken = false
  let hasHeard = false
  let again = false
  let closed = false
  let running: Promise<void> | undefined

  async function readOn(to: Link): Promise<void> {
    for (;;) {
      const after = evidence.readUpTo()
      const page = await to.call<SyncedEvidencePage>('GET', after === undefined ? path : `${path}?after=${after}`)
      if (page.evidence.length > 0) evidence.take(page.evidence, page.last, taskOf)
      if (!page.more || closed) return
    }
  }

  async function send(to: Link): Promise<void> {
    for (const one of evidence.unsent()) {
      const task_uid = taskUidThere(one.task_id)
      // It goes once its task is there.
      if (closed || task_uid === undefined) continue
      try {
        await to.call('PUT', `${path}/${one.id}`, evidence.told(one, task_uid))
        evidence.markSent(one.id)
      } catch (error) {
        // What the cloud does not take now it may take with the next session.
        if (!(error instanceof LinkError) || error.problem !== 'failed') throw error
      }
    }
  }

  async function run(): Promise<void> {
    while (again) {
      again = false
      const to = link()
      if (closed || !to || !isTaken) return
      await send(to)
      if (!hasHeard) continue
      hasHeard = false
      await readOn(to)
    }
  }

  function flush(): void {
    again = true
    running ??= run()
      .catch((error: unknown) => (error instanceof LinkError ? undefined : report(error)))
      .finally(() => (running = undefined))
  }

  return {
    flush,
    async begin(to) {
      isTaken = await unlessOlder(readOn(to))
      flush()
    },
    takes: ({ kind }) => kind === 'evidence.created',
    take: () => void (hasHeard = true),
    taken: flush,
    forget: evidence.forget,
    async close() {
      closed = true
      await running
    },
  }
}
