// What the tables hold, for the query builder. `npm run check` compares schema.sql with the database that the migrations make.
import type { Generated } from 'kysely'
import type { Role } from '../../shared/schema/cloud/team.ts'
import type { CommentRow } from '../../shared/domain/tasks/comment-row.ts'
import type { Task } from '../../shared/schema/task.ts'
import type { ActorKind } from '../../shared/schema/actor.ts'
import type { StoredContact } from '../../shared/schema/contact.ts'
import type { SavedList } from '../../shared/schema/saved-list.ts'
import type { Schedule } from '../../shared/schema/schedule.ts'
import type { Platform } from '../../shared/schema/cloud/device.ts'
import type { MailProviderName } from '../../shared/schema/cloud/mailbox.ts'
import type { DeliveryStatus, NotificationEvent } from '../../shared/schema/cloud/notification.ts'

/** RFC 3339 both ways (see database.ts). */
type Moment = string
type Json = unknown

export interface Tables {
  epoch: { id: Generated<boolean>; place: string; value: string; since: Moment; written_at: Moment }
  users: {
    id: string
    email: string
    email_key: string
    name: string | null
    password_hash: string
    email_verified_at: Moment | null
    totp_secret: Buffer | null
    totp_confirmed_at: Moment | null
    totp_last_step: number | null
    recovery_hashes: Generated<Buffer[]>
    created_at: Moment
    updated_at: Moment
  }
  sessions: {
    token_hash: Buffer
    id: string
    user_id: string
    user_agent: string | null
    created_at: Moment
    last_used_at: Moment
    expires_at: Moment
  }
  mail_links: { token_hash: Buffer; user_id: string; purpose: 'verify' | 'reset'; expires_at: Moment }
  outgoing_mails: { id: string; sealed: Buffer; attempts: Generated<number>; next_attempt_at: Generated<Moment>; expires_at: Moment }
  attempts: { key: string; window_start: Moment; count: number }
  teams: { id: string; name: string; created_at: Moment; updated_at: Moment }
  members: {
    team_id: string
    id: string
    user_id: string | null
    email: string
    email_key: string
    role: Role
    status: 'active' | 'invited'
    invitation_hash: Buffer | null
    invitation_expires_at: Moment | null
    created_at: Moment
    updated_at: Moment
    joins_at_sign_in: Generated<boolean>
  }
  api_tokens: {
    team_id: string
    id: string
    name: string
    token_hash: Buffer
    last_four: string
    created_by: string
    created_at: Moment
    last_used_at: Moment | null
  }
  team_counters: {
    team_id: string
    tasks: Generated<number>
    comments: Generated<number>
    schedules: Generated<number>
    contacts: Generated<number>
    lists: Generated<number>
    contact_count: Generated<number>
    events: Generated<number>
    notifications: Generated<number>
    changed_at: Moment
    task_counts: Generated<number[]>
  }
  tasks: { team_id: string } & Task
  comments: { team_id: string } & CommentRow
  schedules: { team_id: string; uid: string; version: number; anchor: Moment } & Omit<Schedule, 'next_fire_at' | 'last_fired_at'>
  contacts: { team_id: string } & StoredContact
  lists: { team_id: string } & SavedList
  event_queue: {
    team_id: string
    seq: number
    kind: string
    created_at: Moment
    actor_kind: ActorKind
    actor_name: string
    principal: string
    entity: string
    entity_id: string
    task_id: number | null
    before: Json
    after: Json
    cause: number | null
  }
  idempotency: {
    team_id: string
    principal: string
    key: string
    fingerprint: string
    status: number | null
    headers: Json
    body: Json
    created_at: Moment
  }
  stream_cursors: { team_id: string; consumer: string; position: number; updated_at: Moment }
  event_leases: {
    team_id: string
    seq: number
    consumer: string | null
    leased_until: Moment | null
    deliveries: Generated<number>
    done_at: Moment | null
    created_at: Moment
  }
  devices: {
    id: string
    user_id: string
    session_id: string
    platform: Platform
    name: string | null
    token_hash: Buffer
    token_sealed: Buffer
    created_at: Moment
    updated_at: Moment
  }
  notification_preferences: { user_id: string; event: NotificationEvent; device_id: string | null; enabled: boolean }
  notifications: { team_id: string; id: string; content: Buffer; expires_at: Moment }
  notification_log: {
    team_id: string
    notification_id: string
    device_id: string
    id: number
    user_id: string
    platform: Platform
    event: NotificationEvent
    task_id: number
    status: DeliveryStatus
    attempts: Generated<number>
    reason: string | null
    next_attempt_at: Moment | null
    expires_at: Moment
    created_at: Moment
    updated_at: Moment
  }
  mailboxes: {
    team_id: string
    id: string
    provider: MailProviderName
    address: string
    address_key: string
    status: 'active' | 'auth_expired'
    scopes: string[]
    access_sealed: Buffer
    access_expires_at: Moment
    refresh_sealed: Buffer | null
    history_id: string | null
    watch_id: string | null
    watch_expires_at: Moment | null
    watch_error: string | null
    renew_at: Moment
    last_push_at: Moment | null
    connected_by: string
    created_at: Moment
    updated_at: Moment
  }
  mail_steps: { team_id: string; mailbox_id: string; history_id: string; since: string; created_at: Moment }
  oauth_states: { team_id: string; state_hash: Buffer; session_id: string; provider: MailProviderName; verifier_sealed: Buffer; expires_at: Moment }
}
