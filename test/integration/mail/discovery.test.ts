// Finding the servers of an address, sending through one, and access tokens: against real servers, with names that a test can give.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { discoverMail } from '../../../shared/node/mail/discovery/discover.ts'
import { fetchText } from '../../../shared/node/mail/discovery/fetch-text.ts'
import { readAutoconfig } from '../../../shared/node/mail/discovery/autoconfig.ts'
import { answersAs } from '../../../shared/node/mail/discovery/probe.ts'
import { MailFault } from '../../../shared/node/mail/mail-fault.ts'
import { openNet } from '../../../shared/node/mail/mail-net.ts'
import { refreshMailToken } from '../../../shared/node/mail/oauth-token.ts'
import { handOver } from '../../../shared/node/mail/hand-over.ts'
import { checkSmtp, sendMail } from '../../../shared/node/mail/smtp-client.ts'
import { testCa } from '../../support/mail/dovecot.ts'
import { openTestSmtp } from '../../support/mail/smtp-server.ts'

const net = openNet(testCa)
const nothing = { net, srv: async () => [], text: async () => undefined, answers: async () => false }
const read = (name: string) => readFileSync(fileURLToPath(new URL(`../../support/certificate/${name}`, import.meta.url)))

const file = `<?xml version="1.0"?><clientConfig version="1.1"><emailProvider id="example.org">
  <incomingServer type="pop3"><hostname>pop.example.org</hostname><port>995</port><socketType>SSL</socketType></incomingServer>
  <incomingServer type="imap"><hostname>plain.example.org</hostname><port>143</port><socketType>plain</socketType></incomingServer>
  <incomingServer type="imap"><hostname>Imap.Example.org</hostname><port>993</port><socketType>SSL</socketType><username>%EMAILLOCALPART%</username></incomingServer>
  <outgoingServer type="smtp"><hostname>smtp.example.org</hostname><port>587</port><socketType>STARTTLS</socketType></outgoingServer>
</emailProvider></clientConfig>`

async function https(answer: (path: string, body: string) => { status?: number; text: string; headers?: Record<string, string> }) {
  const server = createServer({ key: read('localhost.key'), cert: read('localhost.crt') }, (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { status = 200, text, headers = {} } = answer(request.url ?? '', body)
      response.writeHead(status, headers).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  }
}

it('[V23] finds servers by DNS, by the domain’s file, then by the usual names', async () => {
  const asked: string[] = []
  const srv = async (name: string) => {
    asked.push(name)
    if (name === '_imaps._tcp.example.org')
      return [
        { name: 'b.example.org', port: 993, priority: 20, weight: 0 },
        { name: 'a.example.org.', port: 1993, priority: 10, weight: 0 },
      ]
    // RFC 2782: there is none.
    return name === '_submissions._tcp.example.org'
      ? [{ name: '.', port: 0, priority: 0, weight: 0 }]
      : [{ name: 'send.example.org', port: 587, priority: 0, weight: 0 }]
  }
  expect(await discoverMail('bo@example.org', { ...nothing, srv })).toEqual({
    source: 'srv',
    servers: {
      imap: { host: 'a.example.org', port: 1993, security: 'tls' },
      smtp: { host: 'send.example.org', port: 587, security: 'starttls' },
      user: 'bo@example.org',
    },
  })
  const urls: string[] = []
  const text = async (url: string) => (urls.push(url), url.startsWith('https://autoconfig.') ? undefined : file)
  expect(await discoverMail('bo@example.org', { ...nothing, text })).toEqual({
    source: 'autoconfig',
    servers: {
      imap: { host: 'imap.example.org', port: 993, security: 'tls' },
      smtp: { host: 'smtp.example.org', port: 587, security: 'starttls' },
      user: 'bo',
    },
  })
  expect(urls.every((url) => url.startsWith('https://'))).toBe(true)
  const answers = async (_: string, { host }: { host: string }) => host === 'mail.example.org'
  expect(await discoverMail('bo@example.org', { ...nothing, answers })).toEqual({
    source: 'names',
    servers: {
      imap: { host: 'mail.example.org', port: 993, security: 'tls' },
      smtp: { host: 'mail.example.org', port: 465, security: 'tls' },
      user: 'bo@example.org',
    },
  })
  expect(await discoverMail('bo@bücher.example', { ...nothing, answers: async (_, { host }) => host === 'imap.xn--bcher-kva.example' })).toMatchObject({
    source: 'names',
  })
  for (const address of ['bo', 'bo@localhost', 'bo@127.0.0.1', 'bo@[::1]', 'bo@a..b', 'bo@example.org/x']) {
    expect(await discoverMail(address, { ...nothing, answers: async () => true }), address).toMatchObject({ source: 'none' })
  }
})

it('[V23] believes nothing else of a file, however it is made', () => {
  const imap = (host: string, more = '') =>
    `<incomingServer type="imap"><hostname>${host}</hostname><port>993</port><socketType>SSL</socketType>${more}</incomingServer>`
  for (const bad of [
    '',
    '<',
    imap('localhost'),
    imap('127.0.0.1:80'),
    imap('a.example.org/x'),
    imap('a@b.example.org'),
    imap('a.example.org').replace('993', '99999'),
    imap('a.example.org').replace('SSL', 'plain'),
  ])
    expect(readAutoconfig(bad, 'bo@example.org'), bad).toBeUndefined()
  expect(readAutoconfig(imap('a.example.org', '<username>%REALNAME% x</username>'), 'bo@example.org')?.user).toBe('bo@example.org')
  // Each of these would take minutes if a place were looked at again and again.
  readAutoconfig('<incomingServer'.repeat(100_000), 'bo@example.org')
  readAutoconfig('<!--'.repeat(100_000), 'bo@example.org')
  readAutoconfig(`${'<incomingServer>'.repeat(20_000)}</incomingServer>`, 'bo@example.org')
})

it('[V23] reads a file over TLS only, without redirects, and no long one', async () => {
  const server = await https((path) =>
    path === '/long' ? { text: 'x'.repeat(100_000) } : path === '/away' ? { status: 302, text: '', headers: { Location: '/file' } } : { text: file },
  )
  try {
    expect(await fetchText(`${server.url}/file`, net)).toBe(file)
    expect(await fetchText(`${server.url}/long`, net)).toBeUndefined()
    expect(await fetchText(`${server.url}/away`, net)).toBeUndefined()
    expect(await fetchText(`${server.url}/file`, openNet())).toBeUndefined()
    const guarded = { ...net, addressesOf: () => Promise.reject(new MailFault('not_allowed')) }
    expect(await fetchText(`${server.url}/file`, guarded)).toBeUndefined()
  } finally {
    await server.close()
  }
})

it('[V24] sends through the mailbox’s own server, by TLS or STARTTLS, and says why not', async () => {
  for (const security of ['tls', 'starttls'] as const) {
    const smtp = await openTestSmtp({ user: 'bo@example.org', password: () => 'right', security })
    try {
      const account = { server: smtp.server, user: 'bo@example.org', secret: { password: 'right' } }
      // A name may lead to addresses that there is no way to from here, IPv6 mostly.
      const several = { ...net, addressesOf: async () => ['127.0.0.2', '127.0.0.1'] }
      expect(await answersAs('smtp', smtp.server, several)).toBe(true)
      await checkSmtp(account, several)
      const raw = Buffer.from('Message-ID: <2@example.org>\r\n\r\nText\r\n')
      const handed = await handOver(account, several, { from: account.user, to: [account.user], raw, handing: async () => true })
      expect([handed.outcome, smtp.received.length]).toEqual(['sent', 1])
      smtp.received.length = 0
      expect(await answersAs('smtp', smtp.server, net)).toBe(true)
      expect(await answersAs('imap', smtp.server, net)).toBe(false)
      await checkSmtp(account, net)
      const mail = { from: 'bo@example.org', to: 'bo@example.org', subject: 'Käse', text: 'Text', messageId: '<1@example.org>' }
      await sendMail(account, net, mail)
      expect(smtp.received[0]).toContain('Message-ID: <1@example.org>')
      const code = async (work: Promise<void>) =>
        work.then(
          () => undefined,
          (error: MailFault) => error.code,
        )
      expect(await code(checkSmtp({ ...account, secret: { password: 'wrong' } }, net))).toBe('password')
      expect(await code(checkSmtp(account, openNet()))).toBe('certificate')
      smtp.refusal = { code: 550, text: 'no such user' }
      expect(await code(sendMail(account, net, mail))).toBe('refused')
      smtp.refusal = { code: 451, text: 'later' }
      expect(await code(sendMail(account, net, mail))).toBe('busy')
    } finally {
      await smtp.close()
    }
    expect(
      await sendMail({ server: smtp.server, user: 'x', secret: { password: 'y' } }, net, {
        from: 'a@b.c',
        to: 'a@b.c',
        subject: '',
        text: '',
        messageId: '<x@y.z>',
      }).catch((error: MailFault) => error.code),
    ).toBe('unreachable')
  }
})

it('[V24] gets access tokens with a refresh token, and signs in with them', async () => {
  let answer: { status?: number; text: string } = { text: JSON.stringify({ access_token: 'access 1', expires_in: 60, refresh_token: 'next' }) }
  let form = ''
  const issuer = await https((_, body) => ((form = body), answer))
  const smtp = await openTestSmtp({ user: 'bo@example.org', password: () => '', accessToken: () => 'access 1' })
  try {
    const oauth = { token_url: `${issuer.url}/token`, client_id: 'tandem', client_secret: 'hush', refresh_token: 'first' }
    const now = new Date('2026-01-01T00:00:00Z')
    const token = await refreshMailToken(oauth, net, now)
    expect(token).toEqual({ accessToken: 'access 1', expiresAt: new Date('2026-01-01T00:01:00Z'), refreshToken: 'next' })
    expect(Object.fromEntries(new URLSearchParams(form))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'first',
      client_id: 'tandem',
      client_secret: 'hush',
    })
    await checkSmtp({ server: smtp.server, user: 'bo@example.org', secret: { accessToken: token.accessToken } }, net)
    const code = () => refreshMailToken(oauth, net, now).catch((error: MailFault) => error.code)
    answer = { status: 400, text: '{"error":"invalid_grant"}' }
    expect(await code()).toBe('password')
    answer = { status: 503, text: '' }
    expect(await code()).toBe('busy')
    answer = { text: '<html>' }
    expect(await code()).toBe('protocol')
  } finally {
    await issuer.close()
    await smtp.close()
  }
})
