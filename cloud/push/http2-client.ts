// One HTTP/2 connection to a push service, with as many calls at a time as it allows; opened when needed, replaced when it breaks.
import { type ClientHttp2Session, connect, constants } from 'node:http2'
import { rootCertificates } from 'node:tls'

interface Http2Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

export interface Http2Client {
  /** Throws when there is no answer. */
  post(path: string, headers: Record<string, string>, body: string): Promise<Http2Reply>
  close(): Promise<void>
}

const maxBody = 4096

export function createHttp2Client(origin: string, { ca, timeout = 10_000 }: { ca?: string | undefined; timeout?: number } = {}): Http2Client {
  let session: ClientHttp2Session | undefined

  function open(): ClientHttp2Session {
    if (session && !session.closed && !session.destroyed) return session
    const own = connect(origin, ca === undefined ? {} : { ca: [...rootCertificates, ca] })
    session = own
    const forget = () => {
      if (session === own) session = undefined
    }
    // The calls under way fail by themselves.
    own.on('error', forget).on('close', forget)
    own.on('goaway', () => {
      forget()
      own.close()
    })
    own.unref()
    return own
  }

  return {
    post(path, headers, body) {
      return new Promise((resolve, reject) => {
        const own = open()
        const call = own.request({ ':method': 'POST', ':path': path, ...headers, 'content-length': String(Buffer.byteLength(body)) })
        let status = 0
        let replyHeaders: Http2Reply['headers'] = {}
        let text = ''
        const timer = setTimeout(() => {
          // A connection that swallows one call swallows the next, too.
          if (session === own) session = undefined
          call.close(constants.NGHTTP2_CANCEL)
          own.destroy()
          reject(Object.assign(new Error('no answer in time'), { code: 'timeout' }))
        }, timeout)
        call.setEncoding('utf8')
        call.on('response', (received) => {
          status = received[':status'] ?? 0
          replyHeaders = received
        })
        call.on('data', (chunk: string) => {
          if (text.length < maxBody) text += chunk
        })
        call.once('error', (error) => {
          clearTimeout(timer)
          reject(error)
        })
        call.once('close', () => {
          clearTimeout(timer)
          if (status > 0) resolve({ status, headers: replyHeaders, body: text })
          else reject(Object.assign(new Error('the connection ended before an answer'), { code: 'connection_lost' }))
        })
        call.end(body)
      })
    },
    async close() {
      const own = session
      session = undefined
      if (!own || own.destroyed) return
      await new Promise<void>((resolve) => own.close(() => resolve()))
    },
  }
}
