// Made by `node scripts/checks/schema.ts` from the migrations: never change it by hand. The tables as they are now.

/** What makes a new list of an empty database; as many migrations are in it as `migrations` has. */
export const schema = /* sql */ `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE tasks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    description TEXT,
    status TEXT NOT NULL CHECK (status IN ('backlog', 'todo', 'in_progress', 'in_review', 'done')),
    priority TEXT NOT NULL CHECK (priority IN ('low', 'medium', 'high')),
    labels TEXT NOT NULL CHECK (json_valid(labels)),
    requesters TEXT NOT NULL CHECK (json_valid(requesters)),
    dedupe_key TEXT,
    version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    completed_at TEXT
  , due TEXT, assignee TEXT, criteria TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(criteria)), parent_uid TEXT, blocker_uids TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(blocker_uids)), triage TEXT, places TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(places))) STRICT;

CREATE TABLE task_counts (status TEXT NOT NULL, priority TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (status, priority)) STRICT, WITHOUT ROWID;

CREATE TABLE comments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    task_id INTEGER NOT NULL REFERENCES tasks (id),
    body TEXT NOT NULL,
    author_kind TEXT NOT NULL,
    author_name TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;

CREATE TABLE schedules (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    task_id INTEGER NOT NULL REFERENCES tasks (id),
    fire_at TEXT,
    interval_days INTEGER,
    day_of_week INTEGER,
    day_of_month INTEGER,
    time TEXT,
    timezone TEXT NOT NULL,
    enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    next_fire_at TEXT,
    last_fired_at TEXT,
    version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  , type TEXT NOT NULL DEFAULT 'one_time' CHECK (type IN ('one_time', 'interval', 'weekly', 'monthly', 'rule')), rule TEXT, starts_on TEXT, before_due_minutes INTEGER) STRICT;

CREATE TABLE contacts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    email TEXT,
    phone TEXT,
    organization TEXT,
    role TEXT,
    version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;

CREATE TABLE journal (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    entity TEXT NOT NULL,
    entity_id INTEGER NOT NULL,
    task_id INTEGER,
    action TEXT NOT NULL,
    before TEXT,
    after TEXT,
    cause INTEGER,
    undo_of INTEGER,
    undone_by INTEGER
  , run TEXT, texts TEXT) STRICT;

CREATE TABLE idempotency (
    key TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    headers TEXT NOT NULL,
    body TEXT,
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

CREATE TABLE imports (
    source TEXT NOT NULL,
    external_id TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    entity TEXT NOT NULL,
    entity_id INTEGER NOT NULL,
    imported_at TEXT NOT NULL,
    PRIMARY KEY (source, external_id)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE claims (
    task_id INTEGER PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
    holder_kind TEXT NOT NULL,
    holder_name TEXT NOT NULL,
    run TEXT,
    key TEXT NOT NULL,
    ttl_ms INTEGER NOT NULL,
    claimed_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  , entry INTEGER, worker TEXT, confirmed TEXT) STRICT;

CREATE TABLE agents (
    name TEXT PRIMARY KEY,
    policy TEXT NOT NULL CHECK (json_valid(policy)),
    calls INTEGER NOT NULL,
    tokens_in INTEGER NOT NULL,
    tokens_out INTEGER NOT NULL,
    first_seen_at TEXT NOT NULL,
    last_seen_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

CREATE TABLE reminders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    schedule_id INTEGER NOT NULL,
    due_at TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('due', 'fired', 'delivered', 'acknowledged', 'snoozed', 'missed')),
    late INTEGER NOT NULL CHECK (late IN (0, 1)),
    round INTEGER NOT NULL,
    notice TEXT,
    fired_at TEXT,
    claimed_at TEXT,
    delivered_at TEXT,
    delivered_via TEXT,
    snoozed_until TEXT,
    acknowledged_at TEXT,
    acknowledged_by_kind TEXT,
    acknowledged_by_name TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (schedule_id, due_at)
  ) STRICT;

CREATE TABLE conversations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    external_id TEXT,
    subject TEXT,
    last_message_at TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;

CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    conversation_id INTEGER NOT NULL,
    external_id TEXT,
    -- By this it is recognised when it comes again: its external_id, or a hash of what it is.
    key TEXT NOT NULL,
    sender TEXT NOT NULL,
    recipients TEXT NOT NULL CHECK (json_valid(recipients)),
    sent_at TEXT NOT NULL,
    body TEXT NOT NULL,
    text TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;

CREATE TABLE origins (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    task_id INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    message_id INTEGER,
    role TEXT NOT NULL CHECK (role IN ('created', 'updated')),
    extracted_by TEXT NOT NULL CHECK (extracted_by IN ('rules', 'model', 'person')),
    version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;

CREATE TABLE remote (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    connected INTEGER NOT NULL,
    revoked INTEGER NOT NULL,
    url TEXT NOT NULL,
    team_id TEXT NOT NULL,
    team_name TEXT NOT NULL,
    role TEXT NOT NULL,
    -- Up to here the journal was read.
    outbox INTEGER NOT NULL,
    -- Up to here the stream was; null: everything is to be read first.
    inbox INTEGER,
    first_total INTEGER,
    last_synced_at TEXT
  ) STRICT;

CREATE TABLE remote_items (
    entity TEXT NOT NULL,
    local_id INTEGER NOT NULL,
    uid TEXT NOT NULL,
    parent INTEGER,
    cloud_id INTEGER,
    version INTEGER,
    base TEXT,
    seen INTEGER NOT NULL DEFAULT 0,
    -- Changes here that were not sent yet, and who made them.
    changes INTEGER NOT NULL DEFAULT 0,
    actor TEXT,
    -- What was sent and is not answered yet: it is sent again as it was, under the same key.
    sent TEXT,
    problem TEXT, former TEXT, over_quota TEXT,
    PRIMARY KEY (entity, local_id)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE remote_conflicts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entity TEXT NOT NULL,
    entity_id INTEGER NOT NULL,
    task_id INTEGER,
    field TEXT NOT NULL,
    base TEXT NOT NULL,
    local TEXT NOT NULL,
    remote TEXT NOT NULL,
    kept TEXT NOT NULL,
    at TEXT NOT NULL,
    settled_at TEXT
  ) STRICT;

CREATE TABLE remote_notices (
    key TEXT PRIMARY KEY,
    event TEXT NOT NULL,
    task_id INTEGER NOT NULL,
    title TEXT NOT NULL,
    body TEXT,
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

CREATE TABLE remote_reading (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    begin INTEGER NOT NULL,
    entity TEXT NOT NULL,
    above INTEGER NOT NULL
  ) STRICT;

CREATE TABLE remote_slugs (uid TEXT PRIMARY KEY, slug TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE remote_told (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    event INTEGER NOT NULL,
    at TEXT NOT NULL
  ) STRICT;

CREATE TABLE remote_epoch (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    epoch TEXT NOT NULL
  ) STRICT;

CREATE TABLE outside_texts (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    at TEXT NOT NULL
  ) STRICT;

CREATE TABLE outside_shingles (hash INTEGER PRIMARY KEY, text_id INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE outside_cursor (id INTEGER PRIMARY KEY CHECK (id = 1), seq INTEGER NOT NULL) STRICT;

CREATE TABLE journal_texts (
    entity TEXT NOT NULL,
    entity_id INTEGER NOT NULL,
    field TEXT NOT NULL,
    seq INTEGER NOT NULL,
    steps INTEGER NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (entity, entity_id, field)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE questions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    task_id INTEGER NOT NULL,
    asker_kind TEXT NOT NULL,
    asker_name TEXT NOT NULL,
    run TEXT,
    question TEXT NOT NULL,
    options TEXT NOT NULL CHECK (json_valid(options)),
    state TEXT NOT NULL CHECK (state IN ('open', 'answered', 'dismissed')),
    answer TEXT,
    entry INTEGER,
    created_at TEXT NOT NULL,
    decided_at TEXT,
    decided_by_kind TEXT,
    decided_by_name TEXT
  ) STRICT;

CREATE TABLE evidence (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    task_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('ran', 'ci', 'claimed')),
    criterion TEXT,
    text TEXT,
    envelope TEXT CHECK (envelope IS NULL OR json_valid(envelope)),
    by_kind TEXT NOT NULL,
    by_name TEXT NOT NULL,
    created_at TEXT NOT NULL
  , public_key TEXT) STRICT;

CREATE TABLE evidence_trees (checkout TEXT PRIMARY KEY, tree TEXT NOT NULL, seen_at TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE evidence_keys (key_id TEXT PRIMARY KEY, public_key TEXT NOT NULL, created_at TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE finished_claims (task_id INTEGER PRIMARY KEY, key TEXT NOT NULL, digest TEXT NOT NULL, finisher TEXT) STRICT;

CREATE TABLE import_awaited (
    source TEXT NOT NULL,
    external_id TEXT NOT NULL,
    uid TEXT NOT NULL,
    PRIMARY KEY (source, external_id)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE remote_fields (name TEXT PRIMARY KEY CHECK (name IN ('taken', 'known')), fields TEXT NOT NULL CHECK (json_valid(fields))) STRICT, WITHOUT ROWID;

CREATE TABLE evidence_merges (entry INTEGER PRIMARY KEY, task_id INTEGER NOT NULL, into_id INTEGER NOT NULL) STRICT;

CREATE TABLE agent_brakes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    reason TEXT NOT NULL CHECK (reason IN ('writes', 'deletes')),
    count INTEGER NOT NULL,
    max INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'kept', 'released')),
    since TEXT NOT NULL,
    seq INTEGER,
    decided_at TEXT,
    decided_by TEXT
  ) STRICT;

CREATE TABLE outside_reads (
    agent TEXT NOT NULL,
    run TEXT NOT NULL,
    task_id INTEGER NOT NULL,
    title TEXT,
    source TEXT NOT NULL,
    made INTEGER NOT NULL,
    at TEXT NOT NULL,
    UNIQUE (agent, run, task_id)
  ) STRICT;

CREATE TABLE lists (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    position REAL NOT NULL,
    view TEXT NOT NULL,
    color TEXT,
    query TEXT NOT NULL CHECK (json_valid(query)),
    version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;

CREATE TABLE "proposals" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    agent TEXT NOT NULL,
    run TEXT,
    kinds TEXT NOT NULL CHECK (json_valid(kinds)),
    tool TEXT NOT NULL,
    arguments TEXT NOT NULL CHECK (json_valid(arguments)),
    task_id INTEGER,
    conversation_id INTEGER,
    because TEXT CHECK (because IS NULL OR json_valid(because)),
    state TEXT NOT NULL CHECK (state IN ('pending', 'accepted', 'rejected', 'withdrawn')),
    reason TEXT,
    result TEXT CHECK (result IS NULL OR json_valid(result)),
    entries TEXT NOT NULL DEFAULT '[]',
    created_at TEXT NOT NULL,
    decided_at TEXT,
    decided_by_kind TEXT,
    decided_by_name TEXT,
    handle TEXT NOT NULL UNIQUE
  , uid TEXT, elsewhere INTEGER NOT NULL DEFAULT 0 CHECK (elsewhere IN (0, 1)), decide_on TEXT, to_undo TEXT CHECK (to_undo IS NULL OR json_valid(to_undo))) STRICT;

CREATE TABLE asked_claims (key TEXT PRIMARY KEY, task_id INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE remote_evidence (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE remote_evidence_read (one INTEGER PRIMARY KEY CHECK (one = 1), last INTEGER NOT NULL) STRICT;

CREATE TABLE judged_pairs (
    uid TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('different', 'open')),
    said_by TEXT NOT NULL,
    said_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

CREATE TABLE remote_waiting (
    kind TEXT NOT NULL CHECK (kind IN ('question', 'proposal', 'pair')),
    uid TEXT NOT NULL,
    version INTEGER NOT NULL,
    state TEXT NOT NULL,
    said TEXT,
    PRIMARY KEY (kind, uid)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE own_mailboxes (
    id TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    address_key TEXT NOT NULL UNIQUE,
    servers TEXT NOT NULL CHECK (json_valid(servers)),
    status TEXT NOT NULL CHECK (status IN ('active', 'auth_expired')),
    fault TEXT,
    fault_said TEXT,
    fault_since TEXT,
    last_mail_at TEXT,
    test_id TEXT,
    test TEXT CHECK (test IS NULL OR json_valid(test)),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  , answers TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(answers))) STRICT, WITHOUT ROWID;

CREATE TABLE own_mail_folders (
    mailbox_id TEXT NOT NULL REFERENCES own_mailboxes (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    place INTEGER NOT NULL,
    uid_validity TEXT,
    uid INTEGER,
    modseq TEXT,
    last_mail_at TEXT,
    created_at TEXT NOT NULL,
    PRIMARY KEY (mailbox_id, path),
    CHECK ((uid_validity IS NULL) = (uid IS NULL))
  ) STRICT, WITHOUT ROWID;

CREATE TABLE own_letters (
    mailbox_id TEXT NOT NULL REFERENCES own_mailboxes (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    -- The external_id of its conversation.
    conversation TEXT NOT NULL,
    sender TEXT NOT NULL,
    reply_to TEXT,
    subject TEXT NOT NULL,
    refs TEXT NOT NULL CHECK (json_valid(refs)),
    machine TEXT,
    sent_at TEXT NOT NULL,
    PRIMARY KEY (mailbox_id, message_id)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE own_replies (
    id TEXT PRIMARY KEY,
    task_uid TEXT NOT NULL,
    mailbox_id TEXT NOT NULL,
    mailbox TEXT NOT NULL,
    conversation TEXT NOT NULL,
    sender_name TEXT NOT NULL,
    recipients TEXT NOT NULL CHECK (json_valid(recipients)),
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    below TEXT NOT NULL,
    message_id TEXT NOT NULL UNIQUE,
    in_reply_to TEXT,
    refs TEXT NOT NULL CHECK (json_valid(refs)),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'failed', 'uncertain', 'canceled', 'bounced')),
    cause TEXT NOT NULL CHECK (cause IN ('person', 'agent', 'acknowledge', 'done')),
    by_name TEXT NOT NULL,
    problem TEXT,
    send_after TEXT NOT NULL,
    due_at TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    handed_at TEXT,
    sent_at TEXT,
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

INSERT INTO "sqlite_sequence" VALUES ('proposals', 0);

INSERT INTO "outside_cursor" VALUES (1, 0);

CREATE INDEX tasks_by_status ON tasks (status, id);

CREATE INDEX tasks_by_priority ON tasks (priority, id);

CREATE INDEX tasks_by_dedupe_key ON tasks (dedupe_key) WHERE dedupe_key IS NOT NULL;

CREATE TRIGGER tasks_counted_in AFTER INSERT ON tasks BEGIN
    INSERT INTO task_counts VALUES (NEW.status, NEW.priority, 1) ON CONFLICT DO UPDATE SET n = n + 1;
  END;

CREATE TRIGGER tasks_counted_out AFTER DELETE ON tasks BEGIN
    UPDATE task_counts SET n = n - 1 WHERE status = OLD.status AND priority = OLD.priority;
  END;

CREATE TRIGGER tasks_counted_over AFTER UPDATE OF status, priority ON tasks
    WHEN NEW.status <> OLD.status OR NEW.priority <> OLD.priority BEGIN
    UPDATE task_counts SET n = n - 1 WHERE status = OLD.status AND priority = OLD.priority;
    INSERT INTO task_counts VALUES (NEW.status, NEW.priority, 1) ON CONFLICT DO UPDATE SET n = n + 1;
  END;

CREATE INDEX comments_by_task ON comments (task_id, created_at, id);

CREATE INDEX schedules_by_task ON schedules (task_id, id);

CREATE INDEX schedules_by_next ON schedules (next_fire_at) WHERE next_fire_at IS NOT NULL;

CREATE INDEX journal_by_contact ON journal (entity_id, seq) WHERE task_id IS NULL;

CREATE INDEX journal_by_cause ON journal (cause) WHERE cause IS NOT NULL;

CREATE INDEX journal_by_creation ON journal (entity, entity_id) WHERE action = 'created' AND entity <> 'task';

CREATE INDEX imports_by_content ON imports (content_hash);

CREATE INDEX imports_by_entity ON imports (entity_id, entity);

CREATE INDEX tasks_by_title ON tasks (title COLLATE NOCASE);

CREATE INDEX journal_from_outside ON journal (task_id, seq) WHERE actor_kind = 'email';

CREATE INDEX reminders_by_state ON reminders (state, id);

CREATE INDEX reminders_by_moment ON reminders (due_at);

CREATE UNIQUE INDEX conversations_by_external ON conversations (source, external_id) WHERE external_id IS NOT NULL;

CREATE INDEX conversations_by_source ON conversations (source, id);

CREATE UNIQUE INDEX messages_once ON messages (conversation_id, key);

CREATE INDEX messages_by_key ON messages (key);

CREATE UNIQUE INDEX origins_once ON origins (task_id, conversation_id);

CREATE INDEX origins_by_conversation ON origins (conversation_id, id);

CREATE INDEX contacts_by_email ON contacts (email COLLATE NOCASE) WHERE email IS NOT NULL;

CREATE UNIQUE INDEX remote_items_by_uid ON remote_items (entity, uid);

CREATE INDEX remote_items_by_cloud_id ON remote_items (entity, cloud_id) WHERE cloud_id IS NOT NULL;

CREATE INDEX remote_items_by_parent ON remote_items (parent) WHERE parent IS NOT NULL;

CREATE INDEX remote_items_waiting ON remote_items (entity, local_id) WHERE changes > 0 OR sent IS NOT NULL;

CREATE INDEX remote_conflicts_open ON remote_conflicts (id) WHERE settled_at IS NULL;

CREATE INDEX remote_items_refused ON remote_items (entity, local_id) WHERE problem IS NOT NULL;

CREATE INDEX journal_by_deletion ON journal (entity, entity_id) WHERE action = 'deleted';

CREATE INDEX journal_by_task ON journal (task_id, seq, undo_of, undone_by, actor_kind) WHERE task_id IS NOT NULL;

CREATE INDEX journal_undoable ON journal (actor_name, seq) WHERE actor_kind <> 'system' AND undo_of IS NULL AND undone_by IS NULL AND cause IS NULL;

CREATE INDEX tasks_by_due ON tasks (due) WHERE due IS NOT NULL;

CREATE INDEX tasks_by_assignee ON tasks (assignee) WHERE assignee IS NOT NULL;

CREATE INDEX tasks_by_parent ON tasks (parent_uid, status) WHERE parent_uid IS NOT NULL;

CREATE INDEX questions_by_task ON questions (task_id, id);

CREATE INDEX questions_by_state ON questions (state, decided_at, id);

CREATE INDEX evidence_by_task ON evidence (task_id, seq);

CREATE INDEX tasks_with_blockers ON tasks (id) WHERE blocker_uids <> '[]';

CREATE INDEX tasks_next ON tasks (
    assignee, CASE priority WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, due IS NULL, due, created_at, id, labels
  ) WHERE status IN ('backlog', 'todo');

CREATE INDEX schedules_before_due ON schedules (task_id) WHERE before_due_minutes IS NOT NULL;

CREATE INDEX evidence_merges_by_into ON evidence_merges (into_id);

CREATE INDEX outside_reads_by_time ON outside_reads (at);

CREATE INDEX tasks_by_due_order ON tasks (ifnull(due, '~'), id);

CREATE INDEX proposals_by_state ON proposals (state, id);

CREATE INDEX proposals_by_agent ON proposals (agent, id);

CREATE INDEX proposals_by_conversation ON proposals (conversation_id, id) WHERE conversation_id IS NOT NULL;

CREATE INDEX tasks_untriaged ON tasks (id) WHERE triage IS NOT NULL;

CREATE UNIQUE INDEX proposals_by_uid ON proposals (uid);

CREATE INDEX own_letters_of ON own_letters (conversation, sent_at);

CREATE INDEX own_replies_of_task ON own_replies (task_uid);

CREATE INDEX own_replies_by_day ON own_replies (created_at);

CREATE INDEX own_replies_due ON own_replies (due_at) WHERE due_at IS NOT NULL;

CREATE UNIQUE INDEX own_replies_once ON own_replies (task_uid, cause) WHERE cause IN ('acknowledge', 'done') AND state <> 'canceled';
`
