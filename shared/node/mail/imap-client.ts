// A connection to an IMAP server that is signed in, or a MailFault. Nothing is said in the clear unless the account says so, and every answer has its deadline.
import type { ImapFlow } from 'imapflow'
import type { MailServer } from '../../schema/mail/mail-account.ts'
import { faultOf, MailFault } from './mail-fault.ts'
import { type MailNet, usualTimes } from './mail-net.ts'

/** What signs in. */
export type MailSecret = { password: string } | { accessToken: string }

export interface ImapAccount {
  server: MailServer
  user: string
  secret: MailSecret
}

export const secretsOf = (secret: MailSecret): string[] => Object.values(secret)

const maxAddresses = 3
/** Of one answer; a part of a mail is asked for up to less than that. */
const maxResponse = 32 * 1024 * 1024

/** What was said to each server and must not come back in what it says. */
const saidTo = new WeakMap<ImapFlow, readonly string[]>()

const accountOf = new WeakMap<ImapFlow, ImapAccount>()

/** Another connection like this one, which has ended. */
export async function openAgain(client: ImapFlow, net: MailNet): Promise<ImapFlow> {
  const account = accountOf.get(client)
  if (!account) throw new MailFault('closed')
  return openImap(account, net)
}

/** One deadline for one answer: a connection that is half closed answers nothing, for ever. Throws MailFault only. */
export async function answerOf<T>(client: ImapFlow, net: MailNet, asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new MailFault('closed', 'no answer in time'))
      client.close()
    }, net.times?.answer ?? usualTimes.answer)
  })
  try {
    return await Promise.race([asked, late])
  } catch (error) {
    throw faultOf(error, saidTo.get(client))
  } finally {
    clearTimeout(timer)
    asked.catch(() => undefined)
  }
}

async function clientAt(address: string, { server, user, secret }: ImapAccount, net: MailNet): Promise<ImapFlow> {
  // Not before somebody has a mailbox: it is a third of what a start would read.
  const { ImapFlow } = await import('imapflow')
  const { connect } = { ...usualTimes, ...net.times }
  return new ImapFlow({
    host: address,
    servername: server.host,
    port: server.port,
    secure: server.security === 'tls',
    // true: without STARTTLS nothing is said at all; a stripped offer is a failure.
    doSTARTTLS: server.security === 'starttls',
    auth: 'password' in secret ? { user, pass: secret.password } : { user, accessToken: secret.accessToken },
    tls: { minVersion: 'TLSv1.2', ...(net.ca ? { ca: [...net.ca] } : {}) },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    disableBinary: true,
    connectionTimeout: connect,
    greetingTimeout: connect,
    // Silence is looked after by who uses it.
    socketTimeout: 30 * 60_000,
    maxLineLength: maxResponse,
    maxLiteralSize: maxResponse,
    maxResponseSize: 2 * maxResponse,
    maxResponseTokens: 300_000,
    clientInfo: { name: 'Tandem' },
  })
}

export async function openImap(account: ImapAccount, net: MailNet): Promise<ImapFlow> {
  const secrets = secretsOf(account.secret)
  let addresses: string[]
  try {
    addresses = (await net.addressesOf(account.server)).slice(0, maxAddresses)
  } catch (error) {
    throw faultOf(error, secrets)
  }
  let fault = new MailFault('unreachable')
  for (const address of addresses) {
    const client = await clientAt(address, account, net)
    // Whoever waits for an answer is told by it; without a listener it would end the process.
    client.on('error', () => undefined)
    saidTo.set(client, secrets)
    accountOf.set(client, account)
    try {
      await answerOf(client, { ...net, times: { answer: 3 * (net.times?.connect ?? usualTimes.connect) } }, client.connect())
      return client
    } catch (error) {
      client.close()
      fault = faultOf(error, secrets)
      // Another address of the same server knows no other password.
      if (fault.code !== 'unreachable' && fault.code !== 'closed') throw fault
    }
  }
  // A server that hangs up before it said anything is none.
  throw fault.code === 'closed' ? new MailFault('unreachable', fault.said) : fault
}

/** Says goodbye, and does not wait for long until it is heard. */
export async function closeImap(client: ImapFlow): Promise<void> {
  const timer = setTimeout(() => client.close(), 2000)
  await client.logout().catch(() => undefined)
  clearTimeout(timer)
  client.close()
}
