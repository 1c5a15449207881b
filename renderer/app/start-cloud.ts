// The start of the web UI that the cloud serves.
import { backend, provideBackend } from '../backend/backend.ts'
import { createCloudBackend } from '../backend/cloud/backend.ts'
import { copyListener } from '../data/copy-listener.ts'

export async function startCloud(): Promise<void> {
  provideBackend(createCloudBackend(copyListener))
  await backend.start()
}
