// Whether a server of mail answers here, with a certificate for its name: looked at without saying anything.
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { MailServer } from '../../../schema/mail/mail-account.ts'
import { type MailNet, reachableAddress } from '../mail-net.ts'

const timeout = 4000
const greetings = { imap: /^\* (?:OK|PREAUTH)/i, smtp: /^220[ -]/ }

/** STARTTLS is not tried out here: signing in does. */
export async function answersAs(kind: 'imap' | 'smtp', server: MailServer, net: MailNet): Promise<boolean> {
  const address = await reachableAddress({ ...net, times: { ...net.times, connect: timeout } }, server).catch(() => undefined)
  if (address === undefined) return false
  return new Promise((resolve) => {
    const options = { host: address, port: server.port }
    const socket: Socket =
      server.security === 'tls' ? connectTls({ ...options, servername: server.host, ...(net.ca ? { ca: [...net.ca] } : {}) }) : connectPlain(options)
    const done = (answers: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answers)
    }
    const timer = setTimeout(() => done(false), timeout)
    socket.on('error', () => done(false))
    socket.on('close', () => done(false))
    socket.once('data', (chunk: Buffer) => done(greetings[kind].test(chunk.toString('latin1', 0, 100))))
  })
}
