// Entries of the history, after the actor’s name. They have no verb that follows it: "Du" and "Ana" would need different ones.
import type { entry as english } from '../en/entry.ts'

export const entry: typeof english = {
  importOf: (file) => `Import von ${file}`,
}
