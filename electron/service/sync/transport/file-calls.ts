// Files of a team, as a desktop sends and reads them.
import { type CloudRequest, createWatch } from './cloud-request.ts'
import { isObject, LinkError } from './link-error.ts'

/** A cloud’s word for anything else is not passed on. */
const shownTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])
/** Milliseconds until a file begins. */
const openingTimeoutMs = 10_000

export function createFileCalls({ ask, json }: CloudRequest, strange: () => LinkError) {
  return {
    /** Which of these files the team lacks. A cloud that keeps none lacks none. */
    async lackingFiles(hashes: readonly string[]): Promise<string[]> {
      try {
        const { body } = await json<{ hashes?: unknown }>('/attachments/lacking', { method: 'POST', body: JSON.stringify({ hashes }) })
        if (!isObject(body) || !Array.isArray(body.hashes)) throw strange()
        return body.hashes as string[]
      } catch (error) {
        if (error instanceof LinkError && (error.status === 404 || error.status === 405)) return []
        throw error
      }
    },

    /** The name is of no matter: which file it is, its content says. */
    async sendFile(hash: string, file: Blob): Promise<void> {
      await json(`/attachments?name=${hash.slice(0, 12)}`, { method: 'POST', body: file })
    },

    /** Without a byte of it. Undefined: the team does not have it. */
    async describeFile(hash: string): Promise<{ bytes: number; image: string | undefined } | undefined> {
      try {
        const { headers } = await ask(`/attachments/${hash}/file`, { method: 'HEAD' }, AbortSignal.timeout(openingTimeoutMs))
        const type = headers.get('content-type') ?? ''
        return { bytes: Number(headers.get('content-length')), image: shownTypes.has(type) ? type : undefined }
      } catch (error) {
        if (error instanceof LinkError && error.status === 404) return undefined
        throw error
      }
    },

    /** Undefined: the team does not have it. */
    async readFile(hash: string): Promise<Response | undefined> {
      const opening = createWatch(openingTimeoutMs)
      try {
        return await ask(`/attachments/${hash}/file`, {}, opening.signal)
      } catch (error) {
        if (error instanceof LinkError && error.status === 404) return undefined
        throw error
      } finally {
        opening.end()
      }
    },
  }
}
