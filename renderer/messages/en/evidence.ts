// What shows that a task is done.
export const evidence = {}
