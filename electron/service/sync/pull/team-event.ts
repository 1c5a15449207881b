// What the cloud tells, and in whose name that is written here.
import type { Row } from '../../../../shared/domain/history/difference.ts'
import type { Actor } from '../../../../shared/schema/actor.ts'

export interface TeamEvent {
  id: number
  kind: string
  created_at?: string
  data: Record<string, unknown>
}

/** One as it is in the cloud. */
export interface RemoteRecord {
  uid: string
  cloud_id: number
  version: number
  row: Row
  /** Its task, by the id in the cloud. */
  task_id?: number | null
}

/** What sync itself decides. */
export const syncActor: Actor = { kind: 'sync', name: 'Tandem' }

/** Who did it there. What came from outside stays so on every device. */
export function cloudActor(actor: unknown): Actor {
  const { kind, name } = (actor ?? syncActor) as Actor
  return { kind: kind === 'email' ? 'email' : 'sync', name }
}
