// The condition of a task that cannot begin yet because of others, for the store of tasks and for search, which reads on a connection of its own.

/** For another task that is open: one that must be done first, or a part of it. */
export const waitsForTasks = `(EXISTS (SELECT 1 FROM json_each(tasks.blocker_uids) b JOIN tasks other ON other.uid = b.value WHERE other.status <> 'done')
  OR EXISTS (SELECT 1 FROM tasks part WHERE part.parent_uid = tasks.uid AND part.status <> 'done'))`
