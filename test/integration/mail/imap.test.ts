// The IMAP client that the cloud and the desktop share, against a real Dovecot.
import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FolderPosition } from '../../../shared/node/mail/folder-position.ts'
import { closeImap, type ImapAccount, openImap } from '../../../shared/node/mail/imap-client.ts'
import { keepWatching } from '../../../shared/node/mail/keep-watching.ts'
import { MailFault } from '../../../shared/node/mail/mail-fault.ts'
import { type MailNet, openNet } from '../../../shared/node/mail/mail-net.ts'
import { listFolders, openFolder, type ReadMail, readMails, uidsAfter, uidsSince } from '../../../shared/node/mail/read-mails.ts'
import type { MailServer } from '../../../shared/schema/mail/mail-account.ts'
import { type Dovecot, dovecotMissing, openDovecot, rawMail, testCa } from '../../support/mail/dovecot.ts'
import { until } from '../../support/until.ts'

const net: MailNet = openNet(testCa)
let dovecot: Dovecot
const watches: Watch[] = []

beforeAll(async () => {
  if (!dovecotMissing) dovecot = await openDovecot()
})
beforeEach(({ skip }) => {
  if (dovecotMissing) skip(dovecotMissing)
})
afterEach(async () => {
  for (const watch of watches.splice(0)) await watch.end()
})
afterAll(() => dovecot?.close())

const account = (server: MailServer = dovecot.imaps, password = dovecot.password): ImapAccount => ({ server, user: dovecot.user, secret: { password } })
const faultOf = async (work: Promise<unknown>): Promise<MailFault> =>
  work.then(
    () => Promise.reject(new Error('it worked')),
    (error: unknown) => error as MailFault,
  )

interface Watch {
  mails: ReadMail[]
  looks: number
  lost: string[]
  faults: MailFault[]
  givenUp: boolean
  positions: Map<string, FolderPosition>
  end(): Promise<void>
}

/** Keeps what it reads in memory, and `positions` wherever the test says. */
function watch(
  options: {
    folders?: string[]
    positions?: Map<string, FolderPosition>
    server?: MailServer
    password?: () => string
    lookEvery?: number
    net?: MailNet
  } = {},
): Watch {
  const { folders = ['INBOX'], positions = new Map(), server, password, lookEvery = 60_000, net: over = net } = options
  const ending = new AbortController()
  const seen: Watch = {
    mails: [],
    looks: 0,
    lost: [],
    faults: [],
    givenUp: false,
    positions,
    end: async () => {
      ending.abort()
      await running
    },
  }
  const began = new Date()
  const running = keepWatching({
    account: async () => account(server, password?.()),
    net: over,
    signal: ending.signal,
    lookEvery,
    pollEvery: 50,
    retries: { usual: [20, 50, 50, 100, 100], password: [20, 20] },
    failed: async (fault, givenUp) => {
      seen.faults.push(fault)
      seen.givenUp = givenUp
    },
    watcher: {
      folders: async () => folders.map((path) => ({ path, position: positions.get(path) ?? null })),
      keep: async (path, position) => void positions.set(path, position),
      async arrived({ path, uids, position }, client) {
        seen.mails.push(...(await readMails(client, over, uids)))
        positions.set(path, position)
      },
      async lost(path, _before, position, client) {
        seen.lost.push(path)
        seen.mails.push(...(await readMails(client, over, await uidsSince(client, over, began, 100))))
        positions.set(path, position)
      },
      looked: async () => void seen.looks++,
    },
  })
  watches.push(seen)
  return seen
}
const began = async (seen: Watch) => {
  await until('the first look', () => seen.looks > 0)
  return seen
}
const subjects = ({ mails }: Watch) => mails.map(({ subject }) => subject)

describe('reading', () => {
  it('[V20] gives what a conversation needs of a mail, and marks nothing as seen', async () => {
    const client = await openImap(account(), net)
    try {
      const { uidNext } = await openFolder(client, net, 'INBOX')
      const id = dovecot.deliver({
        from: '=?utf-8?q?Bo_K=C3=A4se?= <bo@example.org>',
        to: 'Team <team@example.org>, x@example.org',
        subject: '=?utf-8?b?S8Okc2Ug4pyT?=',
        headers: [
          'References: <root@example.org>',
          ' <next@example.org>',
          'In-Reply-To: <next@example.org>',
          'MIME-Version: 1.0',
          'Content-Type: multipart/mixed; boundary="b"',
        ],
        body: [
          '--b',
          'Content-Type: multipart/alternative; boundary="c"',
          '',
          '--c',
          'Content-Type: text/html; charset=utf-8',
          '',
          '<p>not this</p>',
          '--c',
          'Content-Type: text/plain; charset=iso-8859-1',
          'Content-Transfer-Encoding: quoted-printable',
          '',
          'K=E4se =',
          'bitte.',
          '--c--',
          '--b',
          'Content-Type: application/pdf; name="a.pdf"',
          'Content-Disposition: attachment; filename="a.pdf"',
          'Content-Transfer-Encoding: base64',
          '',
          'JVBERi0=',
          '--b--',
        ].join('\r\n'),
      })
      await openFolder(client, net, 'INBOX')
      const [mail] = await readMails(client, net, await uidsAfter(client, net, uidNext - 1))
      expect(mail).toMatchObject({
        external_id: id,
        thread_id: '<root@example.org>',
        subject: 'Käse ✓',
        from: 'Bo Käse <bo@example.org>',
        to: ['Team <team@example.org>', 'x@example.org'],
        body: 'Käse bitte.',
      })
      expect(await client.search({ seen: true, uid: `${uidNext}:*` }, { uid: true })).toEqual([])
    } finally {
      await closeImap(client)
    }
  })

  it('[V20] reads hostile and odd mails: each is its own, and none stops the others', async () => {
    const client = await openImap(account(), net)
    try {
      const { uidNext } = await openFolder(client, net, 'INBOX')
      const nested = (depth: number): string => (depth === 0 ? rawMail({ body: 'inner' }) : `Content-Type: message/rfc822\r\n\r\n${nested(depth - 1)}`)
      const parts = Array.from({ length: 2000 }, (_, i) => `--b\r\nContent-Type: application/octet-stream; name="${i}"\r\n\r\nx`).join('\r\n')
      const odd: [string, string][] = [
        [rawMail({ messageId: null, body: 'no id' }), 'no id'],
        [rawMail({ messageId: `<${'x'.repeat(2000)}@example.org>`, body: 'long id' }), 'long id'],
        [rawMail({ headers: ['Content-Type: text/plain; charset=klingon'], body: 'unknown charset' }), 'unknown charset'],
        [rawMail({ headers: ['Content-Type: text/plain; charset=utf-7'], body: 'utf seven' }), 'utf seven'],
        [rawMail({ headers: ['Content-Type: text/plain', 'Content-Transfer-Encoding: base64'], body: 'dHJ1bmNhdGVk!' }), 'truncated'],
        [rawMail({ headers: ['Content-Type: text/plain; format=flowed'], body: 'one \r\nline\r\n> quoted \r\n> text' }), 'one line\n> quoted \n> text'],
        [rawMail({ headers: ['Content-Type: text/html'], body: `<p>a &amp; b</p><style>${'<'.repeat(50_000)}` }), 'a & b'],
        [
          rawMail({ headers: ['Content-Type: multipart/mixed; boundary=b'], body: `${parts}\r\n--b\r\nContent-Type: text/plain\r\n\r\nlast of many\r\n--b--` }),
          'last of many',
        ],
        [rawMail({ headers: ['Content-Type: multipart/mixed; boundary=b'], body: `--b\r\n${nested(40)}\r\n--b--` }), ''],
        [rawMail({ from: '', to: '', subject: '', body: 'x'.repeat(900_000) }), 'x'.repeat(100_000)],
        ['\r\n\r\n', ''],
        ['nonsense', ''],
        [rawMail({ subject: 'a\0b', body: 'nul\0 byte' }), ''],
      ]
      for (const [raw] of odd) dovecot.deliver(raw)
      await openFolder(client, net, 'INBOX')
      const uids = await uidsAfter(client, net, uidNext - 1)
      const mails = await readMails(client, net, uids)
      expect(mails.length).toBe(odd.length)
      const again = await readMails(client, net, uids)
      expect(again.map(({ external_id }) => external_id)).toEqual(mails.map(({ external_id }) => external_id))
      expect(mails.every(({ external_id }) => external_id.length > 0 && external_id.length <= 900)).toBe(true)
      const read = new Set(mails.map(({ body }) => body))
      for (const [, body] of odd.filter(([, text]) => text !== '')) expect(read.has(body), body.slice(0, 40)).toBe(true)
    } finally {
      await closeImap(client)
    }
  })

  it('[V20] lists folders and what they are for', async () => {
    dovecot.makeFolder('Kunden')
    dovecot.makeFolder('Sent')
    const client = await openImap(account(), net)
    try {
      const folders = await listFolders(client, net)
      expect(folders).toEqual(
        expect.arrayContaining([
          { path: 'INBOX', use: 'inbox' },
          { path: 'Kunden', use: null },
          { path: 'Sent', use: 'sent' },
        ]),
      )
    } finally {
      await closeImap(client)
    }
  })
})

describe('watching', () => {
  it('[V21] takes what is new only, at once, each once and over every end of the connection', async () => {
    for (let i = 0; i < 30; i++) dovecot.deliver({ subject: `old ${i}` })
    const seen = await began(watch())
    expect(seen.mails).toEqual([])
    dovecot.deliver({ subject: 'first' })
    await until('the first mail, by IDLE', () => seen.mails.length === 1)
    dovecot.dropConnections()
    dovecot.deliver({ subject: 'while cut off' })
    await until('the second mail', () => seen.mails.length === 2)
    await dovecot.stop()
    await until('that it is down', () => seen.faults.some(({ code }) => code === 'unreachable'))
    await dovecot.start()
    for (let i = 0; i < 60; i++) dovecot.deliver({ subject: `many ${i}` })
    await until('all of many', () => seen.mails.length === 62)
    expect(new Set(subjects(seen)).size).toBe(62)
  })

  it('[V21] goes on where it stood, and watches several folders', async () => {
    dovecot.makeFolder('Support')
    const positions = new Map<string, FolderPosition>()
    const options = { folders: ['INBOX', 'Support'], positions, lookEvery: 100 }
    const first = await began(watch(options))
    await first.end()
    dovecot.deliver({ subject: 'in the inbox' })
    dovecot.deliver({ subject: 'in the folder' }, { folder: 'Support' })
    const second = watch(options)
    await until('both', () => second.mails.length === 2)
    dovecot.deliver({ subject: 'later in the folder' }, { folder: 'Support' })
    await until('the third', () => second.mails.length === 3)
    expect(subjects(second).toSorted()).toEqual(['in the folder', 'in the inbox', 'later in the folder'])
  })

  it('[V21] that lost its numbers takes what came since, and no older mail', async () => {
    dovecot.deliver({ subject: 'long ago', date: new Date('2020-01-01') }, { at: new Date('2020-01-01') })
    const seen = await began(watch())
    dovecot.deliver({ subject: 'before' })
    await until('the mail before', () => seen.mails.length === 1)
    await dovecot.renumber()
    await until('that the numbers are others', () => seen.lost.length === 1)
    dovecot.deliver({ subject: 'after' })
    await until('the mail after', () => subjects(seen).includes('after'))
    expect(subjects(seen)).not.toContain('long ago')
    // What it reads again has the id that it had.
    const before = seen.mails.filter(({ subject }) => subject === 'before')
    expect(new Set(before.map(({ external_id }) => external_id)).size).toBe(1)
  })

  it('[V21] sees mails without IDLE, by asking', async () => {
    const plain = await openDovecot(['imap_capability = IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE LITERAL+'])
    try {
      const seen = await began(watch({ server: plain.imaps, password: () => plain.password }))
      plain.deliver({ subject: 'asked for' })
      await until('the mail', () => seen.mails.length === 1)
      for (const one of watches.splice(0)) await one.end()
    } finally {
      await plain.close()
    }
  })

  it('[V21] notices a connection that is half closed', async () => {
    const proxy = await openProxy(dovecot.imaps.port)
    try {
      const seen = await began(watch({ server: { ...dovecot.imaps, port: proxy.port }, lookEvery: 100, net: { ...net, times: { answer: 300 } } }))
      proxy.freeze()
      dovecot.deliver({ subject: 'behind silence' })
      await until('the mail, over another connection', () => subjects(seen).includes('behind silence'))
    } finally {
      await proxy.close()
    }
  })
})

describe('a server that cannot be used', () => {
  it('[V22] refuses a password: said at once, tried twice more, then given up; and the password is in no message', async () => {
    const wrong = `wrong ${randomUUID()}`
    const fault = await faultOf(openImap(account(dovecot.imaps, wrong), net))
    expect(fault).toBeInstanceOf(MailFault)
    expect(fault.code).toBe('password')
    expect(JSON.stringify([fault, fault.message, String(fault.stack), fault.cause ?? null])).not.toContain(wrong)
    const seen = watch({ password: () => wrong })
    await until('that it gave up', () => seen.givenUp)
    expect(seen.faults.map(({ code }) => code)).toEqual(['password', 'password', 'password'])
  })

  it('[V22] has a certificate that nobody signed, or that is another’s', async () => {
    expect((await faultOf(openImap(account(), openNet()))).code).toBe('certificate')
    const other: MailNet = { ...net, addressesOf: async () => ['127.0.0.1'] }
    expect((await faultOf(openImap(account({ ...dovecot.imaps, host: 'imap.example.org' }), other))).code).toBe('certificate')
    expect((await faultOf(openImap(account(dovecot.imap), openNet()))).code).toBe('certificate')
  })

  it('[V22] offers no STARTTLS, or somebody on the way took it out: nothing is said there', async () => {
    await closeImap(await openImap(account(dovecot.imap), net))
    const proxy = await openProxy(dovecot.imap.port, (text) => text.replaceAll(/ ?STARTTLS/g, ''))
    try {
      expect((await faultOf(openImap(account({ ...dovecot.imap, port: proxy.port }), net))).code).toBe('no_tls')
      expect(proxy.said()).not.toMatch(/LOGIN|AUTHENTICATE/i)
    } finally {
      await proxy.close()
    }
    // TLS where there is none.
    expect((await faultOf(openImap(account({ ...dovecot.imap, security: 'tls' }), { ...net, times: { connect: 2000 } }))).code).toMatch(/no_tls|unreachable/)
  })

  it('[V22] is not there, says nothing, or says nonsense', async () => {
    const silent = await openProxy(undefined)
    try {
      const times = { times: { connect: 300, answer: 300 } }
      expect((await faultOf(openImap(account({ ...dovecot.imap, port: silent.port }), { ...net, ...times }))).code).toBe('unreachable')
    } finally {
      await silent.close()
    }
    expect((await faultOf(openImap(account({ ...dovecot.imaps, port: silent.port }), net))).code).toBe('unreachable')
    expect((await faultOf(openImap(account({ ...dovecot.imaps, host: 'nowhere.invalid' }), net))).code).toBe('unreachable')
    const babbling = await openProxy(undefined, undefined, `* OK ${'x'.repeat(100)}\r\n${'(('.repeat(100_000)}\r\n`)
    try {
      const fault = await faultOf(openImap(account({ ...dovecot.imap, port: babbling.port }), { ...net, times: { connect: 1000 } }))
      expect(fault).toBeInstanceOf(MailFault)
    } finally {
      await babbling.close()
    }
  })
})

interface Proxy {
  port: number
  /** From now on nothing more goes through what is open. */
  freeze(): void
  /** What clients said. */
  said(): string
  close(): Promise<void>
}

/** Between a client and `target`, or a server that says `greeting` and nothing else. */
async function openProxy(target: number | undefined, change = (text: string) => text, greeting?: string): Promise<Proxy> {
  const { connect } = await import('node:net')
  const sockets = new Set<Socket>()
  let open: [Socket, Socket][] = []
  let said = ''
  const server: Server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    if (greeting !== undefined) client.write(greeting)
    if (target === undefined) return
    const behind = connect(target, '127.0.0.1')
    sockets.add(behind)
    behind.on('error', () => undefined)
    const pair: [Socket, Socket] = [client, behind]
    open.push(pair)
    client.on('data', (chunk) => {
      said += chunk.toString('latin1')
      if (open.includes(pair)) behind.write(chunk)
    })
    behind.on('data', (chunk) => {
      if (open.includes(pair)) client.write(Buffer.from(change(chunk.toString('latin1')), 'latin1'))
    })
    behind.on('close', () => client.destroy())
    client.on('close', () => behind.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => void (open = []),
    said: () => said,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
