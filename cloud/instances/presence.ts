// Each instance says that it runs and which keys it has, so that a change of the key waits for those that could not read what is sealed with the new one.
import type { Database } from '../db/database.ts'
import type { Tx } from '../db/database.ts'
import { aliveFor, type Instance, instanceStore } from './instance-store.ts'

export { aliveFor, type Instance }

/** Those that run, as far as is known. */
export const aliveInstances = (tx: Tx) => instanceStore.alive(tx)

const usually = 15_000

interface PresenceDeps {
  db: Pick<Database, 'asCourier'>
  instance: Instance
  onError: (error: unknown) => void
  /** Milliseconds. */
  every?: number
}

export function createPresence({ db, instance, onError, every = usually }: PresenceDeps) {
  let saying: Promise<unknown> = Promise.resolve()
  const say = () =>
    db.asCourier(async (tx) => {
      await instanceStore.seen(tx, instance)
      await instanceStore.forget(tx)
    })
  const timer = setInterval(() => void (saying = saying.then(say).catch(onError)), every).unref()
  return {
    async close(): Promise<void> {
      clearInterval(timer)
      // Said late, it would stand there for a minute as one that runs, perhaps with a key that nobody has any more.
      await saying
      await db.asCourier((tx) => instanceStore.gone(tx, instance.id)).catch(onError)
    },
  }
}
