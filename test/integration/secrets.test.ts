// Where keys are kept: a real keychain where there is one, and what is done where there is none or it is locked.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openKeychain, type Keytar } from '../../electron/service/secrets/keychain.ts'
import { openSecrets } from '../../electron/service/secrets/open-secrets.ts'
import type { SystemCipher } from '../../electron/service/secrets/secret-place.ts'
import { createSettings } from '../../electron/service/settings/settings.ts'
import type { Settings } from '../../shared/schema/settings.ts'
import { serves } from '../support/service/as-person.ts'
import { call } from '../support/service/http.ts'
import { type Keyring, noKeyring, startInKeyring } from '../support/keyring.ts'
import { openService, temporaryFolder } from '../support/service/service.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function folder(): string {
  const made = temporaryFolder()
  cleanups.push(made.remove)
  return made.path
}

const secret = 'sk-0123456789-very-secret'
const env = { TANDEM_SECRETS: 'file' }
const withKey = { search: { reranker: { key: secret } } }

/** Every byte of every file below a folder. */
const everything = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')

const cipher = (real: boolean): SystemCipher => ({
  isReal: () => real,
  encrypt: (text) => Buffer.from(text).map((byte) => byte ^ 0x5a) as Buffer,
  decrypt: (data) => Buffer.from(data.map((byte) => byte ^ 0x5a)).toString(),
})
/** As without a keychain: there is no session bus to ask. */
async function open(dataDir: string, systemCipher: SystemCipher, report?: (error: unknown) => void) {
  const bus = process.env.DBUS_SESSION_BUS_ADDRESS
  process.env.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/nowhere'
  try {
    return await openSecrets({ dataDir, env: {}, systemCipher, ...(report ? { report } : {}) })
  } finally {
    if (bus === undefined) delete process.env.DBUS_SESSION_BUS_ADDRESS
    else process.env.DBUS_SESSION_BUS_ADDRESS = bus
  }
}

const person = { 'X-Actor': 'person' }

describe('the file, where there is nothing better', () => {
  test('[DS1] [DS2] a key is sealed, readable by its owner only, survives a restart, is never answered, and the person is warned', async () => {
    const service = await openService()
    cleanups.push(service.close)
    const before = (await call<Settings>(service.url, 'GET', '/settings')).body
    expect(before.secrets).toMatchObject({ store: 'file', warning: expect.stringContaining('not in the system keychain') as string })
    const reply = await call(service.url, 'PATCH', '/settings', withKey, person)
    expect(reply).toMatchObject({ status: 200, body: { search: { reranker: { has_key: true } } } })
    expect(JSON.stringify(reply.body)).not.toContain(secret)
    expect(everything(service.dataDir)).not.toContain(secret)
    for (const file of ['secrets.sealed.json', 'secrets.key']) expect(statSync(join(service.dataDir, file)).mode & 0o777, file).toBe(0o600)
    const again = await openSecrets({ dataDir: service.dataDir, env })
    expect(JSON.parse((await again.get('search.reranker.key')) ?? '')).toMatchObject({ key: secret })
    await call(service.url, 'PATCH', '/settings', { search: { reranker: { key: null } } }, person)
    expect(await again.get('search.reranker.key')).toBeUndefined()
  })

  test('[DS3] a value that was changed, or moved to another name, is not taken', async () => {
    const dataDir = folder()
    const store = await openSecrets({ dataDir, env })
    await store.set('one', secret)
    const file = join(dataDir, 'secrets.sealed.json')
    const { one } = JSON.parse(readFileSync(file, 'utf8')) as { one: string }
    const bytes = Buffer.from(one, 'base64')
    bytes[30] = (bytes[30] as number) ^ 1
    writeFileSync(file, JSON.stringify({ one: bytes.toString('base64'), two: one, three: 'AAAA' }))
    for (const name of ['one', 'two', 'three']) expect(await store.get(name), name).toBeUndefined()
  })

  test('[DS4] keys of an earlier Tandem, which kept them as they are, are carried over once', async () => {
    const dataDir = folder()
    writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ 'search.reranker.key': secret }))
    const service = await openService({ dataDir })
    cleanups.push(service.close)
    expect((await call(service.url, 'GET', '/settings')).body).toMatchObject({ search: { reranker: { has_key: true } } })
    expect(existsSync(join(dataDir, 'secrets.json'))).toBe(false)
    expect(everything(dataDir)).not.toContain(secret)
  })

  test('[DS4] what cannot be read at the moment is neither overwritten nor cleared away', async () => {
    const dataDir = folder()
    const store = await openSecrets({ dataDir, env })
    await store.set('cloud.token', secret)
    const file = join(dataDir, 'secrets.sealed.json')
    renameSync(file, `${file}.kept`)
    // Root reads files of any mode: a folder in its place cannot be read by anybody.
    mkdirSync(file)
    await expect(store.set('other', 'value')).rejects.toThrow()
    await expect(store.get('cloud.token')).rejects.toThrow()
    const errors: unknown[] = []
    await open(dataDir, cipher(true), (error) => errors.push(error))
    expect([errors.length, existsSync(join(dataDir, 'secrets.key'))]).toEqual([1, true])
    rmSync(file, { recursive: true })
    renameSync(`${file}.kept`, file)
    expect(await (await open(dataDir, cipher(true))).get('cloud.token')).toBe(secret)
  })

  test('[DS6] a place that goes away while it is asked costs no settings, and is asked again', async () => {
    let isThere = false
    const get = () => (isThere ? Promise.resolve<string | undefined>('given') : Promise.reject(new Error('gone')))
    const reported: unknown[] = []
    const settings = createSettings({
      file: join(folder(), 'settings.json'),
      openSecrets: () => Promise.resolve({ kind: 'keychain', warning: null, get, set: () => Promise.resolve() }),
      hasSecretFiles: false,
      report: (error) => reported.push(error),
      env: {},
      embedders: () => [],
    })
    expect((await settings.read()).search.reranker.has_key).toBe(false)
    expect(reported.length).toBeGreaterThan(0)
    isThere = true
    expect((await settings.read()).search.reranker.has_key).toBe(true)
  })

  test('[DS7] a key stays with the address that it was given for: another origin, also in the file, does not get it', async () => {
    const kept = new Map<string, string>()
    const file = join(folder(), 'settings.json')
    const open = (environment: Record<string, string> = {}) =>
      createSettings({
        file,
        openSecrets: () =>
          Promise.resolve({
            kind: 'keychain',
            warning: null,
            get: (name) => Promise.resolve(kept.get(name)),
            set: (name, value) => Promise.resolve(void (value === undefined ? kept.delete(name) : kept.set(name, value))),
          }),
        hasSecretFiles: false,
        report: (error) => expect.fail(String(error)),
        env: environment,
        embedders: () => [],
      })
    const settings = open()
    const at = (url: string, key?: string) =>
      settings.update({
        search: { embedder: { kind: 'endpoint', model: 'm', url, ...(key ? { key } : {}) } },
        conversations: { extractor: { kind: 'endpoint', model: 'm', url, ...(key ? { key } : {}) } },
      })
    await at('https://good.example/v1', secret)
    expect((await at('https://good.example/v2')).search.embedder.has_key).toBe(true)
    expect([settings.search().embedder.key, (await settings.extraction()).key]).toEqual([secret, secret])

    // Somebody writes the file by hand while nobody runs.
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, before.replaceAll('good.example', 'evil.example'))
    const other = open()
    await other.read()
    expect([other.search().embedder.url, other.search().embedder.key, (await other.extraction()).key]).toEqual([
      'https://evil.example/v2',
      undefined,
      undefined,
    ])
    writeFileSync(file, before)

    const moved = await at('https://good.example:8443/v1')
    expect([moved.search.embedder.has_key, moved.conversations.extractor.has_key, [...kept]]).toEqual([false, false, []])
    await at('https://good.example/v1')
    expect(settings.search().embedder.key).toBeUndefined()

    const given = open({ TANDEM_EMBEDDER_URL: 'https://first.example', TANDEM_EMBEDDER_KEY: 'given' })
    expect(given.search().embedder.key).toBeUndefined()
    rmSync(file)
    expect(open({ TANDEM_EMBEDDER_URL: 'https://first.example', TANDEM_EMBEDDER_KEY: 'given' }).search().embedder.key).toBe('given')
  })

  test('[A3] only a person sets addresses and keys of endpoints', async () => {
    const service = await openService()
    cleanups.push(service.close)
    const agent = { 'X-Actor': 'agent:claude' }
    for (const patch of [
      { search: { embedder: { url: 'http://127.0.0.1:9/v1' } } },
      { search: { reranker: { key: 'mine' } } },
      { conversations: { extractor: { url: null } } },
    ])
      expect((await call(service.url, 'PATCH', '/settings', patch, agent)).status, JSON.stringify(patch)).toBe(403)
    expect((await call(service.url, 'PATCH', '/settings', { search: { deadlines_ms: { total: 200 } } }, agent)).status).toBe(200)
    expect((await call(service.url, 'GET', '/settings')).body).toMatchObject({ search: { embedder: { url: null }, reranker: { has_key: false } } })
  })

  test('[DS5] two changes at once both count', async () => {
    const service = await openService()
    cleanups.push(service.close)
    const patches = [{ search: { embedder: { key: 'a' } } }, { search: { reranker: { key: 'b' } } }, { search: { deadlines_ms: { total: 200 } } }]
    await Promise.all(patches.map((patch) => call(service.url, 'PATCH', '/settings', patch, person)))
    expect((await call(service.url, 'GET', '/settings')).body).toMatchObject({
      search: { embedder: { has_key: true }, reranker: { has_key: true }, deadlines_ms: { total: 200 } },
    })
  })
})

describe("the system's own cipher, where there is no keychain", () => {
  test.runIf(process.platform === 'linux')('[DS1] [DS4] it is used when it is real, and takes over what the file kept', async () => {
    const dataDir = folder()
    await (await openSecrets({ dataDir, env })).set('cloud.token', secret)
    expect(await open(dataDir, cipher(false))).toMatchObject({ kind: 'file' })
    const store = await open(dataDir, cipher(true))
    expect(store).toMatchObject({ kind: 'system_cipher', warning: null })
    expect(await store.get('cloud.token')).toBe(secret)
    expect(existsSync(join(dataDir, 'secrets.sealed.json'))).toBe(false)
    expect(everything(dataDir)).not.toContain(secret)
  })
})

test('[DS6] a keychain that hangs, or will not load, is given up in time', async () => {
  const never = new Promise<never>(() => undefined)
  const hanging: Keytar = { getPassword: () => never, setPassword: () => never, deletePassword: () => never }
  await expect(openKeychain('x', async () => hanging, 20)).rejects.toThrow('does not respond')
  await expect(openKeychain('x', () => never, 20)).rejects.toThrow('does not respond')
  await expect(openKeychain('x', () => Promise.reject(new Error('libsecret-1.so.0: cannot open')), 20)).rejects.toThrow('libsecret')
})

const missing = noKeyring()

describe.skipIf(missing)(`a real Secret Service${missing ? ` (skipped: ${missing})` : ''}`, () => {
  async function settings(keyring: Keyring, home: string, dataDir: string, patch?: object): Promise<Settings> {
    const { url, stop } = await startInKeyring(keyring, home, dataDir)
    serves(url, dataDir)
    try {
      return (await call<Settings>(url, patch ? 'PATCH' : 'GET', '/settings', patch, person)).body
    } finally {
      await stop()
    }
  }

  test('[DS1] [DS2] [DS4] [DS6] unlocked it holds the keys; locked or gone a file does, and gives back what it holds when the keychain opens', async () => {
    const [home, dataDir] = [folder(), folder()]
    expect(await settings('unlocked', home, dataDir, withKey)).toMatchObject({
      secrets: { store: 'keychain', warning: null },
      search: { reranker: { has_key: true } },
    })
    expect(existsSync(join(dataDir, 'secrets.sealed.json'))).toBe(false)
    expect(everything(dataDir)).not.toContain(secret)

    const locked = await settings('locked', home, dataDir, { search: { embedder: { key: 'given-while-locked' } } })
    expect(locked.secrets).toMatchObject({ store: 'file', warning: expect.stringContaining('locked') as string })
    expect(locked.search).toMatchObject({ embedder: { has_key: true }, reranker: { has_key: false } })

    const open = await settings('unlocked', home, dataDir)
    expect(open).toMatchObject({ secrets: { store: 'keychain', warning: null }, search: { embedder: { has_key: true }, reranker: { has_key: true } } })
    expect(existsSync(join(dataDir, 'secrets.sealed.json'))).toBe(false)

    expect((await settings('none', home, dataDir)).secrets).toMatchObject({ store: 'file' })
    expect((await settings('unlocked', home, folder())).search).toMatchObject({ reranker: { has_key: false } })
  })
})
