// A task whose finish waits for a person stays with it: nobody else is to do that work again meanwhile. For the store of proposals and for search,
// which reads on a connection of its own.

export const finishTool = 'finish_task'

/** As a condition on rows of `proposals`. */
export const holdsTask = `(proposals.state = 'pending' AND proposals.tool = '${finishTool}')`
