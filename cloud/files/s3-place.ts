// Files in a bucket of any store that speaks S3. Every call is signed, the bytes included: what arrives damaged is refused there.
import { AwsClient } from 'aws4fetch'
import { openAsBlob } from 'node:fs'
import { AppError } from '../../shared/domain/app-error.ts'
import type { FilePlace } from './file-place.ts'
import type { S3Config } from './files-config.ts'
import type { FileObject } from './sealed-file.ts'

const answersWithinMs = 20_000
const sentWithinMs = 300_000
const emptySum = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** `spoolFolder`: for files on their way there. */
export function createS3Place({ url, region, keyId, secret }: S3Config, spoolFolder: string): FilePlace {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 3, initRetryMs: 100 })
  const urlOf = ({ team, object }: FileObject) => `${url}/${team}/${object}`

  async function call(method: string, of: FileObject, sum: string, body: Blob | undefined, timeoutMs: number): Promise<Response> {
    try {
      return await client.fetch(urlOf(of), {
        method,
        headers: { 'X-Amz-Content-Sha256': sum, ...(body ? { 'Content-Type': 'application/octet-stream' } : {}) },
        ...(body ? { body } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
    } catch (error) {
      throw away('it cannot be reached', error)
    }
  }

  /** What the store says is for the log: its texts may name the key. */
  async function refused(response: Response): Promise<AppError> {
    const said = await response.text().catch(() => '')
    return away(`it answered ${response.status} ${/<Code>([^<]{1,100})/.exec(said)?.[1] ?? ''}`.trim())
  }

  return {
    spoolFolder,
    async put(to, { path, sum }) {
      const response = await call('PUT', to, sum, await openAsBlob(path), sentWithinMs)
      if (!response.ok) throw await refused(response)
      await response.body?.cancel()
    },
    async read(from) {
      const response = await call('GET', from, emptySum, undefined, sentWithinMs)
      if (response.ok && response.body) return response.body
      if (response.status !== 404) throw await refused(response)
      await response.body?.cancel()
      return undefined
    },
    async has(one) {
      const response = await call('HEAD', one, emptySum, undefined, answersWithinMs)
      if (!response.ok && response.status !== 404) throw await refused(response)
      return response.ok
    },
    async remove(one) {
      const response = await call('DELETE', one, emptySum, undefined, answersWithinMs)
      if (!response.ok && response.status !== 404) throw await refused(response)
      await response.body?.cancel()
    },
  }
}

function away(why: string, cause?: unknown): AppError {
  return new AppError('storage_unavailable', 'The store for files does not work at the moment. Nothing was changed. Send the same again in a moment.', {
    extra: { retry_after: 10 },
    cause: new Error(`the store for files: ${why}`, { cause }),
  })
}
