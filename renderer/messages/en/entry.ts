// Entries of the history, as sentences after the actor’s name.

export const entry = {
  /** Who wrote what came out of a file. */
  importOf: (file: string) => `Import of ${file}`,
}
