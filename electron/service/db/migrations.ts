// Forward only. Each runs once, in one transaction, in this order; `user_version` counts them. Never change one that was released.

export const migrations: readonly string[] = [
  /* sql */ `
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
  ) STRICT;
  CREATE INDEX tasks_by_status ON tasks (status, id);
  CREATE INDEX tasks_by_priority ON tasks (priority, id);
  CREATE INDEX tasks_by_dedupe_key ON tasks (dedupe_key) WHERE dedupe_key IS NOT NULL;

  -- How many tasks each filter has, kept by triggers: a list of fifty must not count a hundred thousand.
  CREATE TABLE task_counts (status TEXT NOT NULL, priority TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (status, priority)) STRICT, WITHOUT ROWID;
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
  CREATE INDEX comments_by_task ON comments (task_id, created_at, id);

  CREATE TABLE schedules (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    task_id INTEGER NOT NULL REFERENCES tasks (id),
    type TEXT NOT NULL CHECK (type IN ('one_time', 'interval', 'weekly', 'monthly')),
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
  ) STRICT;
  CREATE INDEX schedules_by_task ON schedules (task_id, id);
  CREATE INDEX schedules_by_next ON schedules (next_fire_at) WHERE next_fire_at IS NOT NULL;

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

  -- Every write, in the transaction that made it. Nothing here is ever changed but undone_by.
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
  ) STRICT;
  CREATE INDEX journal_by_task ON journal (task_id, seq) WHERE task_id IS NOT NULL;
  CREATE INDEX journal_by_contact ON journal (entity_id, seq) WHERE task_id IS NULL;
  CREATE INDEX journal_by_actor ON journal (actor_name, seq);
  CREATE INDEX journal_by_cause ON journal (cause) WHERE cause IS NOT NULL;
  CREATE INDEX journal_by_creation ON journal (entity, entity_id) WHERE action = 'created' AND entity <> 'task';

  CREATE TABLE idempotency (
    key TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    headers TEXT NOT NULL,
    body TEXT,
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- What was imported from where, so that a second run finds it again.
  CREATE TABLE imports (
    source TEXT NOT NULL,
    external_id TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    entity TEXT NOT NULL,
    entity_id INTEGER NOT NULL,
    imported_at TEXT NOT NULL,
    PRIMARY KEY (source, external_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX imports_by_content ON imports (content_hash);
  CREATE INDEX imports_by_entity ON imports (entity_id, entity);
  `,
  /* sql */ `
  -- Who works on what: at most one claim for a task, whatever happens.
  CREATE TABLE claims (
    task_id INTEGER PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
    holder_kind TEXT NOT NULL,
    holder_name TEXT NOT NULL,
    instance TEXT,
    key TEXT NOT NULL,
    ttl_ms INTEGER NOT NULL,
    claimed_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE agents (
    name TEXT PRIMARY KEY,
    policy TEXT NOT NULL CHECK (json_valid(policy)),
    calls INTEGER NOT NULL,
    tokens_in INTEGER NOT NULL,
    tokens_out INTEGER NOT NULL,
    first_seen_at TEXT NOT NULL,
    last_seen_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE proposals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    agent TEXT NOT NULL,
    kinds TEXT NOT NULL CHECK (json_valid(kinds)),
    tool TEXT NOT NULL,
    arguments TEXT NOT NULL CHECK (json_valid(arguments)),
    task_id INTEGER,
    state TEXT NOT NULL CHECK (state IN ('pending', 'accepted', 'rejected')),
    reason TEXT,
    result TEXT CHECK (result IS NULL OR json_valid(result)),
    created_at TEXT NOT NULL,
    decided_at TEXT,
    decided_by_kind TEXT,
    decided_by_name TEXT
  ) STRICT;
  CREATE INDEX proposals_by_state ON proposals (state, id);
  CREATE INDEX proposals_by_agent ON proposals (agent, id);

  -- For "is there a task with just this title?" at each create of an agent.
  CREATE INDEX tasks_by_title ON tasks (title COLLATE NOCASE);
  -- What came from outside (mail) is labelled wherever an agent reads it.
  CREATE INDEX journal_from_outside ON journal (task_id, seq) WHERE actor_kind = 'email';
  `,
  /* sql */ `
  -- The moments at which schedules reminded, from when they were due. They outlive their schedule: undoing its delete brings them back.
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
  CREATE INDEX reminders_by_state ON reminders (state, id);
  CREATE INDEX reminders_by_moment ON reminders (due_at);
  `,
  /* sql */ `
  -- Pairs that a person saw and found to be two different tasks; the lower id first.
  CREATE TABLE distinct_tasks (
    a INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    b INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    PRIMARY KEY (a, b)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX distinct_tasks_by_b ON distinct_tasks (b);
  `,
  /* sql */ `
  -- What people wrote elsewhere (mail, chat) and the tasks that it became.
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
  CREATE UNIQUE INDEX conversations_by_external ON conversations (source, external_id) WHERE external_id IS NOT NULL;
  CREATE INDEX conversations_by_source ON conversations (source, id);

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
  CREATE UNIQUE INDEX messages_once ON messages (conversation_id, key);
  CREATE INDEX messages_by_key ON messages (key);

  -- Which task came from which conversation. A task takes it along when it is deleted; a conversation leaves it, so that either delete can be undone.
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
  CREATE UNIQUE INDEX origins_once ON origins (task_id, conversation_id);
  CREATE INDEX origins_by_conversation ON origins (conversation_id, id);

  CREATE INDEX contacts_by_email ON contacts (email COLLATE NOCASE) WHERE email IS NOT NULL;
  ALTER TABLE proposals ADD COLUMN conversation_id INTEGER;
  CREATE INDEX proposals_by_conversation ON proposals (conversation_id, id) WHERE conversation_id IS NOT NULL;
  `,
  /* sql */ `
  -- The team in the cloud with which this list is kept in step. The token is where secrets are.
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

  -- What is known of each thing on the other side. base: its fields there, as of the event seen; null when it is not there.
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
    problem TEXT,
    PRIMARY KEY (entity, local_id)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX remote_items_by_uid ON remote_items (entity, uid);
  CREATE INDEX remote_items_by_cloud_id ON remote_items (entity, cloud_id) WHERE cloud_id IS NOT NULL;
  CREATE INDEX remote_items_by_parent ON remote_items (parent) WHERE parent IS NOT NULL;
  CREATE INDEX remote_items_waiting ON remote_items (entity, local_id) WHERE changes > 0 OR sent IS NOT NULL;

  -- Fields that both sides changed, until a person has looked at them.
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
  CREATE INDEX remote_conflicts_open ON remote_conflicts (id) WHERE settled_at IS NULL;
  `,
  /* sql */ `
  -- What the team's devices are still to be told, under the key by which the cloud tells it once.
  CREATE TABLE remote_notices (
    key TEXT PRIMARY KEY,
    event TEXT NOT NULL,
    task_id INTEGER NOT NULL,
    title TEXT NOT NULL,
    body TEXT,
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  /* sql */ `
  -- How far everything there was read, while that goes on; the stream follows from begin. above: the cloud's id up to which a kind was read.
  CREATE TABLE remote_reading (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    begin INTEGER NOT NULL,
    entity TEXT NOT NULL,
    above INTEGER NOT NULL
  ) STRICT;
  -- Until then: what contacts are called there.
  CREATE TABLE remote_slugs (uid TEXT PRIMARY KEY, slug TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  /* sql */ `
  -- What the cloud refused is looked for at each change of the state.
  CREATE INDEX remote_items_refused ON remote_items (entity, local_id) WHERE problem IS NOT NULL;
  `,
  /* sql */ `
  -- Undo of a delete asks which entry took the thing away last.
  CREATE INDEX journal_by_deletion ON journal (entity, entity_id) WHERE action = 'deleted';
  `,
  /* sql */ `
  -- An event of the stream that was here, and when it was: after a restore of the cloud it is another one.
  CREATE TABLE remote_told (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    event INTEGER NOT NULL,
    at TEXT NOT NULL
  ) STRICT;
  `,
  /* sql */ `
  -- Two indexes had other names before the order of these migrations was settled.
  CREATE INDEX IF NOT EXISTS reminders_by_state ON reminders (state, id);
  DROP INDEX IF EXISTS reminders_open;
  DROP INDEX IF EXISTS journal_contacts_from_outside;
  `,
  /* sql */ `
  -- Which journal entries an accepted proposal wrote: taking the decision back reverts just these.
  ALTER TABLE proposals ADD COLUMN entries TEXT NOT NULL DEFAULT '[]';
  `,
  /* sql */ `
  -- Of the cloud's database, as the stream told it last: after a failover there it is another one.
  CREATE TABLE remote_epoch (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    epoch TEXT NOT NULL
  ) STRICT;
  `,
  /* sql */ `
  -- By what texts from outside are recognised where somebody has copied a piece of them: of each hash who wrote it first. Read from the
  -- journal up to cursor, so it can be emptied and is filled again.
  CREATE TABLE outside_texts (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE outside_shingles (hash INTEGER PRIMARY KEY, text_id INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE outside_cursor (id INTEGER PRIMARY KEY CHECK (id = 1), seq INTEGER NOT NULL) STRICT;
  INSERT INTO outside_cursor VALUES (1, 0);
  `,
  /* sql */ `
  -- Which run of an agent wrote, proposed and holds: two sessions of one client have one name. Null: written before, by a person, or without one.
  ALTER TABLE journal ADD COLUMN run TEXT;
  ALTER TABLE proposals ADD COLUMN run TEXT;
  ALTER TABLE claims RENAME COLUMN instance TO run;
  `,
  /* sql */ `
  -- What an entry keeps of long texts instead of them, as JSON by field (entry-texts.ts); null in its before and after stands for it.
  ALTER TABLE journal ADD COLUMN texts TEXT;
  -- The newest entry that knows a long text, and how many steps it takes to read it there.
  CREATE TABLE journal_texts (
    entity TEXT NOT NULL,
    entity_id INTEGER NOT NULL,
    field TEXT NOT NULL,
    seq INTEGER NOT NULL,
    steps INTEGER NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (entity, entity_id, field)
  ) STRICT, WITHOUT ROWID;
  `,
  /* sql */ `
  -- Undo of everything that an actor did looks for just these, and counts them.
  DROP INDEX IF EXISTS journal_by_actor;
  -- And for each of them, what was done later: without reading the entries that do not count.
  DROP INDEX IF EXISTS journal_by_task;
  CREATE INDEX journal_by_task ON journal (task_id, seq, undo_of, undone_by, actor_kind) WHERE task_id IS NOT NULL;
  CREATE INDEX journal_undoable ON journal (actor_name, seq) WHERE actor_kind <> 'system' AND undo_of IS NULL AND undone_by IS NULL AND cause IS NULL;
  `,
  /* sql */ `
  -- When it is due (a day or a moment), who does it, and what must be true for it to be done.
  ALTER TABLE tasks ADD COLUMN due TEXT;
  ALTER TABLE tasks ADD COLUMN assignee TEXT;
  ALTER TABLE tasks ADD COLUMN criteria TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(criteria));
  CREATE INDEX tasks_by_due ON tasks (due) WHERE due IS NOT NULL;
  CREATE INDEX tasks_by_assignee ON tasks (assignee) WHERE assignee IS NOT NULL;
  `,
  /* sql */ `
  -- Reminders by an RRULE. The column is made anew because a check cannot be changed, and the table is not: it must go on counting its ids.
  ALTER TABLE schedules RENAME COLUMN type TO former_type;
  ALTER TABLE schedules ADD COLUMN type TEXT NOT NULL DEFAULT 'one_time' CHECK (type IN ('one_time', 'interval', 'weekly', 'monthly', 'rule'));
  UPDATE schedules SET type = former_type;
  ALTER TABLE schedules DROP COLUMN former_type;
  ALTER TABLE schedules ADD COLUMN rule TEXT;
  ALTER TABLE schedules ADD COLUMN starts_on TEXT;
  `,
  /* sql */ `
  -- Of which task it is a part, and which must be done first: by uid, which is the same on every device, and stays when they are deleted.
  ALTER TABLE tasks ADD COLUMN parent_uid TEXT;
  ALTER TABLE tasks ADD COLUMN blocker_uids TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(blocker_uids));
  CREATE INDEX tasks_by_parent ON tasks (parent_uid, status) WHERE parent_uid IS NOT NULL;
  `,
  /* sql */ `
  -- What agents ask a person about a task. entry: the journal entry of the comment that keeps the answer.
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
  CREATE INDEX questions_by_task ON questions (task_id, id);
  CREATE INDEX questions_by_state ON questions (state, decided_at, id);
  `,
  /* sql */ `
  -- What shows that a task is done. It is written once and never changed; envelope holds what was signed, and is null for what is only claimed.
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
  ) STRICT;
  CREATE INDEX evidence_by_task ON evidence (task_id, seq);
  -- The newest tree that was seen of each working copy, and the public keys that evidence was signed with.
  CREATE TABLE evidence_trees (checkout TEXT PRIMARY KEY, tree TEXT NOT NULL, seen_at TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE evidence_keys (key_id TEXT PRIMARY KEY, public_key TEXT NOT NULL, created_at TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  /* sql */ `
  -- With which entry of the journal the work on a claimed task began, and of each task the last claim that was finished.
  ALTER TABLE claims ADD COLUMN entry INTEGER;
  CREATE TABLE finished_claims (task_id INTEGER PRIMARY KEY, key TEXT NOT NULL, digest TEXT NOT NULL) STRICT;
  `,
  /* sql */ `
  -- Completed tasks whose reminder repeats come back from now on. Those that are done already stay so: nobody expects them.
  INSERT INTO meta SELECT 'tasks_return_since', strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE EXISTS (SELECT 1 FROM tasks WHERE status = 'done');
  `,
  /* sql */ `
  -- Few tasks wait for others: those that wait for one are found among them.
  CREATE INDEX tasks_with_blockers ON tasks (id) WHERE blocker_uids <> '[]';
  `,
  /* sql */ `
  -- The uid that a task will have which others of its source were linked to before it was imported.
  CREATE TABLE import_awaited (
    source TEXT NOT NULL,
    external_id TEXT NOT NULL,
    uid TEXT NOT NULL,
    PRIMARY KEY (source, external_id)
  ) STRICT, WITHOUT ROWID;
  `,
  /* sql */ `
  -- Open tasks in the order in which they are begun; with the labels, so that counting them reads no task.
  CREATE INDEX tasks_next ON tasks (
    assignee, CASE priority WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, due IS NULL, due, created_at, id, labels
  ) WHERE status IN ('backlog', 'todo');
  `,
  /* sql */ `
  -- Reminders that come so long before their task is due: of few tasks, and looked for whenever one is due at another time.
  ALTER TABLE schedules ADD COLUMN before_due_minutes INTEGER;
  CREATE INDEX schedules_before_due ON schedules (task_id) WHERE before_due_minutes IS NOT NULL;
  `,
  /* sql */ `
  -- Which fields the cloud takes, where those are not all (taken), and which this program had when everything was read last (known).
  CREATE TABLE remote_fields (name TEXT PRIMARY KEY CHECK (name IN ('taken', 'known')), fields TEXT NOT NULL CHECK (json_valid(fields))) STRICT, WITHOUT ROWID;
  `,
  /* sql */ `
  -- Which task was merged into which, and the entry of the journal with which it went: its evidence counts for the other one until that is undone.
  CREATE TABLE evidence_merges (entry INTEGER PRIMARY KEY, task_id INTEGER NOT NULL, into_id INTEGER NOT NULL) STRICT;
  CREATE INDEX evidence_merges_by_into ON evidence_merges (into_id);
  `,
  /* sql */ `
  -- Agents that wrote more than they may, and what a person said to it. seq: from which entry on their writes count again.
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
  -- Which runs of agents have read text from outside, and where it stood. run: empty for a call that names none; task_id: 0 for no task.
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
  CREATE INDEX outside_reads_by_time ON outside_reads (at);
  -- Why a write waits that the policy allows, as JSON.
  ALTER TABLE proposals ADD COLUMN because TEXT CHECK (because IS NULL OR json_valid(because));
  `,
  /* sql */ `
  -- Lists by due date; what is not due comes behind every day and moment.
  CREATE INDEX tasks_by_due_order ON tasks (ifnull(due, '~'), id);
  `,
  /* sql */ `
  -- Saved lists: a filter under a name, in the order of their positions. query: the filter as JSON.
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
  `,
  /* sql */ `
  -- Which of several agents in one run holds a claim, and who finished the last one: a call that is repeated without its key must be recognised, too.
  ALTER TABLE claims ADD COLUMN worker TEXT;
  ALTER TABLE finished_claims ADD COLUMN finisher TEXT;
  `,
  /* sql */ `
  -- A proposal can be withdrawn by its agent, and has a name that nobody can guess, under which the agent waits for it.
  CREATE TABLE new_proposals (
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
  ) STRICT;
  INSERT INTO new_proposals
    SELECT id, agent, run, kinds, tool, arguments, task_id, conversation_id, because, state, reason, result, entries, created_at, decided_at, decided_by_kind, decided_by_name,
      lower(hex(randomblob(16))) FROM proposals;
  DROP TABLE proposals;
  ALTER TABLE new_proposals RENAME TO proposals;
  CREATE INDEX proposals_by_state ON proposals (state, id);
  CREATE INDEX proposals_by_agent ON proposals (agent, id);
  CREATE INDEX proposals_by_conversation ON proposals (conversation_id, id) WHERE conversation_id IS NOT NULL;
  `,
  /* sql */ `
  -- Whether anybody has decided about a task yet. Empty in all that are there: an update must not fill the Inbox.
  ALTER TABLE tasks ADD COLUMN triage TEXT;
  CREATE INDEX tasks_untriaged ON tasks (id) WHERE triage IS NOT NULL;
  `,
  /* sql */ `
  -- Where tasks were put in saved lists that are in manual order.
  ALTER TABLE tasks ADD COLUMN places TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(places));
  `,
  /* sql */ `
  -- When the cloud granted a claim: until then somebody else of the team may have the task, too.
  ALTER TABLE claims ADD COLUMN confirmed TEXT;
  -- What the cloud is being asked for. Of what is found here at a start nobody knows the answer: it is given back.
  CREATE TABLE asked_claims (key TEXT PRIMARY KEY, task_id INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  `,
  /* sql */ `
  -- What this list and the team had in common last of each question, as of the team's version.
  CREATE TABLE remote_questions (
    uid TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'answered', 'dismissed')),
    answer TEXT
  ) STRICT, WITHOUT ROWID;
  `,
  /* sql */ `
  -- Proposals have one name on every device of a team. elsewhere: another device carries it out; decide_on: only the desktop of this name can.
  -- to_undo: what an accepted one had written here when the team's decision turned out to be another: taken back right after that was learned.
  ALTER TABLE proposals ADD COLUMN uid TEXT;
  UPDATE proposals SET uid = lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)));
  CREATE UNIQUE INDEX proposals_by_uid ON proposals (uid);
  ALTER TABLE proposals ADD COLUMN elsewhere INTEGER NOT NULL DEFAULT 0 CHECK (elsewhere IN (0, 1));
  ALTER TABLE proposals ADD COLUMN decide_on TEXT;
  ALTER TABLE proposals ADD COLUMN to_undo TEXT CHECK (to_undo IS NULL OR json_valid(to_undo));
  -- What this list and the team had in common last of what waits for a person, as of the team's version. said: with which answer.
  CREATE TABLE remote_waiting (
    kind TEXT NOT NULL CHECK (kind IN ('question', 'proposal')),
    uid TEXT NOT NULL,
    version INTEGER NOT NULL,
    state TEXT NOT NULL,
    said TEXT,
    PRIMARY KEY (kind, uid)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO remote_waiting SELECT 'question', uid, version, state, answer FROM remote_questions;
  DROP TABLE remote_questions;
  `,
  /* sql */ `
  -- Evidence that the team has as well, and how far that of the team was read.
  CREATE TABLE remote_evidence (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE remote_evidence_read (one INTEGER PRIMARY KEY CHECK (one = 1), last INTEGER NOT NULL) STRICT;
  -- The key of what another service of the team signed.
  ALTER TABLE evidence ADD COLUMN public_key TEXT;
  `,
  /* sql */ `
  -- What persons said of pairs of tasks, by the uids of both with _ in between: it holds for a whole team, and for a task that is brought back.
  CREATE TABLE judged_pairs (
    uid TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('different', 'open')),
    said_by TEXT NOT NULL,
    said_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO judged_pairs SELECT min(x.uid, y.uid) || '_' || max(x.uid, y.uid), 'different', 'person', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    FROM distinct_tasks JOIN tasks AS x ON x.id = a JOIN tasks AS y ON y.id = b;
  DROP TABLE distinct_tasks;
  ALTER TABLE remote_waiting RENAME TO remote_waiting_before;
  CREATE TABLE remote_waiting (
    kind TEXT NOT NULL CHECK (kind IN ('question', 'proposal', 'pair')),
    uid TEXT NOT NULL,
    version INTEGER NOT NULL,
    state TEXT NOT NULL,
    said TEXT,
    PRIMARY KEY (kind, uid)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO remote_waiting SELECT * FROM remote_waiting_before;
  DROP TABLE remote_waiting_before;
  `,
  /* sql */ `
  -- Mailboxes that this service watches by itself. servers: to be shown; what is used lies with the password, where secrets are.
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
  ) STRICT, WITHOUT ROWID;
  -- Where each watched folder stands: a UID within a UIDVALIDITY.
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
  `,
  /* sql */ `
  -- How a mailbox of this service answers, as JSON; the mails that came to it, as far as answering them needs; and what is sent.
  ALTER TABLE own_mailboxes ADD COLUMN answers TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(answers));
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
  CREATE INDEX own_letters_of ON own_letters (conversation, sent_at);
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
  CREATE INDEX own_replies_of_task ON own_replies (task_uid);
  CREATE INDEX own_replies_by_day ON own_replies (created_at);
  CREATE INDEX own_replies_due ON own_replies (due_at) WHERE due_at IS NOT NULL;
  CREATE UNIQUE INDEX own_replies_once ON own_replies (task_uid, cause) WHERE cause IN ('acknowledge', 'done') AND state <> 'canceled';
  `,
  /* sql */ `
  -- Its fields as both had them in a history of the cloud that is gone; until it is compared with the one that is there now.
  ALTER TABLE remote_items ADD COLUMN former TEXT;
  `,
  /* sql */ `
  -- The quota that a refused write goes beyond, as the cloud tells it (JSON): so that it can be said in the language of whoever looks.
  ALTER TABLE remote_items ADD COLUMN over_quota TEXT;
  `,
]
