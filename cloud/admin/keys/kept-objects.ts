// What the store for files has to have, as the database knows it.
import type { Tx } from '../../db/database.ts'
import { type KeptObject, sealedStore } from './sealed-store.ts'

/** A stretch in the order of their ids. */
export const keptObjects = (tx: Tx, after: KeptObject | undefined, limit: number): Promise<KeptObject[]> => sealedStore.objects(tx, after, limit)

/** Those of the objects that the database knows. */
export const knownObjects = (tx: Tx, objects: readonly string[]): Promise<ReadonlySet<string>> => sealedStore.known(tx, objects)
