// What the tables hold, for the query builder. `npm run check` compares schema.sql with the database that the migrations make.
import type { Generated } from 'kysely'
import type { Role } from '../../shared/schema/cloud/team.ts'
import type { CommentRow } from '../../shared/domain/tasks/comment-row.ts'
import type { Status, Task } from '../../shared/schema/task.ts'
import type { QuestionState } from '../../shared/schema/work/question.ts'
import type { EvidenceKind } from '../../shared/schema/work/evidence-words.ts'
import type { ProposalState } from '../../shared/schema/proposal.ts'
import type { ActorKind } from '../../shared/schema/actor.ts'
import type { StoredContact } from '../../shared/schema/contact.ts'
import type { SavedList } from '../../shared/schema/saved-list.ts'
import type { Schedule } from '../../shared/schema/schedule.ts'
import type { SyncedPair } from '../../shared/schema/cloud/synced-pair.ts'
import type { Calendar } from '../../shared/schema/cloud/calendar.ts'
import type { WebhookDelivery } from '../../shared/schema/cloud/webhook.ts'
import type { Platform } from '../../shared/schema/cloud/device.ts'
import type { MailProviderName } from '../../shared/schema/cloud/mailbox.ts'
import type { MailHead } from '../../shared/schema/mail/mail-head.ts'
import type { AnswerSettings, ReplyCause, ReplyState } from '../../shared/schema/mail/reply.ts'
import type { MailFaultCode } from '../../shared/schema/mail/mail-account.ts'
import type { DeliveryStatus, NotificationEvent } from '../../shared/schema/cloud/notification.ts'

/** RFC 3339 both ways (see database.ts). */
type Moment = string
export type TeamMove = 'leaving' | 'draining' | 'stopped' | 'gone' | 'arriving'
type Json = unknown

export interface Tables {
  epoch: { id: Generated<boolean>; place: string; value: string; since: Moment; written_at: Moment }
  users: {
    id: string
    email: string
    email_key: string
    name: string | null
    /** null: signs in without one. */
    password_hash: string | null
    email_verified_at: Moment | null
    totp_secret: Buffer | null
    totp_confirmed_at: Moment | null
    totp_last_step: number | null
    recovery_hashes: Generated<Buffer[]>
    created_at: Moment
    updated_at: Moment
    /** Since when an operator keeps it from signing in. */
    locked_at: Generated<Moment | null>
    /** null: as the settings have it. */
    quota_teams: Generated<number | null>
    quota_tokens: Generated<number | null>
  }
  sessions: {
    token_hash: Buffer
    id: string
    user_id: string
    user_agent: string | null
    created_at: Moment
    last_used_at: Moment
    expires_at: Moment
    proven_at: Moment | null
  }
  identities: {
    issuer: string
    subject: string
    id: string
    user_id: string
    email: string | null
    created_at: Moment
    last_used_at: Moment
  }
  oidc_flows: {
    state_hash: Buffer
    browser_hash: Buffer
    issuer: string
    purpose: 'sign-in' | 'link' | 'prove'
    session_id: string | null
    sealed: Buffer
    created_at: Moment
    expires_at: Moment
  }
  passkeys: {
    credential_id: Buffer
    id: string
    user_id: string
    rp_id: string
    public_key: Buffer
    counter: number
    transports: string[]
    synced: boolean
    user_agent: string | null
    created_at: Moment
    last_used_at: Moment
  }
  passkey_challenges: {
    challenge_hash: Buffer
    purpose: 'sign-in' | 'add' | 'prove'
    session_id: string | null
    expires_at: Moment
  }
  oidc_links: {
    token_hash: Buffer
    browser_hash: Buffer
    issuer: string
    subject: string
    email: string
    email_key: string
    name: string | null
    return_to: string
    expires_at: Moment
  }
  mail_links: { token_hash: Buffer; user_id: string; purpose: 'verify' | 'reset'; expires_at: Moment }
  address_changes: {
    token_hash: Buffer
    user_id: string
    purpose: 'confirm' | 'undo' | 'follow'
    email: string
    email_key: string
    session_id: string | null
    created_at: Moment
    expires_at: Moment
    password_hash: string | null
    ends_since: Moment | null
  }
  outgoing_mails: { id: string; sealed: Buffer; attempts: Generated<number>; next_attempt_at: Generated<Moment>; expires_at: Moment }
  attempts: { key: string; window_start: Moment; count: number }
  teams: { id: string; name: string; created_at: Moment; updated_at: Moment; deletes_at: Generated<Moment | null> }
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
    invited_by: Generated<string | null>
  }
  api_tokens: {
    team_id: string
    id: string
    name: string
    token_hash: Buffer
    last_four: string
    created_by: string
    made_by: string | null
    created_at: Moment
    last_used_at: Moment | null
    agent: string | null
    read_only: Generated<boolean>
    expires_at: Moment | null
    policy: Generated<Json>
  }
  calendars: {
    team_id: string
    id: string
    member_id: string
    of: Calendar['of']
    list_uid: string | null
    as: Calendar['as']
    timezone: string
    secret_hash: Buffer
    last_four: string
    created_at: Moment
    last_used_at: Moment | null
  }
  webhooks: {
    team_id: string
    id: string
    url: string
    kinds: string[]
    secret_sealed: Buffer
    created_by: string
    created_at: Moment
    updated_at: Moment
    position: number
    spreading_until: Generated<Moment | null>
    failing_since: Moment | null
    failures: Generated<number>
    retry_at: Generated<Moment | null>
    last_success_at: Moment | null
    disabled_at: Moment | null
    disabled_because: 'person' | 'failing' | 'gone' | null
  }
  webhook_deliveries: {
    team_id: string
    webhook_id: string
    id: string
    seq: number | null
    kind: string
    status: WebhookDelivery['status']
    attempts: Generated<number>
    reason: string | null
    next_attempt_at: Moment | null
    taken_until: Generated<Moment | null>
    expires_at: Moment
    created_at: Moment
    updated_at: Moment
  }
  oauth_grants: { team_id: string; token_id: string; client_id: string; client_name: string; client_host: string | null; created_at: Generated<Moment> }
  oauth_items: { kind: string; id_hash: Buffer; grant_id: string | null; payload: Json; expires_at: Moment; consumed_at: Generated<Moment | null> }
  team_counters: {
    team_id: string
    tasks: Generated<number>
    comments: Generated<number>
    schedules: Generated<number>
    contacts: Generated<number>
    lists: Generated<number>
    questions: Generated<number>
    policies: Generated<number>
    proposals: Generated<number>
    contact_count: Generated<number>
    events: Generated<number>
    notifications: Generated<number>
    changed_at: Moment
    task_counts: Generated<number[]>
    /** Since when an operator keeps everybody out. */
    locked_at: Generated<Moment | null>
    /** Of titles, descriptions and comments. */
    text_bytes: Generated<number>
    /** null: as the settings have it. */
    quota_tasks: Generated<number | null>
    quota_text_bytes: Generated<number | null>
    quota_members: Generated<number | null>
    quota_file_bytes: Generated<number | null>
    quota_daily_events: Generated<number | null>
    /** The day (in UTC) of the last event, and how many events there were before it. */
    events_day: Generated<string>
    events_before: Generated<number>
    /** Where it is on its way to another cell; null: it is at home. */
    move: Generated<TeamMove | null>
    /** The epoch that clients are told while the database is of the epoch `told_in`; null: the database's own. */
    told_epoch: Generated<string | null>
    told_in: Generated<string | null>
  }
  team_moves: {
    team_id: string
    id: string
    side: 'from' | 'to'
    step: 'copying' | 'copied' | 'open' | 'left'
    /** The other cell, and what tells its database from others. */
    cell: string
    place: string
    accounts: Generated<string[]>
    began_at: Generated<Moment>
    changed_at: Generated<Moment>
  }
  team_move_changes: { team_id: string; id: Generated<string>; relation: string; key: Json; applied: Generated<boolean> }
  quotas: {
    id: Generated<boolean>
    tasks: number
    text_bytes: number
    members: number
    file_bytes: number
    daily_events: Generated<number>
    person_teams: Generated<number>
    person_tokens: Generated<number>
  }
  instances: {
    id: string
    host: string
    pid: number
    version: string
    /** Fingerprints of keys. */
    seals: string
    opens: string[]
    started_at: Generated<Moment>
    seen_at: Generated<Moment>
  }
  operator_acts: {
    id: string
    at: Generated<Moment>
    operator: string
    host: string
    act: string
    target_kind: string | null
    target_id: string | null
    target_name: string | null
    arguments: unknown
    outcome: string
    detail: string | null
    began: string | null
  }
  files: {
    team_id: string
    /** SHA-256 of the content, in hexadecimal. */
    hash: string
    /** Where its bytes are. */
    object: string
    bytes: number
    media_type: string
    created_at: Moment
    /** When it was last sent. */
    kept_at: Moment
    /** Since when no text names it. */
    unused_since: Generated<Moment | null>
    checked_at: Moment
    /** Its text was taken. */
    is_read: Generated<boolean>
    /** Empty: it has none. */
    text_sealed: Generated<Buffer | null>
    /** How often it was begun. */
    text_tries: Generated<number>
    /** Who reads it has it until then. */
    text_until: Generated<Moment | null>
  }
  file_objects: {
    team_id: string
    object: string
    /** Of the file that it is; what is on its way counts, too. */
    bytes: number
    state: 'pending' | 'kept' | 'gone'
    since: Moment
    taken_until: Generated<Moment | null>
  }
  tasks: { team_id: string } & Task
  comments: { team_id: string } & CommentRow
  schedules: { team_id: string; uid: string; version: number; anchor: Moment } & Omit<Schedule, 'next_fire_at' | 'last_fired_at'>
  contacts: { team_id: string } & StoredContact
  lists: { team_id: string } & SavedList
  agents: {
    team_id: string
    name_key: string
    name: string
    policy: Generated<Json>
    /** Why it may only propose, until a person has looked; null: it is not stopped. */
    brake: Generated<Json>
    /** Events after this one count for its brake. */
    counted_from: Generated<number>
    calls: Generated<number>
    first_seen_at: Moment
    last_seen_at: Moment
  }
  judged_pairs: {
    team_id: string
    /** The uids of both tasks. */
    uid: string
    a_uid: string
    b_uid: string
    state: SyncedPair['state']
    /** Counts its changes. */
    version: number
    decided_by_kind: ActorKind
    decided_by_name: string
    decided_at: Moment
  }
  outside_reads: {
    team_id: string
    /** Folded. */
    agent: string
    /** Empty: the call named none. */
    run: string
    /** 0: the text stood in no task. */
    task_id: number
    title: string | null
    source: string
    /** The task was made from outside. */
    made: boolean
    read_at: Moment
  }
  proposals: {
    team_id: string
    id: number
    uid: string
    agent: string
    run: string | null
    kinds: Json
    tool: string
    arguments: Json
    /** Not task_id, which its events would have, too: they are no part of a task's history. */
    about_task: number | null
    state: ProposalState
    reason: string | null
    result: Json
    entries: Json
    created_at: Moment
    decided_at: Moment | null
    decided_by_kind: ActorKind | null
    decided_by_name: string | null
    /** Of the call: the same again is the same proposal. */
    fingerprint: string
    /** Which login brought it. */
    principal: string
    /** Of its task, which a desktop's undo brings back under another number. */
    about_uid: string | null
    because: Json
    /** The desktop that has the call, and carries it out where the cloud cannot; null: it was proposed here. */
    brought_by: string | null
    /** Counts its changes. */
    version: number
  }
  claims: {
    team_id: string
    task_id: number
    holder_kind: ActorKind
    holder_name: string
    principal: string
    run: string | null
    worker: string | null
    key: string
    ttl_ms: number
    claimed_at: Moment
    expires_at: Moment
    entry: number | null
    began_from: Status | null
  }
  finished_claims: { team_id: string; task_id: number; key: string; digest: string; finisher: string | null }
  evidence: {
    team_id: string
    id: string
    seq: number
    task_id: number
    kind: EvidenceKind
    criterion: string | null
    text: string | null
    envelope: Json
    by_kind: ActorKind
    by_name: string
    principal: string
    created_at: Moment
    /** The event with which it came. */
    arrived: number
    /** Of the service that signed it; null: the team's own signed it, or nobody did. */
    public_key: string | null
  }
  evidence_trees: { team_id: string; checkout: string; tree: string; seen_at: Moment }
  evidence_keys: { team_id: string; key_id: string; public_key: string; sealed: Buffer; created_at: Moment }
  questions: {
    team_id: string
    id: number
    uid: string
    task_id: number
    task_uid: string
    asker_kind: ActorKind
    asker_name: string
    principal: string
    run: string | null
    question: string
    options: string[]
    state: QuestionState
    answer: string | null
    comment_uid: string | null
    entry: number | null
    created_at: Moment
    decided_at: Moment | null
    decided_by_kind: ActorKind | null
    decided_by_name: string | null
    version: number
  }
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
    run: string | null
    undo_of: number | null
    undone_by: number | null
    texts: Generated<Json>
    is_long: Generated<boolean>
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
  mcp_sessions: { team_id: string; id: string; token_id: string; initialize: Json; run: string; created_at: Moment; used_at: Moment }
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
    task_id: number | null
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
    watched_by: string | null
    last_mail_at: Moment | null
    looked_at: Moment | null
    fault: MailFaultCode | null
    fault_said: string | null
    fault_since: Moment | null
    sends: boolean
    answers: Partial<AnswerSettings>
  }
  mail_letters: {
    team_id: string
    mailbox_id: string
    message_id: string
    thread_id: string
    sender: string
    reply_to: string | null
    subject: string
    refs: string[]
    machine: MailHead['machine']
    sent_at: Moment
    read_at: Moment
  }
  mail_letter_tasks: { team_id: string; mailbox_id: string; message_id: string; task_uid: string }
  mail_replies: {
    team_id: string
    id: string
    task_uid: string
    mailbox_id: string
    mailbox: string
    thread_id: string
    sender_name: string
    recipients: string[]
    subject: string
    body: string
    below: string
    message_id: string
    known_as: string | null
    in_reply_to: string | null
    refs: string[]
    state: ReplyState
    cause: ReplyCause
    by_name: string
    problem: string | null
    send_after: Moment
    due_at: Moment | null
    attempts: number
    handed_at: Moment | null
    sent_at: Moment | null
    created_at: Moment
  }
  mail_folders: {
    team_id: string
    mailbox_id: string
    path: string
    place: number
    uid_validity: string | null
    uid: number | null
    modseq: string | null
    last_mail_at: Moment | null
    created_at: Moment
  }
  mail_tests: {
    team_id: string
    mailbox_id: string
    message_id: string
    sent_at: Moment
    accepted_at: Moment | null
    arrived_at: Moment | null
    read_at: Moment | null
    problem: string | null
  }
  mail_steps: { team_id: string; mailbox_id: string; history_id: string; since: string; created_at: Moment }
  oauth_states: {
    team_id: string
    state_hash: Buffer
    session_id: string
    provider: MailProviderName
    verifier_sealed: Buffer
    expires_at: Moment
    sends: boolean
  }
}
