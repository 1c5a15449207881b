// `tandem prove` and `tandem verify` as an agent in a shell uses them: real programs, real git repositories, and what goes wrong.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callUrl } from '../../contract/target.ts'
import { until } from '../../support/until.ts'
import { program, run } from '../../support/service/programs.ts'
import { openService, temporaryFolder } from '../../support/service/service.ts'

const folder = temporaryFolder()
const repository = join(folder.path, 'repository')
let service: Awaited<ReturnType<typeof openService>>
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'protocol.file.allow=always', ...args], { cwd, encoding: 'utf8' }).trim()

function newRepository(path: string): void {
  mkdirSync(path)
  git(path, 'init', '-q')
  writeFileSync(join(path, 'a.txt'), 'one\n')
  git(path, 'add', '-A')
  git(path, 'commit', '-qm', 'one')
}

beforeAll(async () => {
  service = await openService()
  newRepository(repository)
  git(repository, 'remote', 'add', 'origin', 'https://ana:secret@example.org/r.git')
})
afterAll(async () => {
  await service.close()
  folder.remove()
})

const tandem = (args: string[], more: { cwd?: string; env?: Record<string, string> } = {}) =>
  run('electron/cli/tandem.mjs', [args[0] ?? '', '--data-dir', service.dataDir, ...args.slice(1)], {
    cwd: more.cwd ?? repository,
    env: { TANDEM_AGENT: 'prover', ...more.env },
  })
const call = (method: string, path: string, body?: unknown) => callUrl(service.url + path, method, body)
const create = async (fields: object = {}) => (await call('POST', '/tasks', { title: 'a task', ...fields })).body
const evidence = async (id: number) => (await call('GET', `/tasks/${id}/evidence`)).body

describe('tandem prove', () => {
  it.each([
    ['a word', ['sh', '-c', 'touch ran', 'x'.repeat(9000)]],
    ['too many words', ['touch', 'ran', ...Array.from({ length: 600 }, () => 'x')]],
    ['too many bytes', ['touch', 'ran', ...Array.from({ length: 490 }, () => 'ä'.repeat(2000))]],
  ])('[EV7] runs nothing that could not be recorded: %s', async (_, command) => {
    const { id } = await create()
    const { code, err } = await tandem(['prove', String(id), '--', ...command])
    expect([code, err]).toEqual([2, expect.stringContaining('Nothing was run')])
    expect([existsSync(join(repository, 'ran')), existsSync(join(service.dataDir, 'unsent-evidence'))]).toEqual([false, false])
  })

  it.runIf(process.env.TANDEM_LONG)('[A27] finds the token of a service that is named by its address alone', async () => {
    const { id } = await create()
    const prove = (...words: string[]) =>
      run('electron/cli/tandem.mjs', ['prove', '--url', service.url, ...words, String(id), '--', 'true'], { cwd: repository, env: { TANDEM_AGENT: 'prover' } })
    expect(await prove()).toMatchObject({ code: 0, err: expect.stringContaining('passed') })
    expect((await prove('--data-dir', folder.path)).err).toContain('Not recorded')
  })

  it('[EV6] runs the command itself, passes its output on, and records how it ended on the tree with its uncommitted changes', async () => {
    const { id } = await create({ criteria: [{ text: 'tests pass' }] })
    writeFileSync(join(repository, 'new.txt'), 'not committed\n')
    const ran = await tandem(['prove', '--criterion', '1', String(id), '--', 'sh', '-c', 'echo out; echo err >&2'])
    expect([ran.code, ran.out]).toEqual([0, 'out\n'])
    expect(ran.err).toMatch(/^err\nTask \d+: passed\. Evidence [0-9a-f-]{36}\.\n$/)
    const [found] = await evidence(id)
    expect(found).toMatchObject({ kind: 'ran', state: 'valid', criterion: 'tests pass', by: { kind: 'agent', name: 'prover' } })
    expect(found.run).toMatchObject({ command: ['sh', '-c', 'echo out; echo err >&2'], exit_code: 0, output_bytes: 8 })
    expect(found.run.output.split('\n').sort()).toEqual(['', 'err', 'out'])
    // As a commit of everything would have it; the index and the objects of the repository are untouched.
    expect(git(repository, 'status', '--short')).toBe('?? new.txt')
    git(repository, 'add', '-A')
    expect(found.run.tree).toMatchObject({
      repository: 'https://example.org/r.git',
      commit: git(repository, 'rev-parse', 'HEAD'),
      before: git(repository, 'write-tree'),
    })
    git(repository, 'reset', '-q')
    expect((await call('GET', `/tasks/${id}`)).body.criteria).toEqual([{ text: 'tests pass', evidence_id: found.id }])
    // The exit code is the command's, and a change since makes the first one stale.
    writeFileSync(join(repository, 'new.txt'), 'changed\n')
    expect((await tandem(['prove', String(id), '--', 'sh', '-c', 'exit 7'])).code).toBe(7)
    expect((await evidence(id)).map((one: { state: string }) => one.state)).toEqual(['failed', 'stale'])
  })

  it.runIf(process.env.TANDEM_LONG)('[EV7] says what it was: hung, killed, it changed the tree, or there was none', async () => {
    const { id } = await create()
    const hung = await tandem(['prove', '--timeout', '1', '--json', String(id), '--', 'sh', '-c', 'sleep 300 & echo $! > ../pid; wait'])
    expect([hung.code, JSON.parse(hung.out)]).toEqual([124, expect.objectContaining({ state: 'failed', timed_out: true })])
    // With all that it started.
    const pid = Number(readFileSync(join(folder.path, 'pid'), 'utf8'))
    await until('the end of what it started', () => !existsSync(`/proc/${pid}`) || /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')))
    expect((await tandem(['prove', String(id), '--', 'sh', '-c', 'kill -9 $$'])).code).toBe(137)
    const changed = await tandem(['prove', String(id), '--', 'sh', '-c', 'date +%N > written.txt'])
    expect([changed.code, changed.err]).toEqual([0, expect.stringContaining('changed files, so it is no proof')])
    const nowhere = await tandem(['prove', String(id), '--', 'true'], { cwd: folder.path })
    expect([nowhere.code, nowhere.err]).toEqual([0, expect.stringMatching(/outside a git repository.*not a git repository/)])
    const found = await evidence(id)
    expect(found.map((one: { state: string }) => one.state)).toEqual(['no_tree', 'changed_tree', 'failed', 'failed'])
    expect(found[2].run).toMatchObject({ exit_code: null, signal: 'SIGKILL' })
  })

  it.runIf(process.env.TANDEM_LONG)('[EV7] refuses before it runs anything what could not be recorded; what cannot be run is recorded as nothing', async () => {
    const { id } = await create()
    const mark = join(folder.path, 'mark')
    for (const [args, code, says] of [
      [['99999', '--', 'touch', mark], 4, /no task 99999/],
      [['--criterion', '1', String(id), '--', 'touch', mark], 2, /has no criteria/],
      [[String(id)], 2, /COMMAND is missing/],
      [[String(id), '--', './no-such-program'], 127, /no program/],
    ] as const) {
      const refused = await tandem(['prove', ...args])
      expect([refused.code, refused.err]).toEqual([code, expect.stringMatching(says)])
    }
    expect([existsSync(mark), await evidence(id)]).toEqual([false, []])
  })

  it('[EV7] keeps in a file what cannot be sent, and sends it later, once', async () => {
    const own = await openService()
    const { id } = (await callUrl(`${own.url}/tasks`, 'POST', { title: 'a task' })).body
    const gate = join(folder.path, 'gate')
    const proving = run(
      'electron/cli/tandem.mjs',
      ['prove', '--data-dir', own.dataDir, '--url', own.url, String(id), '--', 'sh', '-c', `touch ${gate}.begun; while [ ! -e ${gate} ]; do sleep 0.05; done`],
      { cwd: repository },
    )
    await until('the command', () => existsSync(`${gate}.begun`))
    const away = temporaryFolder()
    execFileSync('cp', ['-r', `${own.dataDir}/.`, away.path])
    await own.close()
    mkdirSync(own.dataDir)
    writeFileSync(gate, '')
    const ended = await proving
    expect([ended.code, ended.err]).toEqual([5, expect.stringMatching(/kept in .*\n.*tandem prove --send/)])
    const file = /kept in (.*)\n/.exec(ended.err)?.[1] ?? ''
    const record = readFileSync(file, 'utf8')
    const again = await openService({ dataDir: away.path })
    const send = () => run('electron/cli/tandem.mjs', ['prove', '--send', file, '--data-dir', away.path], { cwd: repository })
    expect(JSON.parse((await send()).out)).toMatchObject({ task_id: id, state: 'valid' })
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, record)
    expect((await send()).code).toBe(0)
    expect((await callUrl(`${again.url}/tasks/${id}/evidence`, 'GET', undefined)).body).toHaveLength(1)
    await again.close()
    away.remove()
    execFileSync('rm', ['-rf', own.dataDir])
  })

  it('[EV7] killed itself it leaves nothing half', async () => {
    const { id } = await create()
    const begun = join(folder.path, 'begun')
    const child = spawn(
      process.execPath,
      [program('electron/cli/tandem.ts'), 'prove', '--data-dir', service.dataDir, String(id), '--', 'sh', '-c', `echo $$ > ${begun}; exec sleep 300`],
      {
        cwd: repository,
        stdio: 'ignore',
      },
    )
    await until('the command', () => existsSync(begun) && readFileSync(begun, 'utf8').endsWith('\n'))
    child.kill('SIGKILL')
    await until('its end', () => child.signalCode === 'SIGKILL')
    process.kill(Number(readFileSync(begun, 'utf8')), 'SIGKILL')
    expect([await evidence(id), existsSync(join(service.dataDir, 'unsent-evidence'))]).toEqual([[], false])
  })

  it.runIf(process.env.TANDEM_LONG)('[EV6] sees changes that git was told to overlook, and those inside a submodule', async () => {
    const [top, inner] = [join(folder.path, 'top'), join(folder.path, 'inner')]
    newRepository(inner)
    newRepository(top)
    git(top, 'submodule', '--quiet', 'add', inner, 'inner')
    git(top, 'commit', '-qm', 'with a submodule')
    const { id } = await create()
    const treeNow = async () => {
      await tandem(['prove', String(id), '--', 'true'], { cwd: join(top, 'inner', '..') })
      return (await evidence(id))[0].run.tree.before as string
    }
    const clean = await treeNow()
    expect(clean).toBe(git(top, 'rev-parse', 'HEAD^{tree}'))
    writeFileSync(join(top, 'inner', 'a.txt'), 'changed inside\n')
    const dirtyInside = await treeNow()
    git(top, 'update-index', '--assume-unchanged', 'a.txt')
    writeFileSync(join(top, 'a.txt'), 'changed in secret\n')
    expect(new Set([clean, dirtyInside, await treeNow()]).size).toBe(3)
  })
})

describe('tandem verify', () => {
  it('[EV9] checks a file without any service: the signature, what ran, and whether the tree is still the same', async () => {
    const { id } = await create({ title: 'ship it' })
    git(repository, 'add', '-A')
    await tandem(['prove', String(id), '--', 'echo', 'fine'])
    const [{ id: made }] = await evidence(id)
    const [file, key, changed] = ['evidence.json', 'key.pem', 'changed.json'].map((name) => join(folder.path, name)) as [string, string, string]
    const envelope = (await call('GET', `/evidence/${made}`)).body
    writeFileSync(file, JSON.stringify(envelope))
    writeFileSync(key, (await call('GET', '/evidence/key')).body.public_key)
    const verify = (args: string[], cwd = repository) =>
      run('electron/cli/tandem.mjs', ['verify', '--data-dir', join(folder.path, 'no-service'), ...args], { cwd })
    const good = await verify([file, '--key', key])
    expect([good.code, JSON.parse(good.out)]).toEqual([0, expect.objectContaining({ verified: true, present: 'same' })])
    const statement = JSON.parse(Buffer.from(envelope.payload, 'base64').toString())
    statement.predicate.tandem_run.command = ['something', 'else']
    writeFileSync(changed, JSON.stringify({ ...envelope, payload: Buffer.from(JSON.stringify(statement)).toString('base64') }))
    for (const args of [
      [changed, '--key', key],
      [key, '--key', key],
    ]) {
      const bad = await verify(args)
      expect([bad.code, JSON.parse(bad.out)]).toEqual([1, expect.objectContaining({ verified: false })])
    }
    writeFileSync(join(repository, 'later.txt'), 'later\n')
    expect((await verify([file, '--key', key])).code).toBe(3)
    expect((await verify([file, '--key', key], folder.path)).code).toBe(0)
    expect((await verify([file, '--key', key, '--tree', folder.path], folder.path)).code).toBe(1)
    expect((await verify([file])).code).toBe(2)
    expect(readdirSync(folder.path)).not.toContain('no-service')
    // With the key of the running service.
    expect((await tandem(['verify', file], { cwd: folder.path })).code).toBe(0)
  })
})
