// A real cloud on a database of its own, in this process, and people who use it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CloudOptions, startCloud } from '../../../cloud/start-cloud.ts'
import { type Called, callUrl } from '../../contract/target.ts'
import { onDatabase, openDatabase, type TestDatabase } from './postgres.ts'
import { temporaryFolder } from '../service/service.ts'

export type Headers_ = Record<string, string>
export type Call = (method: string, path: string, body?: unknown, headers?: Headers_) => Promise<Called>

export interface TestCloud {
  url: string
  dataDir: string
  database: TestDatabase
  /** `path` without the prefix /api. */
  call: Call
  /** Mails that nobody delivered, oldest first. */
  mails(to: string): string[]
  close(): Promise<void>
}

/** Where the instances on one database put their mails: whichever of them comes first sends one. */
const mailFolders = new Map<string, string[]>()

export const wordsAlone: CloudOptions['search'] = { model: { kind: 'off' }, reranker: 'off', vectorMegabytes: 512 }

export const roomy: CloudOptions['quotas'] = {
  tasks: 1_000_000,
  textBytes: 1_073_741_824,
  members: 1000,
  dailyEvents: 1_000_000,
  personTeams: 1_000_000,
  personTokens: 1_000_000,
}

/** `database`: another instance on the database of a first one. */
export async function openCloud(options: Partial<CloudOptions> = {}, database?: TestDatabase): Promise<TestCloud> {
  const folder = temporaryFolder()
  const own = database ?? (await openDatabase())
  const cloud = await startCloud({
    host: '127.0.0.1',
    port: 0,
    dataDir: folder.path,
    databaseUrl: own.url,
    key: '7'.repeat(64),
    otherKeys: [],
    publicUrl: undefined,
    trustProxy: undefined,
    smtpUrl: undefined,
    mailFrom: 'Tandem <tandem@example.org>',
    requireVerified: false,
    signUps: 'open',
    mcpRegistration: 'open',
    signInWays: 'any',
    oidc: [],
    metricsToken: undefined,
    natsUrl: undefined,
    streamsPerLogin: 5,
    streamsPerPerson: 1000,
    sendsPerMinute: 1_000_000,
    devicesPerUser: 20,
    pushLease: 30,
    email: { gmail: undefined, microsoft: undefined },
    push: { apns: undefined, fcm: undefined, vapidSubject: 'mailto:ops@example.org', hosts: [], ca: undefined },
    webhooks: { hosts: [], ca: undefined },
    // Few tests are about meanings, and a model takes half a second.
    search: wordsAlone,
    files: { folder: undefined, s3: undefined, quota: 1_073_741_824 },
    quotas: roomy,
    logLevel: 'silent',
    drain: 0,
    poolSize: 10,
    statementTimeout: 10_000,
    acquireTimeout: 5000,
    bodyLimit: 262_144,
    requestsPerMinute: 1_000_000,
    signInsPerMinute: 1_000_000,
    mailsPerMinute: 1_000_000,
    version: '0.0.0-test',
    ...options,
  })
  const folders = [...(mailFolders.get(own.url) ?? []), join(folder.path, 'mail')]
  mailFolders.set(own.url, folders)
  return {
    url: cloud.url,
    dataDir: folder.path,
    database: own,
    call: (method, path, body, headers) => callUrl(`${cloud.url}/api${path}`, method, body, headers),
    mails: (to) =>
      (mailFolders.get(own.url) ?? [])
        .filter((mailFolder) => existsSync(mailFolder))
        .flatMap((mailFolder) => readdirSync(mailFolder).map((name) => ({ name, path: join(mailFolder, name) })))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ path }) => readFileSync(path, 'utf8'))
        .filter((text) => text.includes(`\nTo: ${to}\n`)),
    async close() {
      await cloud.close()
      if (!database) await own.drop()
      folder.remove()
    },
  }
}

export const password = 'correct horse battery'
let people = 0

export interface TestPerson {
  id: string
  email: string
  token: string
  /** Headers of the session. */
  as: Headers_
  call: Call
}

/** Signs up and in. */
export async function newPerson(cloud: Pick<TestCloud, 'call'>, name = 'person', given?: string): Promise<TestPerson> {
  const email = given ?? `${name}-${++people}-${process.pid}@example.org`
  const signedUp = await cloud.call('POST', '/auth/sign-up', { email, password, name })
  if (signedUp.status !== 202) throw new Error(`sign-up: ${signedUp.status} ${JSON.stringify(signedUp.body)}`)
  return signIn(cloud, email)
}

export async function signIn(cloud: Pick<TestCloud, 'call'>, email: string, more: object = {}): Promise<TestPerson> {
  const { status, body } = await cloud.call('POST', '/auth/sign-in', { email, password, ...more })
  if (status !== 200) throw new Error(`sign-in: ${status} ${JSON.stringify(body)}`)
  const as = { authorization: `Bearer ${body.token}` }
  return { id: body.user.id, email, token: body.token, as, call: (method, path, sent, headers) => cloud.call(method, path, sent, { ...as, ...headers }) }
}

/** As if the person had opened the link of the confirmation mail with the password that they have, and signed in again. */
export async function prove(cloud: Pick<TestCloud, 'database'>, ...people: Pick<TestPerson, 'id'>[]): Promise<void> {
  await onDatabase(cloud.database.url, (client) =>
    client.query('UPDATE users SET email_verified_at = coalesce(email_verified_at, now()) WHERE id = any($1::uuid[])', [people.map(({ id }) => id)]),
  )
}

/** Invites somebody, who accepts. Returns the member. */
export async function addMember(
  cloud: Pick<TestCloud, 'database'>,
  team: { id: string },
  owner: TestPerson,
  person: TestPerson,
  role?: string,
): Promise<{ id: string }> {
  const { status, body } = await owner.call('POST', `/teams/${team.id}/members`, { email: person.email, ...(role ? { role } : {}) })
  if (status !== 201) throw new Error(`invitation: ${status} ${JSON.stringify(body)}`)
  await prove(cloud, person)
  const accepted = await person.call('POST', `/invitations/${body.id}/accept`)
  if (accepted.status !== 200) throw new Error(`accepting: ${accepted.status} ${JSON.stringify(accepted.body)}`)
  return body
}

export interface TestTeam {
  id: string
  token: string
  tokenId: string
  /** Headers of its API token. */
  as: Headers_
  call: Call
}

/** A team of that person, with an API token. */
export async function newTeam(cloud: Pick<TestCloud, 'call'>, owner: TestPerson, name = 'team'): Promise<TestTeam> {
  const team = await owner.call('POST', '/teams', { name })
  if (team.status !== 201) throw new Error(`team: ${team.status} ${JSON.stringify(team.body)}`)
  const token = await owner.call('POST', `/teams/${team.body.id}/tokens`, { name: 'test' })
  if (token.status !== 201) throw new Error(`token: ${token.status} ${JSON.stringify(token.body)}`)
  const as = { authorization: `Bearer ${token.body.token}`, 'x-team-id': team.body.id as string }
  return {
    id: team.body.id,
    token: token.body.token,
    tokenId: token.body.id,
    as,
    call: (method, path, body, headers) => cloud.call(method, path, body, { ...as, ...headers }),
  }
}
