// Mails with files, as programs write them.
import { randomUUID } from 'node:crypto'
import { rawMail, type RawMail } from './dovecot.ts'

export interface MimePart {
  /** With its parameters. */
  type: string
  headers?: readonly string[]
  content: string | Uint8Array
  /** Default: base64 for bytes, 8bit for text. */
  encoding?: string
}

const lines = (text: string) => text.replaceAll(/.{1,76}/g, '$&\r\n')

/** One part, in its own lines. */
export function part({ type, headers = [], content, encoding = typeof content === 'string' ? '8bit' : 'base64' }: MimePart): string {
  const body = encoding === 'base64' && typeof content !== 'string' ? lines(Buffer.from(content).toString('base64')) : content.toString()
  return [`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, ...headers, '', body].join('\r\n')
}

/** Parts within one. */
export function multipart(kind: string, parts: readonly string[], boundary = `b${randomUUID()}`): string {
  return [`Content-Type: multipart/${kind}; boundary="${boundary}"`, '', ...parts.map((one) => `--${boundary}\r\n${one}`), `--${boundary}--`, ''].join('\r\n')
}

export const attached = (name: string, content: Uint8Array | string, type = 'application/octet-stream'): string =>
  part({ type: `${type}; name="${name}"`, headers: [`Content-Disposition: attachment; filename="${name}"`], content: Buffer.from(content) })

export const inline = (id: string, name: string, content: Uint8Array, type = 'image/png'): string =>
  part({ type: `${type}; name="${name}"`, headers: [`Content-ID: <${id}>`, `Content-Disposition: inline; filename="${name}"`], content })

/** A mail whose body is this part. */
export function mimeMail(mail: Omit<RawMail, 'body' | 'headers'>, body: string): string {
  const end = body.indexOf('\r\n\r\n')
  return rawMail({ ...mail, headers: ['MIME-Version: 1.0', ...body.slice(0, end).split('\r\n')], body: body.slice(end + 4) })
}

/** A PDF of one empty page. */
export const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)
