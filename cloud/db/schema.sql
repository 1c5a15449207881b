-- Made by the migrations; `node scripts/cloud-schema.ts` writes this file.

-- columns
address_changes.token_hash bytea NOT NULL
address_changes.user_id uuid NOT NULL
address_changes.purpose text NOT NULL
address_changes.email text NOT NULL
address_changes.email_key text NOT NULL
address_changes.session_id uuid
address_changes.created_at timestamp with time zone NOT NULL
address_changes.expires_at timestamp with time zone NOT NULL
address_changes.password_hash text
address_changes.ends_since timestamp with time zone
agents.team_id uuid NOT NULL
agents.name_key text NOT NULL
agents.name text NOT NULL
agents.policy json NOT NULL DEFAULT '{}'::json
agents.calls bigint NOT NULL DEFAULT 0
agents.first_seen_at timestamp with time zone NOT NULL
agents.last_seen_at timestamp with time zone NOT NULL
agents.brake json
agents.counted_from bigint NOT NULL DEFAULT 0
api_tokens.team_id uuid NOT NULL
api_tokens.id uuid NOT NULL
api_tokens.name text NOT NULL
api_tokens.token_hash bytea NOT NULL
api_tokens.last_four text NOT NULL
api_tokens.created_by uuid NOT NULL
api_tokens.created_at timestamp with time zone NOT NULL
api_tokens.last_used_at timestamp with time zone
api_tokens.agent text
api_tokens.read_only boolean NOT NULL DEFAULT false
api_tokens.expires_at timestamp with time zone
api_tokens.policy json NOT NULL DEFAULT '{}'::json
api_tokens.made_by uuid
attempts.key text NOT NULL
attempts.window_start timestamp with time zone NOT NULL
attempts.count integer NOT NULL
calendars.team_id uuid NOT NULL
calendars.id uuid NOT NULL
calendars.member_id uuid NOT NULL
calendars.of text NOT NULL
calendars.list_uid uuid
calendars.as text NOT NULL
calendars.timezone text NOT NULL
calendars.secret_hash bytea NOT NULL
calendars.last_four text NOT NULL
calendars.created_at timestamp with time zone NOT NULL
calendars.last_used_at timestamp with time zone
claims.team_id uuid NOT NULL
claims.task_id bigint NOT NULL
claims.holder_kind text NOT NULL
claims.holder_name text NOT NULL
claims.principal text NOT NULL
claims.run text
claims.worker text
claims.key text NOT NULL
claims.ttl_ms bigint NOT NULL
claims.claimed_at timestamp with time zone NOT NULL
claims.expires_at timestamp with time zone NOT NULL
claims.entry bigint
claims.began_from text
cloud_meta.name text NOT NULL
cloud_meta.value text NOT NULL
comments.team_id uuid NOT NULL
comments.id bigint NOT NULL
comments.task_id bigint NOT NULL
comments.uid uuid NOT NULL
comments.body text NOT NULL
comments.author_kind text NOT NULL
comments.author_name text NOT NULL
comments.version integer NOT NULL
comments.created_at timestamp with time zone NOT NULL
comments.updated_at timestamp with time zone NOT NULL
contacts.team_id uuid NOT NULL
contacts.id bigint NOT NULL
contacts.uid uuid NOT NULL
contacts.slug text NOT NULL
contacts.name text NOT NULL
contacts.email text
contacts.phone text
contacts.organization text
contacts.role text
contacts.version integer NOT NULL
contacts.created_at timestamp with time zone NOT NULL
contacts.updated_at timestamp with time zone NOT NULL
devices.id uuid NOT NULL
devices.user_id uuid NOT NULL
devices.session_id uuid NOT NULL
devices.platform text NOT NULL
devices.name text
devices.token_hash bytea NOT NULL
devices.token_sealed bytea NOT NULL
devices.created_at timestamp with time zone NOT NULL
devices.updated_at timestamp with time zone NOT NULL
epoch.id boolean NOT NULL DEFAULT true
epoch.place text NOT NULL
epoch.value uuid NOT NULL
epoch.since timestamp with time zone NOT NULL
epoch.written_at timestamp with time zone NOT NULL
event_leases.team_id uuid NOT NULL
event_leases.seq bigint NOT NULL
event_leases.consumer text
event_leases.leased_until timestamp with time zone
event_leases.deliveries integer NOT NULL DEFAULT 0
event_leases.done_at timestamp with time zone
event_leases.created_at timestamp with time zone NOT NULL
event_queue.team_id uuid NOT NULL
event_queue.seq bigint NOT NULL
event_queue.kind text NOT NULL
event_queue.created_at timestamp with time zone NOT NULL
event_queue.actor_kind text NOT NULL
event_queue.actor_name text NOT NULL
event_queue.principal text NOT NULL
event_queue.entity text NOT NULL
event_queue.entity_id text NOT NULL
event_queue.task_id bigint
event_queue.before jsonb
event_queue.after jsonb
event_queue.cause bigint
event_queue.run text
event_queue.undo_of bigint
event_queue.undone_by bigint
event_queue.texts jsonb
event_queue.is_long boolean NOT NULL DEFAULT false
evidence.team_id uuid NOT NULL
evidence.id uuid NOT NULL
evidence.seq bigint NOT NULL
evidence.task_id bigint NOT NULL
evidence.kind text NOT NULL
evidence.criterion text
evidence.text text
evidence.envelope json
evidence.by_kind text NOT NULL
evidence.by_name text NOT NULL
evidence.principal text NOT NULL
evidence.created_at timestamp with time zone NOT NULL
evidence.arrived bigint NOT NULL DEFAULT 0
evidence.public_key text
evidence_keys.team_id uuid NOT NULL
evidence_keys.key_id text NOT NULL
evidence_keys.public_key text NOT NULL
evidence_keys.sealed bytea NOT NULL
evidence_keys.created_at timestamp with time zone NOT NULL
evidence_trees.team_id uuid NOT NULL
evidence_trees.checkout text NOT NULL
evidence_trees.tree text NOT NULL
evidence_trees.seen_at timestamp with time zone NOT NULL
file_objects.team_id uuid NOT NULL
file_objects.object uuid NOT NULL
file_objects.bytes bigint NOT NULL
file_objects.state text NOT NULL
file_objects.since timestamp with time zone NOT NULL
file_objects.taken_until timestamp with time zone
files.team_id uuid NOT NULL
files.hash text NOT NULL
files.object uuid NOT NULL
files.bytes bigint NOT NULL
files.media_type text NOT NULL
files.created_at timestamp with time zone NOT NULL
files.kept_at timestamp with time zone NOT NULL
files.unused_since timestamp with time zone
files.checked_at timestamp with time zone NOT NULL
files.is_read boolean NOT NULL DEFAULT false
files.text_sealed bytea
files.text_tries integer NOT NULL DEFAULT 0
files.text_until timestamp with time zone
finished_claims.team_id uuid NOT NULL
finished_claims.task_id bigint NOT NULL
finished_claims.key text NOT NULL
finished_claims.digest text NOT NULL
finished_claims.finisher text
idempotency.team_id uuid NOT NULL
idempotency.principal text NOT NULL
idempotency.key text NOT NULL
idempotency.fingerprint text NOT NULL
idempotency.status integer
idempotency.headers json
idempotency.body json
idempotency.created_at timestamp with time zone NOT NULL
identities.issuer text NOT NULL
identities.subject text NOT NULL
identities.id uuid NOT NULL
identities.user_id uuid NOT NULL
identities.email text
identities.created_at timestamp with time zone NOT NULL
identities.last_used_at timestamp with time zone NOT NULL
instances.id uuid NOT NULL
instances.host text NOT NULL
instances.pid integer NOT NULL
instances.version text NOT NULL
instances.seals text NOT NULL
instances.opens text[] NOT NULL
instances.started_at timestamp with time zone NOT NULL DEFAULT now()
instances.seen_at timestamp with time zone NOT NULL DEFAULT now()
judged_pairs.team_id uuid NOT NULL
judged_pairs.uid text NOT NULL
judged_pairs.a_uid uuid NOT NULL
judged_pairs.b_uid uuid NOT NULL
judged_pairs.state text NOT NULL
judged_pairs.version integer NOT NULL
judged_pairs.decided_by_kind text NOT NULL
judged_pairs.decided_by_name text NOT NULL
judged_pairs.decided_at timestamp with time zone NOT NULL
kysely_migration.name character varying(255) NOT NULL
kysely_migration.timestamp character varying(255) NOT NULL
kysely_migration_lock.id character varying(255) NOT NULL
kysely_migration_lock.is_locked integer NOT NULL DEFAULT 0
lists.team_id uuid NOT NULL
lists.id bigint NOT NULL
lists.uid uuid NOT NULL
lists.name text NOT NULL
lists.position double precision NOT NULL
lists.view text NOT NULL
lists.color text
lists.query json NOT NULL
lists.version integer NOT NULL
lists.created_at timestamp with time zone NOT NULL
lists.updated_at timestamp with time zone NOT NULL
mail_folders.team_id uuid NOT NULL
mail_folders.mailbox_id uuid NOT NULL
mail_folders.path text NOT NULL
mail_folders.place integer NOT NULL
mail_folders.uid_validity text
mail_folders.uid bigint
mail_folders.modseq text
mail_folders.last_mail_at timestamp with time zone
mail_folders.created_at timestamp with time zone NOT NULL
mail_letter_tasks.team_id uuid NOT NULL
mail_letter_tasks.mailbox_id uuid NOT NULL
mail_letter_tasks.message_id text NOT NULL
mail_letter_tasks.task_uid uuid NOT NULL
mail_letters.team_id uuid NOT NULL
mail_letters.mailbox_id uuid NOT NULL
mail_letters.message_id text NOT NULL
mail_letters.thread_id text NOT NULL
mail_letters.sender text NOT NULL
mail_letters.reply_to text
mail_letters.subject text NOT NULL
mail_letters.refs text[] NOT NULL
mail_letters.machine text
mail_letters.sent_at timestamp with time zone NOT NULL
mail_letters.read_at timestamp with time zone NOT NULL
mail_links.token_hash bytea NOT NULL
mail_links.user_id uuid NOT NULL
mail_links.purpose text NOT NULL
mail_links.expires_at timestamp with time zone NOT NULL
mail_replies.team_id uuid NOT NULL
mail_replies.id uuid NOT NULL
mail_replies.task_uid uuid NOT NULL
mail_replies.mailbox_id uuid NOT NULL
mail_replies.mailbox text NOT NULL
mail_replies.thread_id text NOT NULL
mail_replies.sender_name text NOT NULL
mail_replies.recipients text[] NOT NULL
mail_replies.subject text NOT NULL
mail_replies.body text NOT NULL
mail_replies.below text NOT NULL
mail_replies.message_id text NOT NULL
mail_replies.known_as text
mail_replies.in_reply_to text
mail_replies.refs text[] NOT NULL
mail_replies.state text NOT NULL
mail_replies.cause text NOT NULL
mail_replies.by_name text NOT NULL
mail_replies.problem text
mail_replies.send_after timestamp with time zone NOT NULL
mail_replies.due_at timestamp with time zone
mail_replies.attempts integer NOT NULL DEFAULT 0
mail_replies.handed_at timestamp with time zone
mail_replies.sent_at timestamp with time zone
mail_replies.created_at timestamp with time zone NOT NULL
mail_steps.team_id uuid NOT NULL
mail_steps.mailbox_id uuid NOT NULL
mail_steps.history_id text NOT NULL
mail_steps.since text NOT NULL
mail_steps.created_at timestamp with time zone NOT NULL
mail_tests.team_id uuid NOT NULL
mail_tests.mailbox_id uuid NOT NULL
mail_tests.message_id text NOT NULL
mail_tests.sent_at timestamp with time zone NOT NULL
mail_tests.accepted_at timestamp with time zone
mail_tests.arrived_at timestamp with time zone
mail_tests.read_at timestamp with time zone
mail_tests.problem text
mailboxes.team_id uuid NOT NULL
mailboxes.id uuid NOT NULL
mailboxes.provider text NOT NULL
mailboxes.address text NOT NULL
mailboxes.address_key text NOT NULL
mailboxes.status text NOT NULL
mailboxes.scopes text[] NOT NULL
mailboxes.access_sealed bytea NOT NULL
mailboxes.access_expires_at timestamp with time zone NOT NULL
mailboxes.refresh_sealed bytea
mailboxes.history_id text
mailboxes.watch_id text
mailboxes.watch_expires_at timestamp with time zone
mailboxes.watch_error text
mailboxes.renew_at timestamp with time zone NOT NULL
mailboxes.last_push_at timestamp with time zone
mailboxes.connected_by uuid NOT NULL
mailboxes.created_at timestamp with time zone NOT NULL
mailboxes.updated_at timestamp with time zone NOT NULL
mailboxes.watched_by text
mailboxes.last_mail_at timestamp with time zone
mailboxes.looked_at timestamp with time zone
mailboxes.fault text
mailboxes.fault_said text
mailboxes.fault_since timestamp with time zone
mailboxes.sends boolean NOT NULL DEFAULT false
mailboxes.answers json NOT NULL DEFAULT '{}'::json
mcp_sessions.team_id uuid NOT NULL
mcp_sessions.id uuid NOT NULL
mcp_sessions.token_id uuid NOT NULL
mcp_sessions.initialize json NOT NULL
mcp_sessions.run text NOT NULL
mcp_sessions.created_at timestamp with time zone NOT NULL
mcp_sessions.used_at timestamp with time zone NOT NULL
members.team_id uuid NOT NULL
members.id uuid NOT NULL
members.user_id uuid
members.email text NOT NULL
members.email_key text NOT NULL
members.role text NOT NULL
members.status text NOT NULL
members.invitation_hash bytea
members.invitation_expires_at timestamp with time zone
members.created_at timestamp with time zone NOT NULL
members.updated_at timestamp with time zone NOT NULL
members.joins_at_sign_in boolean NOT NULL DEFAULT true
members.invited_by text
notification_log.team_id uuid NOT NULL
notification_log.notification_id uuid NOT NULL
notification_log.device_id uuid NOT NULL
notification_log.id bigint NOT NULL
notification_log.user_id uuid NOT NULL
notification_log.platform text NOT NULL
notification_log.event text NOT NULL
notification_log.task_id bigint
notification_log.status text NOT NULL
notification_log.attempts integer NOT NULL DEFAULT 0
notification_log.reason text
notification_log.next_attempt_at timestamp with time zone
notification_log.expires_at timestamp with time zone NOT NULL
notification_log.created_at timestamp with time zone NOT NULL
notification_log.updated_at timestamp with time zone NOT NULL
notification_preferences.user_id uuid NOT NULL
notification_preferences.event text NOT NULL
notification_preferences.device_id uuid
notification_preferences.enabled boolean NOT NULL
notifications.team_id uuid NOT NULL
notifications.id uuid NOT NULL
notifications.content bytea NOT NULL
notifications.expires_at timestamp with time zone NOT NULL
oauth_grants.team_id uuid NOT NULL
oauth_grants.token_id uuid NOT NULL
oauth_grants.client_id text NOT NULL
oauth_grants.client_name text NOT NULL
oauth_grants.client_host text
oauth_grants.created_at timestamp with time zone NOT NULL DEFAULT now()
oauth_items.kind text NOT NULL
oauth_items.id_hash bytea NOT NULL
oauth_items.grant_id uuid
oauth_items.payload json NOT NULL
oauth_items.expires_at timestamp with time zone NOT NULL
oauth_items.consumed_at timestamp with time zone
oauth_states.team_id uuid NOT NULL
oauth_states.state_hash bytea NOT NULL
oauth_states.session_id uuid NOT NULL
oauth_states.provider text NOT NULL
oauth_states.verifier_sealed bytea NOT NULL
oauth_states.expires_at timestamp with time zone NOT NULL
oauth_states.sends boolean NOT NULL DEFAULT false
oidc_flows.state_hash bytea NOT NULL
oidc_flows.browser_hash bytea NOT NULL
oidc_flows.issuer text NOT NULL
oidc_flows.purpose text NOT NULL
oidc_flows.session_id uuid
oidc_flows.sealed bytea NOT NULL
oidc_flows.created_at timestamp with time zone NOT NULL
oidc_flows.expires_at timestamp with time zone NOT NULL
oidc_links.token_hash bytea NOT NULL
oidc_links.browser_hash bytea NOT NULL
oidc_links.issuer text NOT NULL
oidc_links.subject text NOT NULL
oidc_links.email text NOT NULL
oidc_links.email_key text NOT NULL
oidc_links.name text
oidc_links.return_to text NOT NULL
oidc_links.expires_at timestamp with time zone NOT NULL
operator_acts.id uuid NOT NULL
operator_acts.at timestamp with time zone NOT NULL DEFAULT now()
operator_acts.operator text NOT NULL
operator_acts.host text NOT NULL
operator_acts.act text NOT NULL
operator_acts.target_kind text
operator_acts.target_id text
operator_acts.target_name text
operator_acts.arguments json NOT NULL
operator_acts.outcome text NOT NULL
operator_acts.detail text
operator_acts.began uuid
outgoing_mails.id uuid NOT NULL
outgoing_mails.sealed bytea NOT NULL
outgoing_mails.attempts integer NOT NULL DEFAULT 0
outgoing_mails.next_attempt_at timestamp with time zone NOT NULL DEFAULT now()
outgoing_mails.expires_at timestamp with time zone NOT NULL
outside_reads.team_id uuid NOT NULL
outside_reads.agent text NOT NULL
outside_reads.run text NOT NULL
outside_reads.task_id bigint NOT NULL
outside_reads.title text
outside_reads.source text NOT NULL
outside_reads.made boolean NOT NULL
outside_reads.read_at timestamp with time zone NOT NULL
passkey_challenges.challenge_hash bytea NOT NULL
passkey_challenges.purpose text NOT NULL
passkey_challenges.session_id uuid
passkey_challenges.expires_at timestamp with time zone NOT NULL
passkeys.credential_id bytea NOT NULL
passkeys.id uuid NOT NULL
passkeys.user_id uuid NOT NULL
passkeys.rp_id text NOT NULL
passkeys.public_key bytea NOT NULL
passkeys.counter bigint NOT NULL
passkeys.transports text[] NOT NULL
passkeys.synced boolean NOT NULL
passkeys.user_agent text
passkeys.created_at timestamp with time zone NOT NULL
passkeys.last_used_at timestamp with time zone NOT NULL
proposals.team_id uuid NOT NULL
proposals.id bigint NOT NULL
proposals.uid uuid NOT NULL
proposals.agent text NOT NULL
proposals.run text
proposals.kinds json NOT NULL
proposals.tool text NOT NULL
proposals.arguments json NOT NULL
proposals.about_task bigint
proposals.state text NOT NULL
proposals.reason text
proposals.result json
proposals.entries json NOT NULL DEFAULT '[]'::json
proposals.created_at timestamp with time zone NOT NULL
proposals.decided_at timestamp with time zone
proposals.decided_by_kind text
proposals.decided_by_name text
proposals.fingerprint text NOT NULL
proposals.principal text NOT NULL
proposals.about_uid uuid
proposals.because json
proposals.brought_by text
proposals.version integer NOT NULL DEFAULT 1
questions.team_id uuid NOT NULL
questions.id bigint NOT NULL
questions.uid uuid NOT NULL
questions.task_id bigint NOT NULL
questions.task_uid uuid NOT NULL
questions.asker_kind text NOT NULL
questions.asker_name text NOT NULL
questions.principal text NOT NULL
questions.run text
questions.question text NOT NULL
questions.options text[] NOT NULL
questions.state text NOT NULL
questions.answer text
questions.comment_uid uuid
questions.entry bigint
questions.created_at timestamp with time zone NOT NULL
questions.decided_at timestamp with time zone
questions.decided_by_kind text
questions.decided_by_name text
questions.version integer NOT NULL DEFAULT 1
quotas.id boolean NOT NULL DEFAULT true
quotas.tasks bigint NOT NULL
quotas.text_bytes bigint NOT NULL
quotas.members bigint NOT NULL
quotas.file_bytes bigint NOT NULL
quotas.daily_events bigint NOT NULL DEFAULT 1000000
quotas.person_teams bigint NOT NULL DEFAULT 100
quotas.person_tokens bigint NOT NULL DEFAULT 500
schedules.team_id uuid NOT NULL
schedules.id bigint NOT NULL
schedules.task_id bigint NOT NULL
schedules.uid uuid NOT NULL
schedules.type text NOT NULL
schedules.fire_at timestamp with time zone
schedules.interval_days integer
schedules.day_of_week smallint
schedules.day_of_month smallint
schedules.time text
schedules.timezone text NOT NULL
schedules.enabled boolean NOT NULL
schedules.anchor timestamp with time zone NOT NULL
schedules.version integer NOT NULL
schedules.created_at timestamp with time zone NOT NULL
schedules.updated_at timestamp with time zone NOT NULL
schedules.rule text
schedules.starts_on text
schedules.before_due_minutes integer
sessions.token_hash bytea NOT NULL
sessions.id uuid NOT NULL
sessions.user_id uuid NOT NULL
sessions.user_agent text
sessions.created_at timestamp with time zone NOT NULL
sessions.last_used_at timestamp with time zone NOT NULL
sessions.expires_at timestamp with time zone NOT NULL
sessions.proven_at timestamp with time zone
stream_cursors.team_id uuid NOT NULL
stream_cursors.consumer text NOT NULL
stream_cursors.position bigint NOT NULL
stream_cursors.updated_at timestamp with time zone NOT NULL
tasks.team_id uuid NOT NULL
tasks.id bigint NOT NULL
tasks.uid uuid NOT NULL
tasks.title text NOT NULL
tasks.description text
tasks.status text NOT NULL
tasks.priority text NOT NULL
tasks.labels text[] NOT NULL
tasks.requesters text[] NOT NULL
tasks.dedupe_key text
tasks.version integer NOT NULL
tasks.created_at timestamp with time zone NOT NULL
tasks.updated_at timestamp with time zone NOT NULL
tasks.completed_at timestamp with time zone
tasks.due text
tasks.assignee text
tasks.criteria jsonb NOT NULL DEFAULT '[]'::jsonb
tasks.parent_uid text
tasks.blocker_uids text[] NOT NULL DEFAULT '{}'::text[]
tasks.triage text
tasks.places text[] NOT NULL DEFAULT '{}'::text[]
team_counters.team_id uuid NOT NULL
team_counters.tasks bigint NOT NULL DEFAULT 0
team_counters.comments bigint NOT NULL DEFAULT 0
team_counters.contacts bigint NOT NULL DEFAULT 0
team_counters.contact_count bigint NOT NULL DEFAULT 0
team_counters.events bigint NOT NULL DEFAULT 0
team_counters.changed_at timestamp with time zone NOT NULL
team_counters.task_counts bigint[] NOT NULL DEFAULT array_fill(0, ARRAY[15])
team_counters.notifications bigint NOT NULL DEFAULT 0
team_counters.schedules bigint NOT NULL DEFAULT 0
team_counters.lists bigint NOT NULL DEFAULT 0
team_counters.policies bigint NOT NULL DEFAULT 0
team_counters.proposals bigint NOT NULL DEFAULT 0
team_counters.questions bigint NOT NULL DEFAULT 0
team_counters.locked_at timestamp with time zone
team_counters.text_bytes bigint NOT NULL DEFAULT 0
team_counters.quota_tasks bigint
team_counters.quota_text_bytes bigint
team_counters.quota_members bigint
team_counters.quota_file_bytes bigint
team_counters.events_day date NOT NULL DEFAULT '1970-01-01'::date
team_counters.events_before bigint NOT NULL DEFAULT 0
team_counters.quota_daily_events bigint
team_counters.move text
team_counters.told_epoch uuid
team_counters.told_in uuid
team_move_changes.team_id uuid NOT NULL
team_move_changes.id uuid NOT NULL DEFAULT gen_random_uuid()
team_move_changes.relation text NOT NULL
team_move_changes.key jsonb NOT NULL
team_move_changes.applied boolean NOT NULL DEFAULT false
team_moves.team_id uuid NOT NULL
team_moves.id uuid NOT NULL
team_moves.side text NOT NULL
team_moves.step text NOT NULL
team_moves.cell text NOT NULL
team_moves.place text NOT NULL
team_moves.accounts uuid[] NOT NULL DEFAULT '{}'::uuid[]
team_moves.began_at timestamp with time zone NOT NULL DEFAULT now()
team_moves.changed_at timestamp with time zone NOT NULL DEFAULT now()
teams.id uuid NOT NULL
teams.name text NOT NULL
teams.created_at timestamp with time zone NOT NULL
teams.updated_at timestamp with time zone NOT NULL
teams.deletes_at timestamp with time zone
users.id uuid NOT NULL
users.email text NOT NULL
users.email_key text NOT NULL
users.name text
users.password_hash text
users.email_verified_at timestamp with time zone
users.totp_secret bytea
users.totp_confirmed_at timestamp with time zone
users.totp_last_step bigint
users.recovery_hashes bytea[] NOT NULL DEFAULT '{}'::bytea[]
users.created_at timestamp with time zone NOT NULL
users.updated_at timestamp with time zone NOT NULL
users.locked_at timestamp with time zone
users.quota_teams bigint
users.quota_tokens bigint
webhook_deliveries.team_id uuid NOT NULL
webhook_deliveries.webhook_id uuid NOT NULL
webhook_deliveries.id uuid NOT NULL
webhook_deliveries.seq bigint
webhook_deliveries.kind text NOT NULL
webhook_deliveries.status text NOT NULL
webhook_deliveries.attempts integer NOT NULL DEFAULT 0
webhook_deliveries.reason text
webhook_deliveries.next_attempt_at timestamp with time zone
webhook_deliveries.taken_until timestamp with time zone
webhook_deliveries.expires_at timestamp with time zone NOT NULL
webhook_deliveries.created_at timestamp with time zone NOT NULL
webhook_deliveries.updated_at timestamp with time zone NOT NULL
webhooks.team_id uuid NOT NULL
webhooks.id uuid NOT NULL
webhooks.url text NOT NULL
webhooks.kinds text[] NOT NULL
webhooks.secret_sealed bytea NOT NULL
webhooks.created_by uuid NOT NULL
webhooks.created_at timestamp with time zone NOT NULL
webhooks.updated_at timestamp with time zone NOT NULL
webhooks.position bigint NOT NULL
webhooks.spreading_until timestamp with time zone
webhooks.failing_since timestamp with time zone
webhooks.failures integer NOT NULL DEFAULT 0
webhooks.retry_at timestamp with time zone
webhooks.last_success_at timestamp with time zone
webhooks.disabled_at timestamp with time zone
webhooks.disabled_because text

-- constraints
address_changes CHECK ((purpose = ANY (ARRAY['confirm'::text, 'undo'::text, 'follow'::text])))
address_changes FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
address_changes PRIMARY KEY (token_hash)
agents PRIMARY KEY (team_id, name_key)
api_tokens FOREIGN KEY (created_by) REFERENCES users(id)
api_tokens FOREIGN KEY (team_id) REFERENCES teams(id)
api_tokens PRIMARY KEY (team_id, id)
api_tokens UNIQUE (team_id, token_hash)
attempts PRIMARY KEY (key)
calendars CHECK (("as" = ANY (ARRAY['events'::text, 'todos'::text])))
calendars CHECK (((list_uid IS NOT NULL) = (of = 'list'::text)))
calendars CHECK ((of = ANY (ARRAY['mine'::text, 'all'::text, 'list'::text])))
calendars FOREIGN KEY (team_id, member_id) REFERENCES members(team_id, id) ON DELETE CASCADE
calendars PRIMARY KEY (team_id, id)
calendars UNIQUE (secret_hash)
claims PRIMARY KEY (team_id, task_id)
cloud_meta PRIMARY KEY (name)
comments FOREIGN KEY (team_id, task_id) REFERENCES tasks(team_id, id)
comments PRIMARY KEY (team_id, id)
contacts PRIMARY KEY (team_id, id)
contacts UNIQUE (team_id, slug)
devices CHECK ((platform = ANY (ARRAY['ios'::text, 'android'::text, 'web'::text])))
devices FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
devices FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
devices PRIMARY KEY (id)
devices UNIQUE (token_hash)
epoch CHECK (id)
epoch PRIMARY KEY (id)
event_leases PRIMARY KEY (team_id, seq)
event_queue PRIMARY KEY (team_id, seq)
evidence PRIMARY KEY (team_id, id)
evidence_keys PRIMARY KEY (team_id, key_id)
evidence_trees PRIMARY KEY (team_id, checkout)
file_objects CHECK ((state = ANY (ARRAY['pending'::text, 'kept'::text, 'gone'::text])))
file_objects PRIMARY KEY (team_id, object)
files CHECK ((hash ~ '^[0-9a-f]{64}$'::text))
files PRIMARY KEY (team_id, hash)
finished_claims PRIMARY KEY (team_id, task_id)
idempotency PRIMARY KEY (team_id, principal, key)
identities FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
identities PRIMARY KEY (issuer, subject)
identities UNIQUE (id)
identities UNIQUE (user_id, issuer)
instances PRIMARY KEY (id)
judged_pairs CHECK ((state = ANY (ARRAY['different'::text, 'open'::text])))
judged_pairs PRIMARY KEY (team_id, uid)
kysely_migration PRIMARY KEY (name)
kysely_migration_lock PRIMARY KEY (id)
lists PRIMARY KEY (team_id, id)
mail_folders CHECK (((uid_validity IS NULL) = (uid IS NULL)))
mail_folders FOREIGN KEY (team_id, mailbox_id) REFERENCES mailboxes(team_id, id) ON DELETE CASCADE
mail_folders PRIMARY KEY (team_id, mailbox_id, path)
mail_letter_tasks FOREIGN KEY (team_id, mailbox_id, message_id) REFERENCES mail_letters(team_id, mailbox_id, message_id) ON DELETE CASCADE
mail_letter_tasks PRIMARY KEY (team_id, task_uid, mailbox_id, message_id)
mail_letters CHECK ((machine = ANY (ARRAY['automatic'::text, 'list'::text, 'bounce'::text])))
mail_letters FOREIGN KEY (team_id, mailbox_id) REFERENCES mailboxes(team_id, id) ON DELETE CASCADE
mail_letters PRIMARY KEY (team_id, mailbox_id, message_id)
mail_links CHECK ((purpose = ANY (ARRAY['verify'::text, 'reset'::text])))
mail_links FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
mail_links PRIMARY KEY (token_hash)
mail_replies CHECK ((cause = ANY (ARRAY['person'::text, 'agent'::text, 'acknowledge'::text, 'done'::text])))
mail_replies CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'uncertain'::text, 'canceled'::text, 'bounced'::text])))
mail_replies PRIMARY KEY (team_id, id)
mail_steps PRIMARY KEY (team_id, mailbox_id, history_id)
mail_tests FOREIGN KEY (team_id, mailbox_id) REFERENCES mailboxes(team_id, id) ON DELETE CASCADE
mail_tests PRIMARY KEY (team_id, mailbox_id, message_id)
mailboxes CHECK ((status = ANY (ARRAY['active'::text, 'auth_expired'::text])))
mailboxes FOREIGN KEY (connected_by) REFERENCES users(id)
mailboxes PRIMARY KEY (team_id, id)
mailboxes UNIQUE (team_id, provider, address_key)
mcp_sessions FOREIGN KEY (team_id, token_id) REFERENCES api_tokens(team_id, id) ON DELETE CASCADE
mcp_sessions PRIMARY KEY (team_id, id)
members CHECK (((status = 'active'::text) = (user_id IS NOT NULL)))
members CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])))
members CHECK ((status = ANY (ARRAY['active'::text, 'invited'::text])))
members FOREIGN KEY (team_id) REFERENCES teams(id)
members FOREIGN KEY (user_id) REFERENCES users(id)
members PRIMARY KEY (team_id, id)
members UNIQUE (team_id, email_key)
members UNIQUE (team_id, user_id)
notification_log CHECK (((status = 'queued'::text) = (next_attempt_at IS NOT NULL)))
notification_log CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'suppressed'::text, 'dropped'::text])))
notification_log PRIMARY KEY (team_id, notification_id, device_id)
notification_log UNIQUE (team_id, id)
notification_preferences FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE
notification_preferences FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
notification_preferences UNIQUE NULLS NOT DISTINCT (user_id, event, device_id)
notifications PRIMARY KEY (team_id, id)
oauth_grants FOREIGN KEY (team_id, token_id) REFERENCES api_tokens(team_id, id) ON DELETE CASCADE
oauth_grants PRIMARY KEY (team_id, token_id)
oauth_grants UNIQUE (token_id)
oauth_items FOREIGN KEY (grant_id) REFERENCES oauth_grants(token_id) ON DELETE CASCADE
oauth_items PRIMARY KEY (kind, id_hash)
oauth_states PRIMARY KEY (team_id, state_hash)
oidc_flows CHECK ((purpose = ANY (ARRAY['sign-in'::text, 'link'::text, 'prove'::text])))
oidc_flows FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
oidc_flows PRIMARY KEY (state_hash)
oidc_links PRIMARY KEY (token_hash)
operator_acts PRIMARY KEY (id)
outgoing_mails PRIMARY KEY (id)
outside_reads PRIMARY KEY (team_id, agent, run, task_id)
passkey_challenges CHECK ((purpose = ANY (ARRAY['sign-in'::text, 'add'::text, 'prove'::text])))
passkey_challenges FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
passkey_challenges PRIMARY KEY (challenge_hash)
passkeys FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
passkeys PRIMARY KEY (credential_id)
passkeys UNIQUE (id)
proposals PRIMARY KEY (team_id, id)
questions PRIMARY KEY (team_id, id)
quotas CHECK (id)
quotas PRIMARY KEY (id)
schedules CHECK ((type = ANY (ARRAY['one_time'::text, 'interval'::text, 'weekly'::text, 'monthly'::text, 'rule'::text])))
schedules FOREIGN KEY (team_id, task_id) REFERENCES tasks(team_id, id)
schedules PRIMARY KEY (team_id, id)
sessions FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
sessions PRIMARY KEY (token_hash)
sessions UNIQUE (id)
stream_cursors PRIMARY KEY (team_id, consumer)
tasks CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text])))
tasks CHECK ((status = ANY (ARRAY['backlog'::text, 'todo'::text, 'in_progress'::text, 'in_review'::text, 'done'::text])))
tasks PRIMARY KEY (team_id, id)
team_counters CHECK ((move = ANY (ARRAY['leaving'::text, 'draining'::text, 'stopped'::text, 'gone'::text, 'arriving'::text])))
team_counters FOREIGN KEY (team_id) REFERENCES teams(id)
team_counters PRIMARY KEY (team_id)
team_move_changes PRIMARY KEY (team_id, id)
team_moves CHECK ((side = ANY (ARRAY['from'::text, 'to'::text])))
team_moves CHECK ((step = ANY (ARRAY['copying'::text, 'copied'::text, 'open'::text, 'left'::text])))
team_moves PRIMARY KEY (team_id)
teams PRIMARY KEY (id)
users PRIMARY KEY (id)
users UNIQUE (email_key)
webhook_deliveries CHECK (((status = 'queued'::text) = (next_attempt_at IS NOT NULL)))
webhook_deliveries CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'dropped'::text])))
webhook_deliveries FOREIGN KEY (team_id, webhook_id) REFERENCES webhooks(team_id, id) ON DELETE CASCADE
webhook_deliveries PRIMARY KEY (team_id, webhook_id, id)
webhooks CHECK (((disabled_at IS NULL) = (disabled_because IS NULL)))
webhooks CHECK ((disabled_because = ANY (ARRAY['person'::text, 'failing'::text, 'gone'::text])))
webhooks PRIMARY KEY (team_id, id)

-- indexes
CREATE INDEX address_changes_by_user ON public.address_changes USING btree (user_id, purpose)
CREATE INDEX api_tokens_by_hash ON public.api_tokens USING btree (token_hash)
CREATE INDEX api_tokens_by_maker ON public.api_tokens USING btree (COALESCE(made_by, created_by))
CREATE INDEX api_tokens_by_person ON public.api_tokens USING btree (created_by)
CREATE INDEX calendars_by_member ON public.calendars USING btree (team_id, member_id)
CREATE INDEX claims_by_end ON public.claims USING btree (expires_at)
CREATE INDEX comments_by_task ON public.comments USING btree (team_id, task_id, id)
CREATE INDEX devices_by_session ON public.devices USING btree (session_id)
CREATE INDEX devices_by_user ON public.devices USING btree (user_id)
CREATE INDEX event_leases_by_age ON public.event_leases USING btree (created_at)
CREATE INDEX event_leases_open ON public.event_leases USING btree (team_id, seq) WHERE (done_at IS NULL)
CREATE INDEX event_queue_by_task ON public.event_queue USING btree (team_id, task_id, seq) WHERE (task_id IS NOT NULL)
CREATE INDEX event_queue_long ON public.event_queue USING btree (created_at) WHERE is_long
CREATE INDEX event_queue_long_of_team ON public.event_queue USING btree (team_id, seq) WHERE is_long
CREATE INDEX event_queue_of_agents ON public.event_queue USING btree (team_id, created_at) WHERE ((actor_kind = 'agent'::text) AND (cause IS NULL))
CREATE INDEX event_queue_passing ON public.event_queue USING btree (created_at) WHERE ((task_id IS NULL) AND (entity = ANY (ARRAY['claim'::text, 'evidence'::text, 'email'::text, 'reminder'::text])))
CREATE INDEX event_queue_tokens ON public.event_queue USING btree (team_id, entity_id) WHERE (kind = 'token.created'::text)
CREATE INDEX evidence_by_arrival ON public.evidence USING btree (team_id, arrived)
CREATE INDEX evidence_by_task ON public.evidence USING btree (team_id, task_id, seq)
CREATE INDEX file_objects_to_sweep ON public.file_objects USING btree (since) WHERE (state <> 'kept'::text)
CREATE INDEX files_by_check ON public.files USING btree (checked_at)
CREATE INDEX files_to_read ON public.files USING btree (created_at) WHERE (NOT is_read)
CREATE INDEX idempotency_by_age ON public.idempotency USING btree (created_at)
CREATE INDEX mail_letter_tasks_by_letter ON public.mail_letter_tasks USING btree (team_id, mailbox_id, message_id)
CREATE INDEX mail_letters_by_age ON public.mail_letters USING btree (read_at)
CREATE INDEX mail_links_by_user ON public.mail_links USING btree (user_id, purpose)
CREATE INDEX mail_replies_by_day ON public.mail_replies USING btree (team_id, created_at)
CREATE INDEX mail_replies_by_other_id ON public.mail_replies USING btree (team_id, known_as) WHERE (known_as IS NOT NULL)
CREATE INDEX mail_replies_due ON public.mail_replies USING btree (due_at) WHERE (due_at IS NOT NULL)
CREATE INDEX mail_replies_of_task ON public.mail_replies USING btree (team_id, task_uid)
CREATE INDEX mail_steps_by_age ON public.mail_steps USING btree (created_at)
CREATE INDEX mail_tests_by_age ON public.mail_tests USING btree (sent_at)
CREATE INDEX mailboxes_by_address ON public.mailboxes USING btree (provider, address_key)
CREATE INDEX mailboxes_by_renewal ON public.mailboxes USING btree (renew_at)
CREATE INDEX mailboxes_by_watch ON public.mailboxes USING btree (watch_id) WHERE (watch_id IS NOT NULL)
CREATE INDEX mcp_sessions_by_token ON public.mcp_sessions USING btree (team_id, token_id)
CREATE INDEX mcp_sessions_by_use ON public.mcp_sessions USING btree (team_id, used_at)
CREATE INDEX members_by_invitation ON public.members USING btree (invitation_hash) WHERE (invitation_hash IS NOT NULL)
CREATE INDEX members_by_invited_email ON public.members USING btree (email_key) WHERE (status = 'invited'::text)
CREATE INDEX members_by_user ON public.members USING btree (user_id) WHERE (user_id IS NOT NULL)
CREATE INDEX notification_log_by_age ON public.notification_log USING btree (created_at)
CREATE INDEX notification_log_due ON public.notification_log USING btree (next_attempt_at) WHERE (status = 'queued'::text)
CREATE INDEX notification_preferences_by_device ON public.notification_preferences USING btree (device_id) WHERE (device_id IS NOT NULL)
CREATE INDEX notifications_by_age ON public.notifications USING btree (expires_at)
CREATE INDEX oauth_items_by_expiry ON public.oauth_items USING btree (expires_at)
CREATE INDEX oauth_items_by_grant ON public.oauth_items USING btree (grant_id, kind) WHERE (grant_id IS NOT NULL)
CREATE INDEX oauth_states_by_age ON public.oauth_states USING btree (expires_at)
CREATE INDEX operator_acts_by_time ON public.operator_acts USING btree (at, id)
CREATE INDEX outgoing_mails_due ON public.outgoing_mails USING btree (next_attempt_at)
CREATE INDEX passkeys_by_user ON public.passkeys USING btree (user_id)
CREATE INDEX proposals_by_call ON public.proposals USING btree (team_id, fingerprint, id)
CREATE INDEX proposals_by_state ON public.proposals USING btree (team_id, state, id)
CREATE INDEX proposals_finishing ON public.proposals USING btree (team_id, about_uid) WHERE ((state = 'pending'::text) AND (tool = 'finish_task'::text))
CREATE INDEX questions_by_task ON public.questions USING btree (team_id, task_uid)
CREATE INDEX questions_open ON public.questions USING btree (team_id, task_uid) WHERE (state = 'open'::text)
CREATE INDEX schedules_by_task ON public.schedules USING btree (team_id, task_id, id)
CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at)
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id)
CREATE INDEX tasks_by_assignee ON public.tasks USING btree (team_id, assignee) WHERE (assignee IS NOT NULL)
CREATE INDEX tasks_by_due ON public.tasks USING btree (team_id, due) WHERE (due IS NOT NULL)
CREATE INDEX tasks_by_due_order ON public.tasks USING btree (team_id, COALESCE(due, '~'::text), id)
CREATE INDEX tasks_by_parent ON public.tasks USING btree (team_id, parent_uid) WHERE (parent_uid IS NOT NULL)
CREATE INDEX tasks_by_priority ON public.tasks USING btree (team_id, priority, id)
CREATE INDEX tasks_by_status ON public.tasks USING btree (team_id, status, id)
CREATE INDEX tasks_due_and_open ON public.tasks USING btree (team_id, due, id) WHERE ((due IS NOT NULL) AND (status <> 'done'::text))
CREATE INDEX tasks_next ON public.tasks USING btree (team_id, (
CASE priority
    WHEN 'high'::text THEN 0
    WHEN 'medium'::text THEN 1
    ELSE 2
END), ((due IS NULL)), due, created_at, id) WHERE ((status = ANY (ARRAY['backlog'::text, 'todo'::text])) AND (assignee IS NULL))
CREATE INDEX tasks_open_keys ON public.tasks USING btree (team_id, md5(lower(dedupe_key))) WHERE ((dedupe_key IS NOT NULL) AND (status <> 'done'::text))
CREATE INDEX tasks_open_titles ON public.tasks USING btree (team_id, md5(lower(title))) WHERE (status <> 'done'::text)
CREATE INDEX tasks_untriaged ON public.tasks USING btree (team_id, id) WHERE (triage IS NOT NULL)
CREATE INDEX tasks_with_blockers ON public.tasks USING btree (team_id) WHERE (blocker_uids <> '{}'::text[])
CREATE INDEX team_move_changes_open ON public.team_move_changes USING btree (team_id) WHERE (NOT applied)
CREATE INDEX teams_deleted ON public.teams USING btree (deletes_at) WHERE (deletes_at IS NOT NULL)
CREATE INDEX webhook_deliveries_by_age ON public.webhook_deliveries USING btree (created_at)
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (team_id, webhook_id, next_attempt_at) WHERE (status = 'queued'::text)
CREATE INDEX webhooks_enabled ON public.webhooks USING btree (team_id, "position") WHERE (disabled_at IS NULL)
CREATE UNIQUE INDEX address_changes_pkey ON public.address_changes USING btree (token_hash)
CREATE UNIQUE INDEX agents_pkey ON public.agents USING btree (team_id, name_key)
CREATE UNIQUE INDEX api_tokens_pkey ON public.api_tokens USING btree (team_id, id)
CREATE UNIQUE INDEX api_tokens_team_id_token_hash_key ON public.api_tokens USING btree (team_id, token_hash)
CREATE UNIQUE INDEX attempts_pkey ON public.attempts USING btree (key)
CREATE UNIQUE INDEX calendars_pkey ON public.calendars USING btree (team_id, id)
CREATE UNIQUE INDEX calendars_secret_hash_key ON public.calendars USING btree (secret_hash)
CREATE UNIQUE INDEX claims_pkey ON public.claims USING btree (team_id, task_id)
CREATE UNIQUE INDEX cloud_meta_pkey ON public.cloud_meta USING btree (name)
CREATE UNIQUE INDEX comments_by_uid ON public.comments USING btree (team_id, uid)
CREATE UNIQUE INDEX comments_pkey ON public.comments USING btree (team_id, id)
CREATE UNIQUE INDEX contacts_by_uid ON public.contacts USING btree (team_id, uid)
CREATE UNIQUE INDEX contacts_pkey ON public.contacts USING btree (team_id, id)
CREATE UNIQUE INDEX contacts_team_id_slug_key ON public.contacts USING btree (team_id, slug)
CREATE UNIQUE INDEX devices_pkey ON public.devices USING btree (id)
CREATE UNIQUE INDEX devices_token_hash_key ON public.devices USING btree (token_hash)
CREATE UNIQUE INDEX epoch_pkey ON public.epoch USING btree (id)
CREATE UNIQUE INDEX event_leases_pkey ON public.event_leases USING btree (team_id, seq)
CREATE UNIQUE INDEX event_queue_pkey ON public.event_queue USING btree (team_id, seq)
CREATE UNIQUE INDEX evidence_keys_pkey ON public.evidence_keys USING btree (team_id, key_id)
CREATE UNIQUE INDEX evidence_pkey ON public.evidence USING btree (team_id, id)
CREATE UNIQUE INDEX evidence_trees_pkey ON public.evidence_trees USING btree (team_id, checkout)
CREATE UNIQUE INDEX file_objects_pkey ON public.file_objects USING btree (team_id, object)
CREATE UNIQUE INDEX files_pkey ON public.files USING btree (team_id, hash)
CREATE UNIQUE INDEX finished_claims_pkey ON public.finished_claims USING btree (team_id, task_id)
CREATE UNIQUE INDEX idempotency_pkey ON public.idempotency USING btree (team_id, principal, key)
CREATE UNIQUE INDEX identities_id_key ON public.identities USING btree (id)
CREATE UNIQUE INDEX identities_pkey ON public.identities USING btree (issuer, subject)
CREATE UNIQUE INDEX identities_user_id_issuer_key ON public.identities USING btree (user_id, issuer)
CREATE UNIQUE INDEX instances_pkey ON public.instances USING btree (id)
CREATE UNIQUE INDEX judged_pairs_pkey ON public.judged_pairs USING btree (team_id, uid)
CREATE UNIQUE INDEX kysely_migration_lock_pkey ON public.kysely_migration_lock USING btree (id)
CREATE UNIQUE INDEX kysely_migration_pkey ON public.kysely_migration USING btree (name)
CREATE UNIQUE INDEX lists_by_uid ON public.lists USING btree (team_id, uid)
CREATE UNIQUE INDEX lists_pkey ON public.lists USING btree (team_id, id)
CREATE UNIQUE INDEX mail_folders_pkey ON public.mail_folders USING btree (team_id, mailbox_id, path)
CREATE UNIQUE INDEX mail_letter_tasks_pkey ON public.mail_letter_tasks USING btree (team_id, task_uid, mailbox_id, message_id)
CREATE UNIQUE INDEX mail_letters_pkey ON public.mail_letters USING btree (team_id, mailbox_id, message_id)
CREATE UNIQUE INDEX mail_links_pkey ON public.mail_links USING btree (token_hash)
CREATE UNIQUE INDEX mail_replies_by_message ON public.mail_replies USING btree (team_id, message_id)
CREATE UNIQUE INDEX mail_replies_once ON public.mail_replies USING btree (team_id, task_uid, cause) WHERE ((cause = ANY (ARRAY['acknowledge'::text, 'done'::text])) AND (state <> 'canceled'::text))
CREATE UNIQUE INDEX mail_replies_pkey ON public.mail_replies USING btree (team_id, id)
CREATE UNIQUE INDEX mail_steps_pkey ON public.mail_steps USING btree (team_id, mailbox_id, history_id)
CREATE UNIQUE INDEX mail_tests_pkey ON public.mail_tests USING btree (team_id, mailbox_id, message_id)
CREATE UNIQUE INDEX mailboxes_pkey ON public.mailboxes USING btree (team_id, id)
CREATE UNIQUE INDEX mailboxes_team_id_provider_address_key_key ON public.mailboxes USING btree (team_id, provider, address_key)
CREATE UNIQUE INDEX mcp_sessions_pkey ON public.mcp_sessions USING btree (team_id, id)
CREATE UNIQUE INDEX members_pkey ON public.members USING btree (team_id, id)
CREATE UNIQUE INDEX members_team_id_email_key_key ON public.members USING btree (team_id, email_key)
CREATE UNIQUE INDEX members_team_id_user_id_key ON public.members USING btree (team_id, user_id)
CREATE UNIQUE INDEX notification_log_pkey ON public.notification_log USING btree (team_id, notification_id, device_id)
CREATE UNIQUE INDEX notification_log_team_id_id_key ON public.notification_log USING btree (team_id, id)
CREATE UNIQUE INDEX notification_preferences_user_id_event_device_id_key ON public.notification_preferences USING btree (user_id, event, device_id) NULLS NOT DISTINCT
CREATE UNIQUE INDEX notifications_pkey ON public.notifications USING btree (team_id, id)
CREATE UNIQUE INDEX oauth_grants_pkey ON public.oauth_grants USING btree (team_id, token_id)
CREATE UNIQUE INDEX oauth_grants_token_id_key ON public.oauth_grants USING btree (token_id)
CREATE UNIQUE INDEX oauth_items_pkey ON public.oauth_items USING btree (kind, id_hash)
CREATE UNIQUE INDEX oauth_states_pkey ON public.oauth_states USING btree (team_id, state_hash)
CREATE UNIQUE INDEX oidc_flows_pkey ON public.oidc_flows USING btree (state_hash)
CREATE UNIQUE INDEX oidc_links_pkey ON public.oidc_links USING btree (token_hash)
CREATE UNIQUE INDEX operator_acts_pkey ON public.operator_acts USING btree (id)
CREATE UNIQUE INDEX outgoing_mails_pkey ON public.outgoing_mails USING btree (id)
CREATE UNIQUE INDEX outside_reads_pkey ON public.outside_reads USING btree (team_id, agent, run, task_id)
CREATE UNIQUE INDEX passkey_challenges_pkey ON public.passkey_challenges USING btree (challenge_hash)
CREATE UNIQUE INDEX passkeys_id_key ON public.passkeys USING btree (id)
CREATE UNIQUE INDEX passkeys_pkey ON public.passkeys USING btree (credential_id)
CREATE UNIQUE INDEX proposals_by_uid ON public.proposals USING btree (team_id, uid)
CREATE UNIQUE INDEX proposals_pkey ON public.proposals USING btree (team_id, id)
CREATE UNIQUE INDEX questions_by_uid ON public.questions USING btree (team_id, uid)
CREATE UNIQUE INDEX questions_pkey ON public.questions USING btree (team_id, id)
CREATE UNIQUE INDEX quotas_pkey ON public.quotas USING btree (id)
CREATE UNIQUE INDEX schedules_by_uid ON public.schedules USING btree (team_id, uid)
CREATE UNIQUE INDEX schedules_pkey ON public.schedules USING btree (team_id, id)
CREATE UNIQUE INDEX sessions_id_key ON public.sessions USING btree (id)
CREATE UNIQUE INDEX sessions_pkey ON public.sessions USING btree (token_hash)
CREATE UNIQUE INDEX stream_cursors_pkey ON public.stream_cursors USING btree (team_id, consumer)
CREATE UNIQUE INDEX tasks_by_uid ON public.tasks USING btree (team_id, uid)
CREATE UNIQUE INDEX tasks_pkey ON public.tasks USING btree (team_id, id)
CREATE UNIQUE INDEX team_counters_pkey ON public.team_counters USING btree (team_id)
CREATE UNIQUE INDEX team_move_changes_pkey ON public.team_move_changes USING btree (team_id, id)
CREATE UNIQUE INDEX team_moves_pkey ON public.team_moves USING btree (team_id)
CREATE UNIQUE INDEX teams_pkey ON public.teams USING btree (id)
CREATE UNIQUE INDEX users_email_key_key ON public.users USING btree (email_key)
CREATE UNIQUE INDEX users_pkey ON public.users USING btree (id)
CREATE UNIQUE INDEX webhook_deliveries_pkey ON public.webhook_deliveries USING btree (team_id, webhook_id, id)
CREATE UNIQUE INDEX webhooks_pkey ON public.webhooks USING btree (team_id, id)

-- row-level security
agents for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
api_tokens for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
api_tokens for SELECT to tandem_courier using true with check 
api_tokens for SELECT to tandem_identity using (COALESCE(made_by, created_by) = tandem_user()) with check 
api_tokens for SELECT to tandem_login using true with check 
calendars for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
calendars for SELECT to tandem_login using true with check 
claims for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
claims for SELECT to tandem_courier using (expires_at <= now()) with check 
comments for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
contacts for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
devices for ALL to tandem_courier using true with check 
devices for ALL to tandem_identity using true with check 
devices for SELECT to tandem_app using (user_id IN ( SELECT members.user_id
   FROM members
  WHERE (members.status = 'active'::text))) with check 
event_leases for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
event_leases for ALL to tandem_courier using true with check 
event_queue for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
event_queue for ALL to tandem_courier using ((task_id IS NULL) AND (entity = ANY (ARRAY['claim'::text, 'evidence'::text])) AND (created_at < (now() - '7 days'::interval))) with check 
event_queue for ALL to tandem_courier using ((task_id IS NULL) AND (entity = ANY (ARRAY['email'::text, 'reminder'::text])) AND (created_at < (now() - '7 days'::interval))) with check 
event_queue for SELECT to tandem_courier using is_long with check 
evidence for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
evidence_keys for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
evidence_trees for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
file_objects for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
file_objects for ALL to tandem_courier using true with check 
files for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
files for ALL to tandem_courier using true with check 
finished_claims for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
idempotency for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
idempotency for ALL to tandem_identity using (created_at < (now() -
CASE
    WHEN (principal ~~ 'user:%'::text) THEN '30 days'::interval
    ELSE '24:00:00'::interval
END)) with check 
judged_pairs for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
lists for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
mail_folders for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
mail_folders for ALL to tandem_courier using true with check 
mail_letter_tasks for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
mail_letter_tasks for ALL to tandem_courier using true with check 
mail_letters for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
mail_letters for ALL to tandem_courier using true with check 
mail_replies for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
mail_replies for ALL to tandem_courier using true with check 
mail_steps for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
mail_steps for ALL to tandem_courier using true with check 
mail_tests for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
mail_tests for ALL to tandem_courier using true with check 
mailboxes for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
mailboxes for ALL to tandem_courier using true with check 
mcp_sessions for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
members for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
members for SELECT to tandem_courier using true with check 
members for SELECT to tandem_identity using ((user_id = tandem_user()) OR ((email_key = tandem_email()) AND (status = 'invited'::text))) with check 
members for SELECT to tandem_login using true with check 
notification_log for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
notification_log for ALL to tandem_courier using true with check 
notification_preferences for ALL to tandem_courier using true with check 
notification_preferences for ALL to tandem_identity using true with check 
notification_preferences for SELECT to tandem_app using (user_id IN ( SELECT members.user_id
   FROM members
  WHERE (members.status = 'active'::text))) with check 
notifications for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
notifications for ALL to tandem_courier using true with check 
oauth_grants for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
oauth_grants for SELECT to tandem_courier using true with check 
oauth_grants for SELECT to tandem_login using true with check 
oauth_states for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
oauth_states for ALL to tandem_courier using true with check 
outside_reads for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
proposals for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
questions for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
schedules for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
stream_cursors for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
stream_cursors for ALL to tandem_courier using true with check 
tasks for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
team_counters for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
team_counters for SELECT to tandem_courier using true with check 
team_counters for SELECT to tandem_identity using (move IS NOT NULL) with check 
team_counters for SELECT to tandem_login using true with check 
team_move_changes for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
team_moves for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
team_moves for SELECT to tandem_login using true with check 
teams for ALL to tandem_app using (id = tandem_team()) with check (id = tandem_team())
teams for SELECT to tandem_courier using (deletes_at IS NOT NULL) with check 
teams for SELECT to tandem_identity using (id IN ( SELECT members.team_id
   FROM members)) with check 
webhook_deliveries for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
webhook_deliveries for ALL to tandem_courier using true with check 
webhooks for ALL to tandem_app using (team_id = tandem_team()) with check (team_id = tandem_team())
webhooks for ALL to tandem_courier using true with check 

-- grants
address_changes: tandem_identity=arwd
agents: tandem_app=arwd
api_tokens: tandem_app=arwd
attempts: tandem_identity=arwd
calendars: tandem_app=arwd
claims: tandem_app=arwd
cloud_meta: tandem_login=r
comments: tandem_app=arwd
contacts: tandem_app=arwd
devices: tandem_courier=rd tandem_identity=arwd
event_leases: tandem_app=arwd tandem_courier=rd
event_queue: tandem_app=arwd tandem_courier=d
evidence: tandem_app=arwd
evidence_keys: tandem_app=arwd
evidence_trees: tandem_app=arwd
file_objects: tandem_app=arwd tandem_courier=rd
files: tandem_app=arwd
finished_claims: tandem_app=arwd
idempotency: tandem_app=arwd tandem_identity=d
identities: tandem_identity=arwd
instances: tandem_courier=arwd
judged_pairs: tandem_app=arwd
lists: tandem_app=arwd
mail_folders: tandem_app=arwd
mail_letter_tasks: tandem_app=arwd
mail_letters: tandem_app=arwd tandem_courier=d
mail_links: tandem_identity=arwd
mail_replies: tandem_app=arwd
mail_steps: tandem_app=arwd tandem_courier=rd
mail_tests: tandem_app=arwd tandem_courier=rd
mailboxes: tandem_app=arwd
mcp_sessions: tandem_app=arwd
members: tandem_app=arwd tandem_identity=r
notification_log: tandem_app=arwd tandem_courier=rwd
notification_preferences: tandem_app=r tandem_courier=r tandem_identity=arwd
notifications: tandem_app=arwd tandem_courier=rd
oauth_grants: tandem_app=ard
oauth_items: tandem_courier=d tandem_identity=arwd
oauth_states: tandem_app=arwd tandem_courier=rd
oidc_flows: tandem_identity=arwd
oidc_links: tandem_identity=arwd
outgoing_mails: tandem_app=a tandem_courier=rwd tandem_identity=a
outside_reads: tandem_app=arwd
passkey_challenges: tandem_identity=arwd
passkeys: tandem_identity=arwd
proposals: tandem_app=arwd
questions: tandem_app=arwd
quotas: tandem_app=r tandem_identity=r
schedules: tandem_app=arwd
sessions: tandem_identity=arwd
stream_cursors: tandem_app=arwd tandem_courier=d
tasks: tandem_app=arwd
team_counters: tandem_app=arwd
team_move_changes: tandem_app=r
team_moves: tandem_app=r
teams: tandem_app=arwd tandem_identity=r
users: tandem_identity=arwd
webhook_deliveries: tandem_app=arwd tandem_courier=rwd
webhooks: tandem_app=arwd tandem_courier=r

-- column grants
api_tokens.agent: tandem_login=r
api_tokens.created_at: tandem_courier=r
api_tokens.created_by: tandem_login=r tandem_courier=r tandem_identity=r
api_tokens.expires_at: tandem_login=r tandem_identity=r
api_tokens.id: tandem_login=r tandem_courier=r
api_tokens.last_used_at: tandem_login=r
api_tokens.made_by: tandem_courier=r tandem_login=r tandem_identity=r
api_tokens.name: tandem_login=r
api_tokens.policy: tandem_login=r
api_tokens.read_only: tandem_login=r
api_tokens.team_id: tandem_login=r tandem_courier=r tandem_identity=r
api_tokens.token_hash: tandem_login=r
calendars.id: tandem_login=r
calendars.secret_hash: tandem_login=r
calendars.team_id: tandem_login=r
claims.expires_at: tandem_courier=r
claims.task_id: tandem_courier=r
claims.team_id: tandem_courier=r
devices.id: tandem_app=r
devices.platform: tandem_app=r
devices.user_id: tandem_app=r
epoch.id: tandem_courier=r
epoch.value: tandem_courier=r tandem_login=r
epoch.written_at: tandem_courier=rw
event_queue.created_at: tandem_courier=r
event_queue.entity: tandem_courier=r
event_queue.is_long: tandem_courier=r
event_queue.task_id: tandem_courier=r
event_queue.team_id: tandem_courier=r
file_objects.since: tandem_courier=w
file_objects.state: tandem_courier=w
file_objects.taken_until: tandem_courier=w
files.checked_at: tandem_courier=rw
files.created_at: tandem_courier=r
files.hash: tandem_courier=r
files.is_read: tandem_courier=r
files.object: tandem_courier=r
files.team_id: tandem_courier=r
files.text_tries: tandem_courier=rw
files.text_until: tandem_courier=rw
idempotency.created_at: tandem_identity=r
idempotency.principal: tandem_identity=r
mail_letters.read_at: tandem_courier=r
mail_replies.attempts: tandem_courier=rw
mail_replies.due_at: tandem_courier=rw
mail_replies.id: tandem_courier=r
mail_replies.state: tandem_courier=rw
mail_replies.team_id: tandem_courier=r
mailboxes.address_key: tandem_courier=r
mailboxes.id: tandem_courier=r
mailboxes.provider: tandem_courier=r
mailboxes.renew_at: tandem_courier=rw
mailboxes.status: tandem_courier=r
mailboxes.team_id: tandem_courier=r
mailboxes.watch_expires_at: tandem_courier=r
mailboxes.watch_id: tandem_courier=r
mailboxes.watched_by: tandem_courier=rw
members.role: tandem_login=r
members.status: tandem_login=r tandem_courier=r
members.team_id: tandem_login=r tandem_courier=r
members.user_id: tandem_login=r tandem_courier=r
oauth_grants.client_id: tandem_courier=r
oauth_grants.created_at: tandem_courier=r
oauth_grants.team_id: tandem_login=r tandem_courier=r
oauth_grants.token_id: tandem_login=r tandem_courier=r
oauth_items.expires_at: tandem_login=r tandem_courier=r
oauth_items.grant_id: tandem_login=r tandem_courier=r
oauth_items.id_hash: tandem_login=r tandem_courier=r
oauth_items.kind: tandem_login=r tandem_courier=r
outgoing_mails.id: tandem_identity=r
outgoing_mails.sealed: tandem_identity=w
sessions.expires_at: tandem_login=r
sessions.id: tandem_login=r tandem_courier=r
sessions.last_used_at: tandem_login=r
sessions.token_hash: tandem_login=r
sessions.user_id: tandem_login=r
stream_cursors.consumer: tandem_courier=r
stream_cursors.team_id: tandem_courier=r
stream_cursors.updated_at: tandem_courier=r
team_counters.changed_at: tandem_login=r
team_counters.events: tandem_login=r tandem_courier=r
team_counters.locked_at: tandem_login=r tandem_courier=r
team_counters.move: tandem_login=r tandem_courier=r tandem_identity=r
team_counters.policies: tandem_login=r
team_counters.team_id: tandem_login=r tandem_courier=r tandem_identity=r
team_counters.told_epoch: tandem_login=r
team_counters.told_in: tandem_login=r
team_moves.step: tandem_login=r
team_moves.team_id: tandem_login=r
teams.deletes_at: tandem_courier=r
teams.id: tandem_courier=r
users.email: tandem_app=r tandem_login=r
users.email_key: tandem_app=r
users.email_verified_at: tandem_app=r tandem_login=r
users.id: tandem_app=r tandem_login=r
users.locked_at: tandem_login=r tandem_app=r
users.name: tandem_app=r tandem_login=r
webhooks.failing_since: tandem_courier=w
webhooks.failures: tandem_courier=w
webhooks.last_success_at: tandem_courier=w
webhooks.retry_at: tandem_courier=w
webhooks.spreading_until: tandem_courier=w

-- functions
tandem_add_texts(team uuid, more bigint) returns void
tandem_arrives(team uuid) returns boolean
tandem_begin_day() returns trigger
tandem_comment_text() returns trigger
tandem_comment_texts() returns trigger
tandem_email() returns text
tandem_epoch() returns uuid
tandem_guard_counters() returns trigger
tandem_guard_grant() returns trigger
tandem_guard_table(guarded regclass) returns void
tandem_guard_team() returns trigger
tandem_is_program() returns boolean
tandem_keep_acts() returns trigger
tandem_keep_daily_events() returns trigger
tandem_keep_members() returns trigger
tandem_keep_owned_teams() returns trigger
tandem_keep_quotas() returns trigger
tandem_keep_tokens() returns trigger
tandem_locked(account uuid) returns boolean
tandem_note_change(team uuid, relation text, key jsonb) returns void
tandem_over_quota(quota text, used bigint, allowed bigint) returns void
tandem_pass_by() returns trigger
tandem_place() returns text
tandem_refuse_move() returns void
tandem_server() returns text
tandem_shift(counts bigint[], up integer, down integer) returns bigint[]
tandem_stay(expected text) returns void
tandem_task_text() returns trigger
tandem_task_texts() returns trigger
tandem_team() returns uuid
tandem_tokens_of(person uuid) returns bigint
tandem_user() returns uuid
