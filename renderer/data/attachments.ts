// Files on their way into the data folder. A file's address is its hash, so the text can name it before a byte has been sent.
import { attachmentMarkdown } from '../../shared/domain/attachments/attachment-link.ts'
import { imageTypeBytes, imageTypeOf } from '../../shared/domain/attachments/image-type.ts'
import { fileName } from '../../shared/domain/file-name.ts'
import type { Problem } from '../../shared/schema/problem.ts'
import { ApiError } from '../backend/api.ts'
import { connection } from '../backend/connection.ts'
import { uploadRequest } from '../backend/file-address.ts'
import { localPerson } from '../backend/local-person.ts'
import { tellUpload } from '../lib/files/uploading.ts'

export interface Attaching {
  file: File
  hash: string
  name: string
  isImage: boolean
  /** What stands in the text for it. */
  markdown: string
}

/** Reads it. Throws where it cannot be read: a folder, or a file that changed since it was chosen. */
export async function readForAttaching(file: File, name: string): Promise<Attaching> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const hash = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const isImage = imageTypeOf(bytes.subarray(0, imageTypeBytes)) !== undefined
  const ref = { hash, name: fileName(name) }
  return { file, ...ref, isImage, markdown: attachmentMarkdown(ref, isImage) }
}

/** Rejects as other calls do. (fetch does not tell how much of a body was sent.) */
export function sendAttachment({ file, hash, name }: Attaching, told: (progress: number) => void): Promise<void> {
  const request = new XMLHttpRequest()
  const tell = (progress: number) => {
    tellUpload(hash, progress)
    told(progress)
  }
  return new Promise<void>((resolve, reject) => {
    const { url, headers } = uploadRequest(name, localPerson.name)
    request.open('POST', url)
    for (const [header, value] of Object.entries({ 'Content-Type': 'application/octet-stream', ...headers })) request.setRequestHeader(header, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => tell(total === 0 ? 0 : loaded / total))
    request.addEventListener('load', () => {
      if (request.status === 401) connection.needsToken.set(true)
      if (request.status < 300) return resolve()
      try {
        reject(new ApiError(JSON.parse(request.responseText) as Problem))
      } catch {
        reject(new TypeError('no answer of the service'))
      }
    })
    for (const event of ['error', 'abort', 'timeout'] as const) request.addEventListener(event, () => reject(new TypeError(event)))
    tell(0)
    request.send(file)
  }).finally(() => tellUpload(hash, undefined))
}
