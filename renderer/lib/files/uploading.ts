import { createStore } from '../store.ts'

/** Files that are on their way to the service, by hash, and how far they are, 0..1: a text may name them already. */
export const uploading = createStore<ReadonlyMap<string, number>>(new Map())

export function tellUpload(hash: string, progress: number | undefined): void {
  const next = new Map(uploading.get())
  if (progress === undefined) next.delete(hash)
  else next.set(hash, progress)
  uploading.set(next)
}
