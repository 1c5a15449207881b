// A store that speaks S3, as far as we ask it: objects below a bucket, each call checked (Signature Version 4, read from Amazon's own description and not
// from the client's code), and bytes that are not what the call says refused.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3Store {
  /** With the bucket. */
  url: string
  keyId: string
  secret: string
  region: string
  objects: Map<string, Buffer>
  /** What was refused, and why. */
  refused: string[]
  /** Answers a call itself where it returns a status; 'hang' does nothing and never answers, 'silent' does it and never answers. */
  mood: (method: string, path: string) => number | 'hang' | 'silent' | undefined
  close(): Promise<void>
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

function signatureOf(request: IncomingMessage, secret: string, signedHeaders: string, scope: string, date: string): string {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
  const query = [...searchParams].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).sort()
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const canonical = [request.method, pathname, query.join('&'), headers.join(''), signedHeaders, request.headers['x-amz-content-sha256']].join('\n')
  const [day = '', region = '', service = '', end = ''] = scope.split('/')
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), end)
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex')
}

/** Undefined: it is signed as it should be. */
function wrongWith(request: IncomingMessage, body: Buffer, { keyId, secret, region }: S3Store): string | undefined {
  const [, id, scope = '', signedHeaders = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(request.headers.authorization ?? '') ?? []
  const date = String(request.headers['x-amz-date'] ?? '')
  const sent = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (id !== keyId) return 'InvalidAccessKeyId'
  if (scope !== `${date.slice(0, 8)}/${region}/s3/aws4_request`) return 'AuthorizationHeaderMalformed'
  if (!(Math.abs(Date.now() - sent) < 900_000)) return 'RequestTimeTooSkewed'
  for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256']) if (!signedHeaders.split(';').includes(needed)) return 'AccessDenied'
  if (signatureOf(request, secret, signedHeaders, scope, date) !== signature) return 'SignatureDoesNotMatch'
  if (request.headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  return undefined
}

export async function openS3(): Promise<S3Store> {
  const objects = new Map<string, Buffer>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { pathname } = new URL(request.url ?? '', 'http://x')
    const path = pathname.replace('/bucket/', '')
    const method = request.method ?? ''
    const mood = store.mood(method, path)
    if (mood === 'hang') return
    const wrong = typeof mood === 'number' ? 'AccessDenied' : wrongWith(request, body, store)
    if (wrong !== undefined) {
      store.refused.push(`${method} ${wrong}`)
      return void response.writeHead(typeof mood === 'number' ? mood : 403, { 'Content-Type': 'application/xml' }).end(`<Error><Code>${wrong}</Code></Error>`)
    }
    const found = objects.get(path)
    if (method === 'PUT') {
      if (request.headers['content-length'] === undefined) return void response.writeHead(411).end('<Error><Code>MissingContentLength</Code></Error>')
      objects.set(path, body)
      if (mood === 'silent') return
      return void response.writeHead(200).end()
    }
    if (method === 'DELETE') {
      objects.delete(path)
      return void response.writeHead(204).end()
    }
    if (!found) return void response.writeHead(404).end(method === 'HEAD' ? undefined : '<Error><Code>NoSuchKey</Code></Error>')
    response.writeHead(200, { 'Content-Length': found.length }).end(method === 'HEAD' ? undefined : found)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const store: S3Store = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`,
    keyId: 'AKIATEST',
    secret: 'a secret of the bucket',
    region: 'eu-test-1',
    objects,
    refused: [],
    mood: () => undefined,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return store
}
