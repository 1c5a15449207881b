// Forward only. Each runs once, in one transaction, in the order of the names. Never change one that was released.
// The roles that are granted rights here are there before the first of them runs (roles.ts).
// Rules for growth: `team_id` first in every key of a team's tables, ids from a counter row of the team (no sequences), no join across teams.

import { calendarsMigration } from './calendars-migration.ts'
import { claimsMigration } from './claims-migration.ts'
import { questionsMigration } from './questions-migration.ts'
import { dailyEventsMigration } from './operator/daily-events-migration.ts'
import { personQuotasMigration } from './operator/person-quotas-migration.ts'
import { foreignTokensMigration } from './operator/foreign-tokens-migration.ts'
import { longTextsMigration } from './operator/long-texts-migration.ts'
import { movesMigration } from './operator/moves-migration.ts'
import { quotasMigration } from './operator/quotas-migration.ts'
import { fileTextsMigration } from './file-texts-migration.ts'
import { filesMigration } from './files-migration.ts'
import { invitationsMigration } from './invitations-migration.ts'
import { eventsMigration } from './events-migration.ts'
import { repliesMigration } from './replies-migration.ts'
import { schedulesMigration } from './schedules-migration.ts'
import { epochMigration, serverMigration } from './epoch-migration.ts'
import { mcpMigration } from './mcp-migration.ts'
import { oauthMigration } from './oauth-migration.ts'
import { imapMigration } from './imap-migration.ts'
import { keysMigration } from './keys-migration.ts'
import { pairsMigration } from './pairs-migration.ts'
import { passkeysMigration } from './passkeys-migration.ts'
import { trustMigration } from './trust-migration.ts'
import { webhooksMigration } from './webhooks-migration.ts'
import { tidyMigration } from './tidy-migration.ts'
import { signInMigration } from './sign-in-migration.ts'

export const migrations: Readonly<Record<string, string>> = {
  '0001_begin': /* sql */ `
  CREATE TABLE cloud_meta (name text PRIMARY KEY, value text NOT NULL);
  GRANT SELECT ON cloud_meta TO tandem_login;

  -- Identity: people and their sessions. Not of any team.
  CREATE TABLE users (
    id uuid PRIMARY KEY,
    email text NOT NULL,
    email_key text NOT NULL UNIQUE,
    name text,
    password_hash text NOT NULL,
    email_verified_at timestamptz,
    totp_secret bytea,
    totp_confirmed_at timestamptz,
    totp_last_step bigint,
    recovery_hashes bytea[] NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );
  CREATE TABLE sessions (
    token_hash bytea PRIMARY KEY,
    id uuid NOT NULL UNIQUE,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    user_agent text,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX sessions_by_user ON sessions (user_id);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at);
  -- Links in mails: each works once.
  CREATE TABLE mail_links (
    token_hash bytea PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    purpose text NOT NULL CHECK (purpose IN ('verify', 'reset')),
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX mail_links_by_user ON mail_links (user_id, purpose);
  -- How often somebody tried; worthless after a crash, hence unlogged.
  CREATE UNLOGGED TABLE attempts (key text PRIMARY KEY, window_start timestamptz NOT NULL, count integer NOT NULL);

  CREATE TABLE teams (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );
  CREATE TABLE members (
    team_id uuid NOT NULL REFERENCES teams (id),
    id uuid NOT NULL,
    user_id uuid REFERENCES users (id),
    email text NOT NULL,
    email_key text NOT NULL,
    role text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
    status text NOT NULL CHECK (status IN ('active', 'invited')),
    invitation_hash bytea,
    invitation_expires_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, id),
    UNIQUE (team_id, email_key),
    UNIQUE (team_id, user_id),
    CHECK ((status = 'active') = (user_id IS NOT NULL))
  );
  -- "My teams" and "my invitations" begin with a person, not with a team.
  CREATE INDEX members_by_user ON members (user_id) WHERE user_id IS NOT NULL;
  CREATE INDEX members_by_invited_email ON members (email_key) WHERE status = 'invited';
  CREATE INDEX members_by_invitation ON members (invitation_hash) WHERE invitation_hash IS NOT NULL;

  CREATE TABLE api_tokens (
    team_id uuid NOT NULL REFERENCES teams (id),
    id uuid NOT NULL,
    name text NOT NULL,
    token_hash bytea NOT NULL,
    last_four text NOT NULL,
    created_by uuid NOT NULL REFERENCES users (id),
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    PRIMARY KEY (team_id, id),
    UNIQUE (team_id, token_hash)
  );
  -- Only to tell "of another team" from "unknown".
  CREATE INDEX api_tokens_by_hash ON api_tokens (token_hash);

  -- The team's ids, the sequence of its events, and how many tasks each filter has. Updating this row serialises the writers of a team
  -- late in their transactions, so that events appear in the order of their numbers.
  -- task_counts: one number for each status and priority, at 3 * status + priority + 1.
  CREATE TABLE team_counters (
    team_id uuid PRIMARY KEY REFERENCES teams (id),
    tasks bigint NOT NULL DEFAULT 0,
    comments bigint NOT NULL DEFAULT 0,
    contacts bigint NOT NULL DEFAULT 0,
    contact_count bigint NOT NULL DEFAULT 0,
    events bigint NOT NULL DEFAULT 0,
    changed_at timestamptz NOT NULL,
    task_counts bigint[] NOT NULL DEFAULT array_fill(0, ARRAY[15])
  ) WITH (fillfactor = 50);
  CREATE FUNCTION tandem_shift(counts bigint[], up integer, down integer) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  BEGIN
    IF up IS NOT NULL THEN counts[up] := counts[up] + 1; END IF;
    IF down IS NOT NULL THEN counts[down] := counts[down] - 1; END IF;
    RETURN counts;
  END $$;

  CREATE TABLE tasks (
    team_id uuid NOT NULL,
    id bigint NOT NULL,
    uid uuid NOT NULL,
    title text NOT NULL,
    description text,
    status text NOT NULL CHECK (status IN ('backlog', 'todo', 'in_progress', 'in_review', 'done')),
    priority text NOT NULL CHECK (priority IN ('low', 'medium', 'high')),
    labels text[] NOT NULL,
    requesters text[] NOT NULL,
    dedupe_key text,
    version integer NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    completed_at timestamptz,
    PRIMARY KEY (team_id, id)
  );
  CREATE INDEX tasks_by_status ON tasks (team_id, status, id);
  CREATE INDEX tasks_by_priority ON tasks (team_id, priority, id);

  CREATE TABLE comments (
    team_id uuid NOT NULL,
    id bigint NOT NULL,
    task_id bigint NOT NULL,
    uid uuid NOT NULL,
    body text NOT NULL,
    author_kind text NOT NULL,
    author_name text NOT NULL,
    version integer NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, id),
    FOREIGN KEY (team_id, task_id) REFERENCES tasks (team_id, id)
  );
  CREATE INDEX comments_by_task ON comments (team_id, task_id, id);

  CREATE TABLE contacts (
    team_id uuid NOT NULL,
    id bigint NOT NULL,
    uid uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    email text,
    phone text,
    organization text,
    role text,
    version integer NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, id),
    UNIQUE (team_id, slug)
  );

  -- The journal of the team: every write, in the transaction that made it, numbered without gaps. Streams, sync and history read it.
  CREATE TABLE event_queue (
    team_id uuid NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL,
    created_at timestamptz NOT NULL,
    actor_kind text NOT NULL,
    actor_name text NOT NULL,
    -- Which login it was, whatever name it gave itself: user:ID, token:ID.
    principal text NOT NULL,
    entity text NOT NULL,
    entity_id text NOT NULL,
    task_id bigint,
    before jsonb,
    after jsonb,
    cause bigint,
    PRIMARY KEY (team_id, seq)
  );
  CREATE INDEX event_queue_by_task ON event_queue (team_id, task_id, seq) WHERE task_id IS NOT NULL;

  CREATE TABLE idempotency (
    team_id uuid NOT NULL,
    principal text NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    status integer,
    headers json,
    body json,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, principal, key)
  );
  CREATE INDEX idempotency_by_age ON idempotency (created_at);

  -- The second barrier. A forgotten predicate finds the rows of the transaction's own team, or none.
  CREATE FUNCTION tandem_team() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
    RETURN nullif(current_setting('tandem.team_id', true), '')::uuid;
  CREATE FUNCTION tandem_user() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
    RETURN nullif(current_setting('tandem.user_id', true), '')::uuid;
  CREATE FUNCTION tandem_email() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
    RETURN nullif(current_setting('tandem.email', true), '');
  DO $$ DECLARE name text; BEGIN
    FOREACH name IN ARRAY ARRAY['members', 'api_tokens', 'team_counters', 'tasks', 'comments', 'contacts', 'event_queue', 'idempotency'] LOOP
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
      EXECUTE format('CREATE POLICY team_only ON %I TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team())', name);
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO tandem_app', name);
    END LOOP;
  END $$;
  ALTER TABLE teams ENABLE ROW LEVEL SECURITY;
  CREATE POLICY team_only ON teams TO tandem_app USING (id = tandem_team()) WITH CHECK (id = tandem_team());
  GRANT SELECT, INSERT, UPDATE, DELETE ON teams TO tandem_app;
  -- Inside a team: names of people, but neither passwords nor second factors nor sessions.
  GRANT SELECT (id, email, email_key, name, email_verified_at) ON users TO tandem_app;

  -- At the door, before the team is known to be the caller's: who has this session or token, and what are they there?
  CREATE POLICY at_the_door ON members FOR SELECT TO tandem_login USING (true);
  CREATE POLICY at_the_door ON api_tokens FOR SELECT TO tandem_login USING (true);
  CREATE POLICY at_the_door ON team_counters FOR SELECT TO tandem_login USING (true);
  GRANT SELECT (id, email, name) ON users TO tandem_login;
  GRANT SELECT (id, token_hash, user_id, expires_at, last_used_at) ON sessions TO tandem_login;
  GRANT SELECT (team_id, user_id, role, status) ON members TO tandem_login;
  GRANT SELECT (team_id, id, name, token_hash, created_by, last_used_at) ON api_tokens TO tandem_login;
  GRANT SELECT (team_id, events, changed_at) ON team_counters TO tandem_login;

  -- As a person: one's own memberships and invitations, in whatever team; nothing else of any team.
  CREATE POLICY own_memberships ON members FOR SELECT TO tandem_identity USING (user_id = tandem_user() OR email_key = tandem_email());
  GRANT SELECT ON members TO tandem_identity;
  CREATE POLICY own_teams ON teams FOR SELECT TO tandem_identity USING (id IN (SELECT team_id FROM members));
  GRANT SELECT ON teams TO tandem_identity;
  CREATE POLICY old_ones ON idempotency TO tandem_identity USING (created_at < now() - interval '24 hours');
  GRANT SELECT (created_at), DELETE ON idempotency TO tandem_identity;
  GRANT SELECT, INSERT, UPDATE, DELETE ON users, sessions, mail_links, attempts TO tandem_identity;
  `,
  '0002_events': eventsMigration,
  '0003_schedules': schedulesMigration,
  '0004_sync': /* sql */ `
  -- Devices name things by what is the same on all of them.
  CREATE UNIQUE INDEX tasks_by_uid ON tasks (team_id, uid);
  CREATE UNIQUE INDEX comments_by_uid ON comments (team_id, uid);
  CREATE UNIQUE INDEX schedules_by_uid ON schedules (team_id, uid);
  CREATE UNIQUE INDEX contacts_by_uid ON contacts (team_id, uid);
  `,
  '0005_tidy': tidyMigration,
  '0006_keys': keysMigration,
  '0007_doors': invitationsMigration,
  '0008_epoch': epochMigration,
  '0009_work': /* sql */ `
  -- When it is due (a day or a moment), who does it, and what must be true for it to be done.
  ALTER TABLE tasks ADD COLUMN due text COLLATE "C";
  ALTER TABLE tasks ADD COLUMN assignee text;
  ALTER TABLE tasks ADD COLUMN criteria jsonb NOT NULL DEFAULT '[]';
  CREATE INDEX tasks_by_due ON tasks (team_id, due) WHERE due IS NOT NULL;
  CREATE INDEX tasks_by_assignee ON tasks (team_id, assignee) WHERE assignee IS NOT NULL;
  `,
  '0010_rule': /* sql */ `
  -- Reminders by an RRULE.
  ALTER TABLE schedules ADD COLUMN rule text;
  ALTER TABLE schedules ADD COLUMN starts_on text;
  ALTER TABLE schedules DROP CONSTRAINT schedules_type_check,
    ADD CONSTRAINT schedules_type_check CHECK (type IN ('one_time', 'interval', 'weekly', 'monthly', 'rule')) NOT VALID;
  ALTER TABLE schedules VALIDATE CONSTRAINT schedules_type_check;
  `,
  '0011_links': /* sql */ `
  -- Of which task it is a part, and which must be done first: by uid, which is the same on every device, and stays when they are deleted.
  ALTER TABLE tasks ADD COLUMN parent_uid text;
  ALTER TABLE tasks ADD COLUMN blocker_uids text[] NOT NULL DEFAULT '{}';
  CREATE INDEX tasks_by_parent ON tasks (team_id, parent_uid) WHERE parent_uid IS NOT NULL;
  `,
  '0012_blockers': /* sql */ `
  -- Few tasks wait for others: those that wait for one are found among them.
  CREATE INDEX tasks_with_blockers ON tasks (team_id) WHERE blocker_uids <> '{}';
  `,
  '0013_before_due': /* sql */ `
  -- Reminders that come so long before their task is due.
  ALTER TABLE schedules ADD COLUMN before_due_minutes integer;
  `,
  '0014_due_order': /* sql */ `
  -- Lists by due date; what is not due comes behind every day and moment.
  CREATE INDEX tasks_by_due_order ON tasks (team_id, coalesce(due, '~'), id);
  `,
  '0015_lists': /* sql */ `
  -- Saved lists: filters under a name. A filter keeps the order of its fields, by which two are compared.
  ALTER TABLE team_counters ADD COLUMN lists bigint NOT NULL DEFAULT 0;
  CREATE TABLE lists (
    team_id uuid NOT NULL,
    id bigint NOT NULL,
    uid uuid NOT NULL,
    name text NOT NULL,
    position double precision NOT NULL,
    view text NOT NULL,
    color text,
    query json NOT NULL,
    version integer NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, id)
  );
  CREATE UNIQUE INDEX lists_by_uid ON lists (team_id, uid);
  ALTER TABLE lists ENABLE ROW LEVEL SECURITY;
  CREATE POLICY team_only ON lists TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team());
  GRANT SELECT, INSERT, UPDATE, DELETE ON lists TO tandem_app;
  `,
  '0016_triage': /* sql */ `
  -- Whether anybody has decided about a task yet. Empty in all that are there: an update must not fill the Inbox.
  ALTER TABLE tasks ADD COLUMN triage text;
  CREATE INDEX tasks_untriaged ON tasks (team_id, id) WHERE triage IS NOT NULL;
  `,
  '0017_places': /* sql */ `
  -- Where tasks were put in saved lists that are in manual order.
  ALTER TABLE tasks ADD COLUMN places text[] NOT NULL DEFAULT '{}';
  `,
  '0018_agents': /* sql */ `
  -- Agents that call with tokens of a team, and what each may write. team_counters.policies counts the changes: who knows the policies of a
  -- number asks again only when it is another one.
  ALTER TABLE team_counters ADD COLUMN policies bigint NOT NULL DEFAULT 0;
  GRANT SELECT (policies) ON team_counters TO tandem_login;
  CREATE TABLE agents (
    team_id uuid NOT NULL,
    name_key text NOT NULL,
    name text NOT NULL,
    policy json NOT NULL DEFAULT '{}',
    calls bigint NOT NULL DEFAULT 0,
    first_seen_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, name_key)
  );
  ALTER TABLE agents ENABLE ROW LEVEL SECURITY;
  CREATE POLICY team_only ON agents TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team());
  GRANT SELECT, INSERT, UPDATE, DELETE ON agents TO tandem_app;
  `,
  '0019_token_owners': /* sql */ `
  -- Whose an API token is: of one agent, for reading only, until a moment.
  ALTER TABLE api_tokens ADD COLUMN agent text;
  ALTER TABLE api_tokens ADD COLUMN read_only boolean NOT NULL DEFAULT false;
  ALTER TABLE api_tokens ADD COLUMN expires_at timestamptz;
  GRANT SELECT (agent, read_only, expires_at) ON api_tokens TO tandem_login;
  -- History names whoever made a token, also when it has ended: its beginning is found in the journal.
  CREATE INDEX event_queue_tokens ON event_queue (team_id, entity_id) WHERE kind = 'token.created';
  `,
  '0020_proposals': /* sql */ `
  -- Writes that agents may only propose. fingerprint: of the call, so that the same call again is the same proposal.
  ALTER TABLE team_counters ADD COLUMN proposals bigint NOT NULL DEFAULT 0;
  CREATE TABLE proposals (
    team_id uuid NOT NULL,
    id bigint NOT NULL,
    uid uuid NOT NULL,
    agent text NOT NULL,
    run text,
    kinds json NOT NULL,
    tool text NOT NULL,
    arguments json NOT NULL,
    about_task bigint,
    state text NOT NULL,
    reason text,
    result json,
    entries json NOT NULL DEFAULT '[]',
    created_at timestamptz NOT NULL,
    decided_at timestamptz,
    decided_by_kind text,
    decided_by_name text,
    fingerprint text NOT NULL,
    principal text NOT NULL,
    PRIMARY KEY (team_id, id)
  );
  CREATE UNIQUE INDEX proposals_by_uid ON proposals (team_id, uid);
  CREATE INDEX proposals_by_call ON proposals (team_id, fingerprint, id);
  CREATE INDEX proposals_by_state ON proposals (team_id, state, id);
  ALTER TABLE proposals ENABLE ROW LEVEL SECURITY;
  CREATE POLICY team_only ON proposals TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team());
  GRANT SELECT, INSERT, UPDATE, DELETE ON proposals TO tandem_app;
  `,
  '0021_claims': claimsMigration,
  '0022_questions': questionsMigration,
  '0023_undo': /* sql */ `
  -- What was taken back, by what, and which run of an agent wrote.
  ALTER TABLE event_queue ADD COLUMN run text;
  ALTER TABLE event_queue ADD COLUMN undo_of bigint;
  ALTER TABLE event_queue ADD COLUMN undone_by bigint;
  `,
  '0024_team_deletion': /* sql */ `
  -- Teams that somebody has deleted stay for some days, and can be brought back until then.
  ALTER TABLE teams ADD COLUMN deletes_at timestamptz;
  CREATE INDEX teams_deleted ON teams (deletes_at) WHERE deletes_at IS NOT NULL;
  CREATE POLICY over ON teams FOR SELECT TO tandem_courier USING (deletes_at IS NOT NULL);
  GRANT SELECT (id, deletes_at) ON teams TO tandem_courier;
  `,
  '0025_proposal_pushes': /* sql */ `
  -- What an agent proposes may be about no task yet.
  ALTER TABLE notification_log ALTER COLUMN task_id DROP NOT NULL;
  `,
  '0026_question_versions': /* sql */ `
  -- By which a device says on what it decided.
  ALTER TABLE questions ADD COLUMN version integer NOT NULL DEFAULT 1;
  `,
  '0027_travelling_proposals': /* sql */ `
  -- Proposals of desktops. about_uid: a task that is brought back has another id, and its proposals come back with it. brought_by: which desktop has
  -- the call. version: by which a device says on what it decided.
  ALTER TABLE proposals ADD COLUMN about_uid uuid;
  ALTER TABLE proposals ADD COLUMN because json;
  ALTER TABLE proposals ADD COLUMN brought_by text;
  ALTER TABLE proposals ADD COLUMN version integer NOT NULL DEFAULT 1;
  UPDATE proposals SET about_uid = tasks.uid FROM tasks WHERE tasks.team_id = proposals.team_id AND tasks.id = proposals.about_task;
  `,
  '0028_invited_by': /* sql */ `
  -- Whoever opens the mailed link is told who invites them, before they sign in. A name, never an address.
  ALTER TABLE members ADD COLUMN invited_by text;
  `,
  '0029_travelling_evidence': /* sql */ `
  -- Evidence of desktops. arrived: the event with which it came, so that devices read on from there; public_key: of the service that signed it, NULL for
  -- the team's own. What is there already is numbered below the first event.
  ALTER TABLE evidence ADD COLUMN arrived bigint NOT NULL DEFAULT 0;
  ALTER TABLE evidence ADD COLUMN public_key text;
  UPDATE evidence SET arrived = -n.place FROM (SELECT team_id, id, row_number() OVER (PARTITION BY team_id ORDER BY created_at DESC, id) AS place FROM evidence) AS n
    WHERE n.team_id = evidence.team_id AND n.id = evidence.id;
  CREATE INDEX evidence_by_arrival ON evidence (team_id, arrived);
  `,
  '0030_address_changes': /* sql */ `
  -- Another address for an account: the link into the new mailbox (confirm), the way back into the old one (undo), and what teams have yet to be told
  -- (follow). Apart from mail_links, which a new password voids: the way back must outlive that.
  CREATE TABLE address_changes (
    token_hash bytea PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    purpose text NOT NULL CHECK (purpose IN ('confirm', 'undo', 'follow')),
    email text NOT NULL,
    email_key text NOT NULL,
    session_id uuid,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX address_changes_by_user ON address_changes (user_id, purpose);
  GRANT SELECT, INSERT, UPDATE, DELETE ON address_changes TO tandem_identity;
  `,
  '0031_mcp': mcpMigration,
  '0032_token_policies': /* sql */ `
  -- What an agent may at most with a token of its own.
  ALTER TABLE api_tokens ADD COLUMN policy json NOT NULL DEFAULT '{}';
  GRANT SELECT (policy) ON api_tokens TO tandem_login;
  `,
  '0034_finishing': /* sql */ `
  -- A task whose finish waits for a person is given to nobody.
  CREATE INDEX proposals_finishing ON proposals (team_id, about_uid) WHERE state = 'pending' AND tool = 'finish_task';
  `,
  '0038_oauth': oauthMigration,
  '0039_connection_age': /* sql */ `
  -- Of a connection that has just begun the code is yet to come: it is not one with which nothing can be had any more.
  ALTER TABLE oauth_grants ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
  GRANT SELECT (created_at) ON oauth_grants TO tandem_courier;
  `,
  '0041_sign_in': signInMigration,
  '0048_calendars': calendarsMigration,
  '0049_webhooks': webhooksMigration,
  '0050_trust': trustMigration,
  '0051_pairs': pairsMigration,
  '0052_passkeys': passkeysMigration,
  '0053_tokens_for_others': /* sql */ `
  -- Who created a token for another member, whose (created_by) it is: no key to users, whom it outlives as a word of history.
  ALTER TABLE api_tokens ADD COLUMN made_by uuid;
  `,
  '0054_imap': imapMigration,
  '0055_files': filesMigration,
  '0056_replies': repliesMigration,
  '0058_file_texts': fileTextsMigration,
  '0059_taken_back': /* sql */ `
  -- undo: the password at the moment of the change, by which whoever takes the address back shows who they are. follow: since when what was made ends.
  ALTER TABLE address_changes ADD COLUMN password_hash text, ADD COLUMN ends_since timestamptz;
  GRANT SELECT (created_by, made_by, created_at) ON api_tokens TO tandem_courier;
  `,
  '0060_operator': /* sql */ `
  -- What an operator has locked. For teams beside their counters, which every login reads anyway.
  ALTER TABLE users ADD COLUMN locked_at timestamptz;
  GRANT SELECT (locked_at) ON users TO tandem_login, tandem_app;
  GRANT SELECT (id, locked_at) ON users TO tandem_courier;
  ALTER TABLE team_counters ADD COLUMN locked_at timestamptz;
  GRANT SELECT (locked_at) ON team_counters TO tandem_login, tandem_courier;
  GRANT SELECT (made_by) ON api_tokens TO tandem_login;
  -- What operators did. No role of the cloud reads or writes it, and nobody changes it: not even the owner, without taking the trigger away first.
  CREATE TABLE operator_acts (
    id uuid PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    operator text NOT NULL,
    host text NOT NULL,
    act text NOT NULL,
    target_kind text,
    target_id text,
    target_name text,
    arguments json NOT NULL,
    outcome text NOT NULL,
    detail text,
    began uuid
  );
  CREATE INDEX operator_acts_by_time ON operator_acts (at, id);
  ALTER TABLE operator_acts ENABLE ROW LEVEL SECURITY;
  CREATE FUNCTION tandem_keep_acts() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'What operators did is only added to.';
  END $$;
  CREATE TRIGGER only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_acts FOR EACH STATEMENT EXECUTE FUNCTION tandem_keep_acts();
  `,
  '0061_instances': /* sql */ `
  -- Which instances run, and which keys they have (fingerprints): another key is taken only when all can read what it seals.
  CREATE TABLE instances (
    id uuid PRIMARY KEY,
    host text NOT NULL,
    pid integer NOT NULL,
    version text NOT NULL,
    seals text NOT NULL,
    opens text[] NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now(),
    seen_at timestamptz NOT NULL DEFAULT now()
  );
  GRANT SELECT, INSERT, UPDATE, DELETE ON instances TO tandem_courier;
  -- Of accounts the courier learns whether one is locked, and nothing else: not even that there is one.
  REVOKE SELECT (id, locked_at) ON users FROM tandem_courier;
  CREATE FUNCTION tandem_locked(account uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS
    'SELECT EXISTS (SELECT 1 FROM users WHERE id = account AND locked_at IS NOT NULL)';
  REVOKE EXECUTE ON FUNCTION tandem_locked(uuid) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION tandem_locked(uuid) TO tandem_courier;
  `,
  '0062_server': serverMigration,
  '0063_replicas': /* sql */ `
  -- A read on a replica makes sure that the replica follows the history that the instance knows.
  GRANT SELECT (value) ON epoch TO tandem_login;
  `,
  '0064_quotas': quotasMigration,
  '0065_daily_events': dailyEventsMigration,
  '0066_person_quotas': personQuotasMigration,
  '0070_moves': movesMigration,
  '0071_own_memberships': /* sql */ `
  -- An address shows what waits for it, and nothing else: so an index says which rows, where before all memberships of all teams were read.
  ALTER POLICY own_memberships ON members USING (user_id = tandem_user() OR (email_key = tandem_email() AND status = 'invited'));
  -- What of the journal goes after a week is found without reading all of it.
  CREATE INDEX event_queue_passing ON event_queue (created_at) WHERE task_id IS NULL AND entity IN ('claim', 'evidence', 'email', 'reminder');
  `,
  '0072_long_texts': longTextsMigration,
  '0073_own_usage': /* sql */ `
  -- A person is told how much they have of what they may: they count the tokens that are theirs, in all teams, and learn nothing else of them.
  GRANT SELECT (created_by, expires_at) ON api_tokens TO tandem_identity;
  CREATE POLICY own_tokens ON api_tokens FOR SELECT TO tandem_identity USING (created_by = tandem_user());
  GRANT SELECT ON quotas TO tandem_identity;
  `,
  '0074_foreign_tokens': foreignTokensMigration,
}
