// A real Dovecot, as an ordinary account, on free ports with the test's certificate, where Debian's dovecot-imapd is installed.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MailServer } from '../../../shared/schema/mail/mail-account.ts'
import { temporaryFolder } from '../service/service.ts'
import { until } from '../until.ts'

const program = '/usr/sbin/dovecot'

export const dovecotMissing = spawnSync(program, ['--version']).error ? 'Dovecot is not installed (Debian: apt-get install dovecot-imapd)' : undefined

const certificate = fileURLToPath(new URL('../certificate/localhost.crt', import.meta.url))
const certificateKey = fileURLToPath(new URL('../certificate/localhost.key', import.meta.url))
/** What a client has to trust. */
export const testCa: readonly string[] = [readFileSync(certificate, 'utf8')]

export interface RawMail {
  from?: string
  to?: string
  subject?: string
  /** null: none at all. */
  messageId?: string | null
  body?: string
  /** Lines of the header; instead of the plain text's own. */
  headers?: readonly string[]
  date?: Date
}

/** As it lies on a server. */
export function rawMail({
  from = 'Bo <bo@example.org>',
  to = 'team@example.org',
  subject = 'Hello',
  messageId,
  body = 'Text',
  headers = [],
  date = new Date(),
}: RawMail): string {
  const id = messageId === null ? [] : [`Message-ID: ${messageId ?? `<${randomUUID()}@example.org>`}`]
  return [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, `Date: ${date.toUTCString()}`, ...id, ...headers, '', body, ''].join('\r\n')
}

export interface Dovecot {
  /** TLS from the first byte. */
  imaps: MailServer
  /** STARTTLS, or in the clear. */
  imap: MailServer
  user: string
  password: string
  /** From its return on only this one is let in. */
  setPassword(password: string): Promise<void>
  /** Puts a mail where a delivery would, under this name; answers its Message-ID, if it has one. `folder`: below the inbox. */
  deliver(mail: RawMail | string, options?: { folder?: string; at?: Date; user?: string }): string | undefined
  makeFolder(name: string): void
  /** What lies in a folder, as it is. */
  filed(folder: string): string[]
  /** What a server does that lost its index: all mails get other numbers. It is down meanwhile. */
  renumber(): Promise<void>
  /** Ends every connection, as a network that breaks does. */
  dropConnections(): void
  /** How many are signed in. */
  connections(): number
  stop(): Promise<void>
  start(): Promise<void>
  log(): string
  close(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => (socket.destroy(), resolve(true)))
    socket.on('error', () => resolve(false))
  })

/** Whether this password is let in, in the clear. */
const signsIn = (port: number, user: string, password: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`1 LOGIN "${user}" "${password}"\r\n`))
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk.toString()
      const answer = /^1 (OK|NO|BAD)/m.exec(said)
      if (!answer) return
      socket.destroy()
      resolve(answer[1] === 'OK')
    })
    socket.on('error', () => resolve(false)).on('close', () => resolve(false))
  })

/** `more`: lines of the configuration, such as capabilities. */
export async function openDovecot(more: readonly string[] = []): Promise<Dovecot> {
  const folder = temporaryFolder()
  const root = folder.path
  // Dovecot does not run as root all the way: then it is the account of nobody.
  const isRoot = process.getuid?.() === 0
  const [uid, gid] = isRoot ? [65_534, 65_534] : [process.getuid?.() as number, process.getgid?.() as number]
  const own = (path: string) => isRoot && chownSync(path, uid, gid)
  const nameOf = (kind: '-un' | '-gn') => (isRoot ? (kind === '-un' ? 'nobody' : 'nogroup') : spawnSync('id', [kind]).stdout.toString().trim())
  chmodSync(root, 0o755)
  const home = join(root, 'mail')
  for (const path of [home, join(root, 'run'), join(root, 'state')]) {
    mkdirSync(path, { recursive: true })
    own(path)
  }
  own(root)
  const [imaps, imap] = [await freePort(), await freePort()]
  const user = 'team@example.org'
  const state = { password: 'app password of the test', child: undefined as ChildProcess | undefined }
  const logFile = join(root, 'log')
  const keyFile = join(root, 'key.pem')
  writeFileSync(keyFile, readFileSync(certificateKey), { mode: 0o600 })
  own(keyFile)
  const users = join(root, 'users')
  const writePassword = (password: string) => {
    state.password = password
    writeFileSync(users, `${user}:{PLAIN}${password}\nother@example.org:{PLAIN}${password}\n`)
    own(users)
  }
  writePassword(state.password)
  const service = (name: string, inside = '') => `service ${name} {\n  chroot =\n  ${inside}\n}`
  const config = join(root, 'dovecot.conf')
  writeFileSync(
    config,
    [
      `base_dir = ${join(root, 'run')}`,
      `state_dir = ${join(root, 'state')}`,
      `log_path = ${logFile}`,
      'protocols = imap',
      'listen = 127.0.0.1',
      `default_internal_user = ${nameOf('-un')}`,
      `default_login_user = ${nameOf('-un')}`,
      `default_internal_group = ${nameOf('-gn')}`,
      'first_valid_uid = 1',
      'ssl = yes',
      `ssl_cert = <${certificate}`,
      `ssl_key = <${keyFile}`,
      'disable_plaintext_auth = no',
      'auth_mechanisms = plain login',
      'auth_failure_delay = 0',
      'auth_verbose = yes',
      `mail_location = maildir:${home}/%u:INBOX=${home}/%u`,
      'mailbox_list_index = no',
      'maildir_very_dirty_syncs = no',
      `passdb {\n  driver = passwd-file\n  args = scheme=PLAIN username_format=%u ${users}\n}`,
      `userdb {\n  driver = static\n  args = uid=${uid} gid=${gid} home=${home}/%u\n}`,
      'namespace inbox {\n  inbox = yes\n  separator = /\n  mailbox Sent {\n    special_use = \\Sent\n  }\n}',
      service('imap-login', `inet_listener imap {\n    port = ${imap}\n  }\n  inet_listener imaps {\n    port = ${imaps}\n    ssl = yes\n  }`),
      // No waiting after wrong passwords.
      service('anvil', 'unix_listener anvil-auth-penalty {\n    mode = 0\n  }'),
      service('stats'),
      service('auth'),
      'default_process_limit = 60',
      'default_vsz_limit = 0',
      ...more,
      '',
    ].join('\n'),
  )
  chmodSync(config, 0o644)

  function childrenOf(name: string): number[] {
    const parent = String(state.child?.pid)
    const rows = spawnSync('ps', ['-eo', 'pid=,ppid=,comm='])
      .stdout.toString()
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
    return rows.filter(([, ppid, comm]) => ppid === parent && comm === name).map(([pid]) => Number(pid))
  }
  const kill = (pid: number) => {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  }

  async function start(): Promise<void> {
    const child = spawn(program, ['-F', '-c', config], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...(isRoot ? { uid, gid } : {}) })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    state.child = child
    await until('Dovecot answers', async () => {
      if (child.exitCode !== null) throw new Error(`dovecot ended: ${said}${log()}`)
      return (await accepts(imaps)) && (await accepts(imap))
    })
  }
  async function stop(): Promise<void> {
    const { child } = state
    if (!child || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    // What serves connections would go on for half a minute without its master.
    const serving = childrenOf('imap')
    child.kill('SIGTERM')
    await ended
    for (const pid of serving) kill(pid)
    state.child = undefined
  }
  const log = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')
  const boxOf = (of: string, name?: string) => (name === undefined ? join(home, of) : join(home, of, `.${name}`))
  function makeFolder(name: string, of = user): void {
    for (const part of ['', 'cur', 'new', 'tmp']) {
      const path = join(boxOf(of, name === '' ? undefined : name), part)
      mkdirSync(path, { recursive: true })
      own(path)
    }
  }
  makeFolder('')
  makeFolder('', 'other@example.org')
  let count = 0
  await start()
  return {
    imaps: { host: 'localhost', port: imaps, security: 'tls' },
    imap: { host: 'localhost', port: imap, security: 'starttls' },
    user,
    get password() {
      return state.password
    },
    async setPassword(password) {
      writePassword(password)
      // While it runs it does not look at its file twice in a second.
      if (state.child) await until('Dovecot knows the password', () => signsIn(imap, 'other@example.org', password))
    },
    deliver(mail, { folder: name, at, user: of = user } = {}) {
      const text = typeof mail === 'string' ? mail : rawMail(mail)
      const file = `${Date.now()}.${String(count++).padStart(6, '0')}.test`
      const box = boxOf(of, name)
      const before = join(box, 'tmp', file)
      writeFileSync(before, text)
      if (at) utimesSync(before, at, at)
      own(before)
      renameSync(before, join(box, 'new', file))
      return /^Message-ID: (.*)$/im.exec(text)?.[1]?.trim()
    },
    makeFolder,
    filed: (name) =>
      ['cur', 'new'].flatMap((part) => {
        const path = join(boxOf(user, name), part)
        return existsSync(path) ? readdirSync(path).map((file) => readFileSync(join(path, file), 'utf8')) : []
      }),
    async renumber() {
      await stop()
      const box = boxOf(user)
      for (const file of readdirSync(box)) if (file.startsWith('dovecot')) rmSync(join(box, file))
      writeFileSync(join(box, 'dovecot-uidlist'), `3 V${Math.floor(Date.now() / 1000) + 1000 + count++} N1 G${randomUUID().replaceAll('-', '')}\n`)
      own(join(box, 'dovecot-uidlist'))
      await start()
    },
    dropConnections() {
      for (const pid of [...childrenOf('imap'), ...childrenOf('imap-login')]) kill(pid)
    },
    connections: () => childrenOf('imap').length,
    stop,
    start,
    log,
    async close() {
      await stop()
      folder.remove()
    },
  }
}
