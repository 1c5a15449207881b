// A worker: the local service without a person, connected with one team. What desktops do for their team it does without one: mails become tasks,
// reminders reach the members' devices.
import type { Notifier } from '../service/reminders/notifier.ts'
import { startService } from '../service/start-service.ts'
import type { WorkerConfig } from './config.ts'
import { createWorkerConnection } from './connection.ts'
import { openHealth } from './health.ts'

export interface WorkerOptions extends WorkerConfig {
  version: string
  /** For the log. */
  say: (line: string) => void
}

/** Nobody sits here: a reminder is told to the team's devices, which the list does by itself. */
const nobodyLooks: Notifier = { name: 'worker', available: async () => true, show: async () => undefined }

/** Throws StartError where the settings, the folder, the port or the cloud speak against it. */
export async function startWorker({ host, port, version, logLevel, dataDir, ...options }: WorkerOptions) {
  const damaged = (error: unknown) => {
    console.error((error as Error).message)
    process.exit(1)
  }
  const service = await startService({ port: 0, dataDir, version, requireToken: true, logLevel, notifier: nobodyLooks, damaged })
  const opened: (() => Promise<void>)[] = [service.close]
  async function close(): Promise<void> {
    for (const undo of opened.splice(0).reverse()) await undo()
  }
  try {
    const connection = createWorkerConnection({ ...options, dataDir, serviceUrl: service.url })
    opened.push(connection.close)
    const health = await openHealth({ host, port, version, ...connection })
    opened.push(health.close)
    await connection.connect()
    return { url: health.url, close }
  } catch (error) {
    await close()
    throw error
  }
}
