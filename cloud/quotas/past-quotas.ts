// What has to be written whatever was written today: the end of a claim, of a membership, of an address.
import type { Tx } from '../db/database.ts'
import { pastStore } from './past-store.ts'

/** From here on nothing in the transaction is refused for the events of the day. */
export const goPastDailyEvents = async (tx: Tx): Promise<void> => void (await pastStore.pass(tx))
