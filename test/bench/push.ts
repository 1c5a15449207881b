// `npm run bench:push`: how many messages a second each sender brings to a push service in another process, how many deliveries a second go through
// the whole of it (queue, log, sender), and how long one takes from POST /notifications/send to the service.
import { spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { uuidv7 } from 'uuidv7'
import webPush from 'web-push'
import { hashSecret, seal } from '../../cloud/auth/secrets.ts'
import { startEmbedded } from '../../cloud/db/server/embedded.ts'
import { createApnsSender } from '../../cloud/push/apns.ts'
import { createEndpointGuard } from '../../cloud/push/endpoint-guard.ts'
import { createFcmSender } from '../../cloud/push/fcm.ts'
import type { PushMessage, Sender } from '../../cloud/push/sender.ts'
import { createWebPushSender } from '../../cloud/push/web-push.ts'
import { newReceiver } from '../support/push/push-decrypt.ts'
import { mark } from './event-readers.ts'
import { makeTeams, makeUser, type Team } from './teams.ts'
import { call, figures, type Running, startCloud, stopAgents } from './timing.ts'

const authority = new URL('../support/certificate/localhost.crt', import.meta.url)
const ca = readFileSync(authority, 'utf8')
const key = Buffer.from('7'.repeat(64), 'hex')
const pem = (of: ReturnType<typeof generateKeyPairSync>['privateKey']) => of.export({ type: 'pkcs8', format: 'pem' }) as string
const ecKey = pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
const rsaKey = pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function line(name: string, value: number, unit: string, limit: number, atLeast = false): void {
  const ok = atLeast ? value >= limit : value <= limit
  console.log(
    `${name.padEnd(60)}${value.toFixed(atLeast ? 0 : 1).padStart(8)} ${unit.padEnd(3)} (at ${atLeast ? 'least' : 'most'} ${limit}) ${ok ? 'ok' : 'MISSED'}`,
  )
}

const standIn = spawn(process.execPath, ['test/bench/push-stand-in.ts'], { stdio: ['ignore', 'pipe', 'inherit'] })
const delays: number[] = []
const addresses = await new Promise<{ h2: string; web: string; oauth: string }>((resolve) => {
  createInterface({ input: standIn.stdout }).on('line', (text) => (text.startsWith('{') ? resolve(JSON.parse(text)) : delays.push(Number(text))))
})
const folder = mkdtempSync(join(tmpdir(), 'tandem-bench-'))
const server = await startEmbedded({ dataDir: folder })

let cloud: Running | undefined
const now = () => new Date()
const message = (i: number): PushMessage => ({
  notificationId: 'n',
  teamId: 't',
  event: 'task.created',
  taskId: i,
  title: 'Sharpen the knives',
  body: 'By Friday, please.',
  url: '/tasks/7',
  collapseKey: randomBytes(24).toString('base64url'),
  expiresAt: new Date(Date.now() + 3_600_000),
})

/** Messages a second with 500 under way. */
async function rate(sender: Sender, tokens: string[], seconds = 5): Promise<number> {
  let done = 0
  let measured = 0
  const begun = performance.now()
  const until = begun + (seconds + 1) * 1000
  let measureFrom = 0
  await Promise.all(
    Array.from({ length: 500 }, async () => {
      while (performance.now() < until) {
        const outcome = await sender.send(tokens[done % tokens.length] as string, message(done))
        if (outcome.kind !== 'sent') throw new Error(JSON.stringify(outcome))
        done++
        // The first second is for connecting and compiling.
        if (performance.now() > begun + 1000) {
          measureFrom ||= performance.now()
          measured++
        }
      }
    }),
  )
  const persecond = measured / ((performance.now() - measureFrom) / 1000)
  await sender.close()
  return persecond
}

const iosToken = () => randomBytes(32).toString('hex')
async function subscription(): Promise<string> {
  const { p256dh, auth } = await newReceiver()
  return JSON.stringify({ endpoint: `https://${addresses.web}/push/${randomBytes(16).toString('base64url')}`, keys: { p256dh, auth } })
}

try {
  const fcm = { projectId: 'p', clientEmail: 'x@example.org', privateKey: rsaKey, tokenUrl: addresses.oauth, url: addresses.h2 }
  const apns = { key: ecKey, keyId: 'KEY1234567', teamId: 'TEAM123456', topic: 'org.example', url: addresses.h2 }
  const subscriptions = await Promise.all(Array.from({ length: 100 }, subscription))
  console.log(`senders against stand-ins in another process; load ${loadavg()[0]?.toFixed(1)}`)
  line('APNs', await rate(await createApnsSender(apns, ca, now), Array.from({ length: 100 }, iosToken)), '/s', 5000, true)
  line(
    'FCM',
    await rate(
      await createFcmSender(fcm, ca, now),
      Array.from({ length: 100 }, () => randomBytes(60).toString('base64url')),
    ),
    '/s',
    3000,
    true,
  )
  const browsers = createWebPushSender(webPush.generateVAPIDKeys(), 'mailto:x@example.org', createEndpointGuard([addresses.web]), ca, now)
  line('web push, each encrypted for its browser', await rate(browsers, subscriptions), '/s', 1000, true)

  Object.assign(process.env, {
    DATABASE_URL: server.url(),
    TANDEM_KEY: key.toString('hex'),
    TANDEM_LOG: 'error',
    TANDEM_REQUESTS_PER_MINUTE: '1000000',
    TANDEM_SENDS_PER_MINUTE: '1000000',
    TANDEM_APNS_KEY: ecKey,
    TANDEM_APNS_KEY_ID: 'KEY1234567',
    TANDEM_APNS_TEAM_ID: 'TEAM123456',
    TANDEM_APNS_TOPIC: 'org.example',
    TANDEM_APNS_URL: addresses.h2,
    TANDEM_PUSH_CA: authority.pathname,
    TANDEM_PUSH_HOSTS: addresses.web,
  })
  cloud = await startCloud(folder)
  const client = new Client({ connectionString: server.url() })
  client.on('error', () => undefined)
  await client.connect()

  /** A team of one person with so many phones, put straight into the tables. */
  async function teamWith(devices: number): Promise<Team> {
    const [team] = (await makeTeams(client, 1)) as [Team]
    const user = await makeUser(client)
    const session = uuidv7()
    await client.query('INSERT INTO sessions VALUES ($1, $2, $3, NULL, now(), now(), now())', [randomBytes(32), session, user])
    await client.query("INSERT INTO members VALUES ($1, $2, $3, $4, $4, 'owner', 'active', NULL, NULL, now(), now())", [
      team.id,
      uuidv7(),
      user,
      `${user}@example.org`,
    ])
    await client.query('BEGIN')
    for (let i = 0; i < devices; i++) {
      const token = iosToken()
      const values = [uuidv7(), user, session, hashSecret(token), seal([key], Buffer.from(token), `device:${user}`)]
      await client.query("INSERT INTO devices VALUES ($1, $2, $3, 'ios', NULL, $4, $5, now(), now())", values)
    }
    await client.query('COMMIT')
    await call(`${(cloud as Running).url}/api/tasks`, 'POST', { title: 'told of' }, team.headers)
    return team
  }
  const send = (team: Team, title: string) =>
    call(`${(cloud as Running).url}/api/notifications/send`, 'POST', { event: 'task.created', task_id: 1, title }, team.headers)

  const single = await teamWith(1)
  for (let i = 0; i < 20; i++) await send(single, 'warm')
  for (let i = 0; i < 200; i++) {
    await send(single, mark())
    while (delays.length <= i) await pause(1)
  }
  line('POST /notifications/send → the push service, p50', figures(delays).p50, 'ms', 50)
  line('the same, p95', figures(delays).p95, 'ms', 100)

  const large = await teamWith(20_000)
  await client.query('VACUUM ANALYZE')
  const begun = performance.now()
  await send(large, 'to all')
  for (;;) {
    const { rows } = await client.query("SELECT count(*)::int AS left FROM notification_log WHERE status = 'queued'")
    if (rows[0].left === 0) break
    await pause(20)
  }
  console.log(`20,000 deliveries of one notification, queued, sent and logged: ${(20_000 / ((performance.now() - begun) / 1000)).toFixed(0)} /s`)
  await client.end()
} finally {
  await cloud?.stop()
  standIn.kill('SIGTERM')
  stopAgents()
  await server.stop('immediate')
  rmSync(folder, { recursive: true, force: true })
}
