// What a task waits for, as conditions on rows of a list in SQLite: for the stores of the service, and for search, which reads on a connection of its
// own. Both must agree on which task is ready.

/** For another task that is open: one that must be done first, or a part of it. */
export const waitsForTasks = `(EXISTS (SELECT 1 FROM json_each(tasks.blocker_uids) b JOIN tasks other ON other.uid = b.value WHERE other.status <> 'done')
  OR EXISTS (SELECT 1 FROM tasks part WHERE part.parent_uid = tasks.uid AND part.status <> 'done'))`

export const finishTool = 'finish_task'

/** On rows of `proposals`: a task whose finish waits for a person stays with it. Nobody else is to do that work again meanwhile. */
export const holdsTask = `(proposals.state = 'pending' AND proposals.tool = '${finishTool}')`

/** On rows of `questions`. Asked each time, as is whether the task is there: an undo takes the answer back or brings the task back, and with it the question. */
export const undone = "(questions.state = 'answered' AND EXISTS (SELECT 1 FROM journal WHERE seq = questions.entry AND undone_by IS NOT NULL))"

/** On rows of `questions`. */
export const isOpen = `(questions.state = 'open' OR ${undone})`
