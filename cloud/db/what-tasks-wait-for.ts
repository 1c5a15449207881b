// The conditions by which both the list and the choice of the next task know what has to wait. Each looks a few rows up by an index: asked as EXISTS,
// PostgreSQL reads all tasks of the team for it where it guesses that these are few, as it does until it has counted them.
import { sql } from 'kysely'

/** For another task that is open: one that must be done first, or a part of it. */
export const waitsForTasks = sql<boolean>`((tasks.blocker_uids <> '{}' AND (SELECT true FROM unnest(tasks.blocker_uids) blocker JOIN tasks other
    ON other.team_id = tasks.team_id AND other.uid = blocker::uuid WHERE other.status <> 'done' LIMIT 1) IS NOT NULL)
  OR (SELECT true FROM tasks part WHERE part.team_id = tasks.team_id AND part.parent_uid = tasks.uid::text AND part.status <> 'done' LIMIT 1) IS NOT NULL)`

/** For the answer to a question about it. */
export const waitsForPerson = sql<boolean>`(SELECT true FROM questions q WHERE q.team_id = tasks.team_id AND q.task_uid = tasks.uid AND q.state = 'open' LIMIT 1) IS NOT NULL`

/** Somebody works on it. */
export const isClaimed = sql<boolean>`(SELECT true FROM claims c WHERE c.team_id = tasks.team_id AND c.task_id = tasks.id AND c.expires_at > now()) IS NOT NULL`
