// Push services that take everything, in a process of their own: HTTP/2 for APNs and FCM, HTTPS for browsers, and an OAuth token for FCM.
// Writes one line of JSON when it is ready, and then, for titles that say when they were sent, how long that took.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo, Server } from 'node:net'

const folder = new URL('../support/certificate/', import.meta.url)
const tls = { key: readFileSync(new URL('localhost.key', folder)), cert: readFileSync(new URL('localhost.crt', folder)) }

const http2 = createSecureServer({ ...tls, settings: { maxConcurrentStreams: 1000 } })
http2.on('stream', (stream) => {
  let text = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => (text += chunk))
  stream.on('end', () => {
    const sentAt = /@(\d+\.\d+)@/.exec(text)?.[1]
    if (sentAt) process.stdout.write(`${(performance.timeOrigin + performance.now() - Number(sentAt)).toFixed(2)}\n`)
    stream.respond({ ':status': 200 })
    stream.end('{}')
  })
  stream.on('error', () => undefined)
})
const web = createHttps(tls, (request, response) => {
  request.resume().on('end', () => response.writeHead(201).end())
})
const oauth = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":"ya29.x","expires_in":3599}'))
})

const listen = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
const [h2, https, http] = [await listen(http2), await listen(web), await listen(oauth)]
process.stdout.write(`${JSON.stringify({ h2: `https://localhost:${h2}`, web: `localhost:${https}`, oauth: `http://127.0.0.1:${http}/token` })}\n`)
process.once('SIGTERM', () => process.exit(0))
