// Conditions on rows of `questions`, for their store and for search, which reads on a connection of its own.

/** Asked each time, as is whether the task is there: an undo takes the answer back or brings the task back, and with it the question. */
export const undone = "(questions.state = 'answered' AND EXISTS (SELECT 1 FROM journal WHERE seq = questions.entry AND undone_by IS NOT NULL))"

/** As a condition on rows of `questions`. */
export const isOpen = `(questions.state = 'open' OR ${undone})`
