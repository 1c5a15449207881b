// What becomes of one delivery: whether it is tried at all, what is sent, and what its outcome means.
import { retryDelay } from '../../shared/domain/time/delivery.ts'
import { type Keys, unseal } from '../auth/secrets.ts'
import type { Outcome, PushMessage } from '../push/sender.ts'
import type { Due, Result } from './notification-store.ts'
import { collapseKeyOf, contentLabel } from './notifications.ts'

export type Settled = Pick<Result, 'status' | 'reason'> & { next_attempt_at?: string }

/** Why it is not tried after all: much can happen between queueing and delivery. */
export function objection(due: Due, now: Date): Pick<Result, 'status' | 'reason'> | undefined {
  if (Date.parse(due.expires_at) <= now.getTime() || due.content === null) return { status: 'dropped', reason: 'expired' }
  if (!due.is_member) return { status: 'dropped', reason: 'not_a_member' }
  if (due.token_sealed === null) return { status: 'dropped', reason: 'device_removed' }
  if (!due.wanted) return { status: 'suppressed', reason: 'preferences' }
  return undefined
}

export function messageOf(due: Due, key: Keys): PushMessage {
  const { team_id, notification_id, event, task_id } = due
  const text = unseal(key, due.content as Buffer, contentLabel(team_id, notification_id)).toString()
  const { title, body, url, proposal, question, by } = JSON.parse(text) as Pick<PushMessage, 'title' | 'body' | 'url' | 'proposal' | 'question' | 'by'>
  return {
    notificationId: notification_id,
    teamId: team_id,
    event,
    taskId: task_id,
    proposal,
    question,
    by,
    title,
    body,
    url,
    collapseKey: collapseKeyOf(team_id, event, proposal ? `proposal ${proposal.id}` : question ? `question ${question.id}` : task_id),
    expiresAt: new Date(due.expires_at),
  }
}

/** `random`: from 0 to 1, so that many that failed together are not tried again together. */
export function resultOf(due: Due, outcome: Outcome, now: Date, random: number): Settled {
  if (outcome.kind === 'sent') return { status: 'sent', reason: null }
  const { reason } = outcome
  if (outcome.kind === 'gone') return { status: 'dropped', reason }
  if (outcome.kind === 'failed') return { status: 'failed', reason }
  const next = now.getTime() + retryDelay(due.attempts, random, outcome.after)
  if (next >= Date.parse(due.expires_at)) return { status: 'dropped', reason: `expired: ${reason}` }
  return { status: 'queued', reason, next_attempt_at: new Date(next).toISOString() }
}
