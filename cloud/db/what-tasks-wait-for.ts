// The conditions by which both the list and the choice of the next task know what has to wait. Each looks a few rows up by an index: asked as EXISTS,
// PostgreSQL reads all tasks of the team for it where it guesses that these are few, as it does until it has counted them.
import { sql } from 'kysely'

/** For another task that is open: one that must be done first, or a part of it. */
export const waitsForTasks = sql<boolean>`((tasks.blocker_uids <> '{}' AND (SELECT true FROM unnest(tasks.blocker_uids) blocker JOIN tasks other
    ON other.team_id = tasks.team_id AND other.uid = blocker::uuid WHERE other.status <> 'done' LIMIT 1) IS NOT NULL)
  OR (SELECT true FROM tasks part WHERE part.team_id = tasks.team_id AND part.parent_uid = tasks.uid::text AND part.status <> 'done' LIMIT 1) IS NOT NULL)`

const isAsked = sql<boolean>`(SELECT true FROM questions q WHERE q.team_id = tasks.team_id AND q.task_uid = tasks.uid AND q.state = 'open' LIMIT 1) IS NOT NULL`

/** On rows `p` of `proposals`, word for word as the index `proposals_finishing` has it: a task whose finish waits for a person stays with it. */
export const holdsTask = sql<boolean>`(p.state = 'pending' AND p.tool = 'finish_task')`
const isFinishing = sql<boolean>`(SELECT true FROM proposals p WHERE p.team_id = tasks.team_id AND p.about_uid = tasks.uid AND ${holdsTask} LIMIT 1) IS NOT NULL`

/** For the answer to a question about it, or for a word about its finish. */
export const waitsForPerson = sql<boolean>`(${isAsked} OR ${isFinishing})`

/** Somebody works on it. */
export const isClaimed = sql<boolean>`(SELECT true FROM claims c WHERE c.team_id = tasks.team_id AND c.task_id = tasks.id AND c.expires_at > now()) IS NOT NULL`
