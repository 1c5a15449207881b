// Files as they are attached: real images of one pixel, and texts.
import type { Attachment } from '../../shared/schema/files/attachment.ts'
import { signed } from './service/as-person.ts'
import type { ProblemBody } from './service/http.ts'

export const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
export const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

type Content = string | Uint8Array<ArrayBuffer> | ReadableStream

const send = (url: string, name: string, body: Content, headers: Record<string, string>) =>
  fetch(`${url}/attachments?${new URLSearchParams({ name })}`, {
    method: 'POST',
    headers: signed(url, headers),
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  })

export async function upload(url: string, name: string, body: Content, headers: Record<string, string> = {}) {
  const response = await send(url, name, body, headers)
  return { status: response.status, headers: response.headers, body: (await response.json()) as Attachment }
}

export async function refused(url: string, name: string, body: Content, headers: Record<string, string> = {}) {
  const response = await send(url, name, body, headers)
  return { status: response.status, body: (await response.json()) as ProblemBody }
}
