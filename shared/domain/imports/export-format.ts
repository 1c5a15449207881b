/** The first line of an export of the list: what it is, and in which version of the format. Nothing in it changes from run to run. */
export const exportHeader = { format: 'tandem', version: 2 } as const
