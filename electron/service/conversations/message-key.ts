// By what a message is recognised when it comes again.
import { createHash } from 'node:crypto'
import type { NewMessage } from '../../../shared/schema/conversation.ts'

/** How its source knows it, else a hash of what it is. `sent_at` in UTC. */
export function messageKey({ external_id, from, sent_at, body }: Omit<NewMessage, 'to'>): string {
  return (
    external_id ??
    `sha256:${createHash('sha256')
      .update(JSON.stringify([from, sent_at, body]))
      .digest('base64url')}`
  )
}
