// A receiver of webhooks as others would write one: https, checks each signature with the library of Standard Webhooks, and can say no.
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { Webhook } from 'standardwebhooks'

const folder = new URL('../certificate/', import.meta.url)
export const authority = readFileSync(new URL('localhost.crt', folder), 'utf8')
const tls = { key: readFileSync(new URL('localhost.key', folder)), cert: authority }

export interface Received {
  id: string
  path: string
  body: { type: string; timestamp: string; data: Record<string, unknown> }
}

export interface Receiver {
  url: string
  /** With the port, as the operator allows it. */
  host: string
  /** Those whose signature was right. */
  received: Received[]
  /** All that came, with the status that was answered. */
  answers: number[]
  /** Set once it is known: what is not signed with it is 401. */
  secret: string
  /** What it answers instead; 'hang': nothing. */
  mood: (path: string) => { status: number; headers?: Record<string, string> } | 'hang' | undefined
  close(): Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', host: '', received: [], answers: [], secret: '', mood: () => undefined, close: async () => undefined }
  const server = createServer(tls, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? '/'
      const mood = receiver.mood(path)
      if (mood === 'hang') return
      const answer = ({ status, headers = {} }: { status: number; headers?: Record<string, string> }) => {
        receiver.answers.push(status)
        response.writeHead(status, headers).end()
      }
      if (mood) return answer(mood)
      const text = Buffer.concat(parts).toString()
      try {
        const body = new Webhook(receiver.secret).verify(text, request.headers as Record<string, string>) as Received['body']
        receiver.received.push({ id: String(request.headers['webhook-id']), path, body })
        answer({ status: 204 })
      } catch {
        answer({ status: 401 })
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.host = `localhost:${(server.address() as AddressInfo).port}`
  receiver.url = `https://${receiver.host}`
  receiver.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return receiver
}
