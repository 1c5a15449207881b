/** Lets other callers be answered first. */
export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
