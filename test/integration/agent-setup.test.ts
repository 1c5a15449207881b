// `tandem setup`, `connect` and `hook` as a stranger runs them in a project, on real folders.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { encode } from 'gpt-tokenizer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commands } from '../../electron/cli/commands/commands.ts'
import { mcpClients } from '../../shared/domain/agents/mcp-setup.ts'
import { clientNames } from '../../electron/cli/setup/client-files.ts'
import { planPutting } from '../../electron/cli/setup/file-changes.ts'
import { loopText } from '../../electron/cli/setup/loop-text.ts'
import { projectPieces } from '../../electron/cli/setup/project-pieces.ts'
import { writeChanges } from '../../electron/cli/setup/write-files.ts'
import { createWrittenRecords } from '../../electron/cli/setup/written-record.ts'
import { callUrl } from '../contract/target.ts'
import { connectHttp } from '../support/mcp/mcp-clients.ts'
import { run } from '../support/service/programs.ts'
import { openService, temporaryFolder } from '../support/service/service.ts'

let folder: ReturnType<typeof temporaryFolder>
let root: string
beforeEach(() => {
  folder = temporaryFolder()
  root = join(folder.path, 'project')
  for (const path of ['project/.git', 'home', 'data']) mkdirSync(join(folder.path, path), { recursive: true })
})
afterEach(() => folder.remove())

const put = (path: string, text: string) => {
  const file = join(folder.path, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}
const text = (path: string) => readFileSync(join(folder.path, path), 'utf8')

/** Every file, folder and link, with its text. */
function snapshot(within = folder.path, path = ''): Record<string, string> {
  return Object.fromEntries(
    readdirSync(join(within, path)).flatMap((name) => {
      const one = join(path, name)
      if (one === 'data') return []
      const found = lstatSync(join(within, one))
      if (found.isSymbolicLink()) return [[one, 'a link']]
      return found.isDirectory()
        ? [[one, 'a folder'], ...Object.entries(snapshot(within, one))]
        : [[one, `${found.mode} ${readFileSync(join(within, one), 'utf8')}`]]
    }),
  )
}

async function tandem(args: string[], { cwd = root, env = {} }: { cwd?: string; env?: Record<string, string> } = {}) {
  const home = join(folder.path, 'home')
  const place = args.includes('--data-dir') ? [] : ['--data-dir', join(folder.path, 'data')]
  const { code, out, err } = await run('electron/cli/tandem.mjs', [...args, ...place], {
    cwd,
    env: { HOME: home, XDG_CONFIG_HOME: '', CODEX_HOME: '', CLAUDE_CONFIG_DIR: '', ...env },
  })
  return {
    code,
    err,
    said: out === '' ? undefined : (JSON.parse(out) as Record<string, unknown> & { files: { file: string; change: string; reason?: string }[]; diff: string }),
  }
}
const all = ['claude', 'codex', 'gemini', 'cursor'].flatMap((name) => ['--client', name])
const setup = (...args: string[]) => tandem(['setup', ...args])
const changes = ({ said }: Awaited<ReturnType<typeof tandem>>) => Object.fromEntries(said!.files.map(({ file, change }) => [file, change]))

describe('tandem setup', () => {
  it('[A13] shows a diff that git applies, writes nothing unasked, and takes back exactly what it wrote', async () => {
    put('project/AGENTS.md', '# Rules\n\nBe kind.')
    put('project/.claude/settings.json', '{\n    "model": "opus",\n    "hooks": {"SessionStart": []}\n}')
    put('project/.gemini/settings.json', '{\n  // mine\n  "theme": "dark",\n}\n')
    mkdirSync(join(root, 'src'))
    const before = snapshot()
    const asked = await tandem(['setup', ...all], { cwd: join(root, 'src') })
    expect([asked.code, asked.said!.error, asked.said!.project]).toEqual([2, expect.stringContaining('--yes'), root])
    expect(snapshot()).toEqual(before)
    const shown = await setup('--dry-run', ...all)
    expect([shown.code, shown.said!.outcome, shown.said!.diff]).toEqual([0, 'shown', asked.said!.diff])
    expect(snapshot()).toEqual(before)

    const done = await setup('--yes', ...all)
    expect([done.code, changes(done)]).toEqual([
      0,
      {
        'AGENTS.md': 'updated',
        '.agents/skills/tandem/SKILL.md': 'created',
        '.claude/skills/tandem/SKILL.md': 'created',
        '.claude/settings.json': 'updated',
        '.codex/hooks.json': 'created',
        '.gemini/settings.json': 'updated',
        '.cursor/hooks.json': 'created',
      },
    ])
    const after = snapshot()
    const again = await setup('--yes', ...all)
    expect([again.code, again.said!.outcome, snapshot()]).toEqual([0, 'unchanged', after])

    expect((await setup('--undo', '--yes')).code).toBe(0)
    expect(snapshot()).toEqual(before)
    execFileSync('git', ['apply', '-'], { cwd: root, input: shown.said!.diff })
    expect(snapshot()).toEqual(after)
  })

  it('[A13] chooses the clients that are in use, and is portable where tandem is on the PATH', async () => {
    put('home/.codex/config.toml', '')
    put('project/.cursor/rules/x.mdc', '')
    const bin = join(folder.path, 'bin')
    mkdirSync(bin)
    symlinkSync(join(import.meta.dirname, '../../electron/cli/tandem.mjs'), join(bin, 'tandem'))
    const { said } = await tandem(['setup', '--yes'], { env: { PATH: `${bin}:${process.env.PATH}` } })
    expect(said!.clients).toEqual(['codex', 'cursor'])
    expect(JSON.parse(text('project/.codex/hooks.json'))).toEqual({
      hooks: { SessionStart: [{ matcher: 'startup|clear', hooks: [{ type: 'command', command: 'tandem hook codex; exit 0', timeout: 10 }] }] },
    })
    expect(JSON.parse(text('project/.cursor/hooks.json'))).toEqual({
      version: 1,
      hooks: { sessionStart: [{ command: 'tandem hook cursor; exit 0', timeout: 10 }] },
    })
    // The same project from a place where it is not on the PATH: a hook that Tandem wrote is brought up to date, not doubled.
    await setup('--yes', '--client', 'cursor')
    expect(JSON.parse(text('project/.cursor/hooks.json')).hooks.sessionStart).toEqual([
      { command: expect.stringMatching(/tandem\.mjs hook cursor; exit 0$/), timeout: 10 },
    ])
  })

  it.runIf(process.env.TANDEM_LONG)('[A13] finds the project from its git folder, a worktree too; without one it is the folder itself', async () => {
    rmSync(join(root, '.git'), { recursive: true })
    put('project/.git', 'gitdir: elsewhere')
    mkdirSync(join(root, 'a/b'), { recursive: true })
    expect((await tandem(['setup', '--yes'], { cwd: join(root, 'a/b') })).said!.project).toBe(root)
    const plain = join(folder.path, 'plain')
    mkdirSync(plain)
    expect((await tandem(['setup', '--yes'], { cwd: plain })).said!.project).toBe(plain)
    expect(existsSync(join(plain, 'AGENTS.md'))).toBe(true)
    // What lies in the home folder counts in every project, and a repository there is found from every folder below.
    put('home/.git/HEAD', '')
    mkdirSync(join(folder.path, 'home/notes'))
    const home = await tandem(['setup', '--yes'], { cwd: join(folder.path, 'home/notes') })
    expect([home.code, home.err]).toEqual([2, expect.stringContaining('is no project')])
    expect(existsSync(join(folder.path, 'home/AGENTS.md'))).toBe(false)
  })

  it.runIf(process.env.TANDEM_LONG)('[A13] keeps the line endings of a file, and what is before and behind its section', async () => {
    put('project/AGENTS.md', '\uFEFF# Rules\r\n')
    await setup('--yes')
    expect(text('project/AGENTS.md')).toMatch(/^\uFEFF# Rules\r\n\r\n<!-- tandem:begin/)
    expect(text('project/AGENTS.md').replaceAll('\r\n', '')).not.toContain('\n')
    // An older version of the section, with words behind it.
    const old = text('project/AGENTS.md')
      .replace(/tandem:begin \w+/, 'tandem:begin 2cf24dba5fb0')
      .replace(/## Tasks[^]*?(?=<!-- tandem:end)/, 'hello\r\n')
    writeFileSync(join(root, 'AGENTS.md'), `${old}more\r\n`)
    expect(changes(await setup('--yes'))).toMatchObject({ 'AGENTS.md': 'updated' })
    expect(text('project/AGENTS.md')).toMatch(/^\uFEFF# Rules\r\n\r\n<!-- tandem:begin[^]*## Tasks[^]*<!-- tandem:end -->\r\nmore\r\n$/)
    await setup('--undo', '--yes')
    expect(text('project/AGENTS.md')).toBe('\uFEFF# Rules\r\nmore\r\n')
  })

  it('[A13] leaves alone what a person changed, and says so', async () => {
    await setup('--yes', ...all)
    const edited = text('project/AGENTS.md').replace('Look first', 'Look twice')
    put('project/AGENTS.md', edited)
    put('project/.claude/skills/tandem/SKILL.md', text('project/.claude/skills/tandem/SKILL.md').replace('# Tasks', '# My tasks'))
    const hook = text('project/.claude/settings.json').replace('"timeout": 10', '"timeout": 30')
    put('project/.claude/settings.json', hook)
    put('project/.codex/hooks.json', text('project/.codex/hooks.json').replace('"SessionStart"', '"Stop": [], "SessionStart"'))
    const again = await setup('--yes', ...all)
    expect([again.code, changes(again)]).toMatchObject([
      1,
      { 'AGENTS.md': 'left alone', '.claude/skills/tandem/SKILL.md': 'left alone', '.claude/settings.json': 'unchanged' },
    ])
    const undone = await setup('--undo', '--yes')
    expect([undone.code, changes(undone)]).toEqual([
      1,
      {
        'AGENTS.md': 'left alone',
        '.claude/skills/tandem/SKILL.md': 'left alone',
        '.claude/settings.json': 'left alone',
        '.cursor/hooks.json': 'removed',
        '.gemini/settings.json': 'removed',
        '.codex/hooks.json': 'updated',
        '.agents/skills/tandem/SKILL.md': 'removed',
      },
    ])
    expect([text('project/AGENTS.md'), text('project/.claude/settings.json')]).toEqual([edited, hook])
    expect(JSON.parse(text('project/.codex/hooks.json'))).toEqual({ hooks: { Stop: [] } })
  })

  it('[A13] takes back by what it recognizes where its record is lost, for instance on another computer', async () => {
    put('project/AGENTS.md', '# Rules\n')
    put('project/.claude/settings.json', '{\n  "model": "opus"\n}\n')
    await setup('--yes', ...all)
    rmSync(join(folder.path, 'data'), { recursive: true })
    expect((await setup('--undo', '--yes')).code).toBe(0)
    expect([text('project/AGENTS.md'), text('project/.claude/settings.json')]).toEqual(['# Rules\n', '{\n  "model": "opus"\n}\n'])
    for (const path of ['.agents/skills/tandem', '.claude/skills/tandem', '.codex/hooks.json', '.cursor/hooks.json', '.gemini/settings.json'])
      expect(existsSync(join(root, path))).toBe(false)
  })

  it('[A13] says what keeps a file from being changed, and does the rest', async () => {
    put('project/.claude/settings.json', '{"hooks": ')
    put('project/.codex/hooks.json', '{"hooks": {"SessionStart": "x"}}')
    put('project/.cursor/hooks.json', '{} // no')
    put('project/.claude/skills/tandem/SKILL.md', '---\nname: tandem\n---\nmine\n')
    writeFileSync(join(root, 'AGENTS.md'), Buffer.from([0xff, 0xfe, 0x41, 0x00]))
    put('project/.gemini', 'a file')
    const before = snapshot()
    const { code, said } = await setup('--yes', ...all)
    expect([code, said!.files.map(({ file, reason }) => [file, reason])]).toEqual([
      1,
      [
        ['.agents/skills/tandem/SKILL.md', undefined],
        ['AGENTS.md', 'is not UTF-8 text'],
        ['.claude/skills/tandem/SKILL.md', 'belongs to another skill with that name'],
        ['.claude/settings.json', 'is not valid JSON: it ends too early (line 1)'],
        ['.codex/hooks.json', 'has something other than a list at hooks.SessionStart'],
        ['.gemini/settings.json', 'would be inside something that is not a folder'],
        ['.cursor/hooks.json', expect.stringContaining('comments or trailing commas')],
      ],
    ])
    await setup('--undo', '--yes')
    expect(snapshot()).toEqual(before)
  })

  it('[A13] keeps to read-only files, writes through links, and not out of the project', async () => {
    put('project/AGENTS.md', 'mine\n')
    chmodSync(join(root, 'AGENTS.md'), 0o444)
    expect((await setup('--yes')).said!.files[1]).toEqual({ file: 'AGENTS.md', change: 'left alone', reason: 'is read-only' })
    expect([text('project/AGENTS.md'), statSync(join(root, 'AGENTS.md')).mode & 0o777]).toEqual(['mine\n', 0o444])
    rmSync(join(root, 'AGENTS.md'))

    put('project/docs/agents.md', 'real\n')
    chmodSync(join(root, 'docs/agents.md'), 0o640)
    symlinkSync('docs/agents.md', join(root, 'AGENTS.md'))
    mkdirSync(join(root, '.claude'))
    symlinkSync('../.agents/skills', join(root, '.claude/skills'))
    put('elsewhere/hooks.json', '{}')
    symlinkSync(join(folder.path, 'elsewhere'), join(root, '.codex'))
    symlinkSync('nowhere', join(root, '.cursor'))
    const { said } = await setup('--yes', ...all)
    expect(said!.files).toEqual(
      expect.arrayContaining([
        { file: 'AGENTS.md', change: 'updated' },
        { file: '.codex/hooks.json', change: 'left alone', reason: expect.stringContaining('outside the project') },
        { file: '.cursor/hooks.json', change: 'left alone', reason: 'is a broken link' },
      ]),
    )
    // The folders of skills are one: it is written once.
    expect(said!.files.map(({ file }) => file).filter((file) => file.endsWith('SKILL.md'))).toEqual(['.agents/skills/tandem/SKILL.md'])
    expect([lstatSync(join(root, 'AGENTS.md')).isSymbolicLink(), statSync(join(root, 'docs/agents.md')).mode & 0o777]).toEqual([true, 0o640])
    expect(text('project/docs/agents.md')).toContain('tandem:begin')
    expect(text('elsewhere/hooks.json')).toBe('{}')
    await setup('--undo', '--yes')
    expect(text('project/docs/agents.md')).toBe('real\n')
  })

  it('[A13] two at once write the same as one; what is killed between two files is finished by the next, or taken back', async () => {
    put('project/AGENTS.md', 'mine\n')
    const before = snapshot()
    const both = await Promise.all([1, 2, 3].map(() => setup('--yes', ...all)))
    expect(both.map(({ code }) => code)).toEqual([0, 0, 0])
    const after = snapshot()
    expect(text('project/AGENTS.md').match(/tandem:begin/g)).toHaveLength(1)
    await setup('--undo', '--yes')
    expect(snapshot()).toEqual(before)

    // What a process that was killed after two files leaves behind.
    const records = createWrittenRecords(join(folder.path, 'data'), 'setup')
    const half = () => {
      const plan = planPutting(projectPieces(root, ['claude', 'codex', 'gemini', 'cursor'], 'tandem'), records)
      writeChanges(plan.changes.slice(0, 2), records)
    }
    half()
    expect((await setup('--yes', ...all)).code).toBe(0)
    expect(Object.keys(snapshot())).toEqual(Object.keys(after))
    await setup('--undo', '--yes')
    half()
    await setup('--undo', '--yes')
    expect(snapshot()).toEqual(before)
  })

  it('[A13] a write that somebody else makes in between is not overwritten', () => {
    const file = put('project/AGENTS.md', 'mine\n')
    const records = createWrittenRecords(join(folder.path, 'data'), 'setup')
    const plan = planPutting(projectPieces(root, [], 'tandem'), records)
    writeFileSync(file, 'theirs\n')
    // What a process left that was killed while it wrote goes; what is being written stays.
    utimesSync(put('project/.AGENTS.md.0a.tandem-tmp', 'x'), 0, 0)
    put('project/.AGENTS.md.0b.tandem-tmp', 'x')
    expect(writeChanges(plan.changes, records).left).toEqual([{ name: 'AGENTS.md', reason: expect.stringContaining('in the meantime') }])
    expect(text('project/AGENTS.md')).toBe('theirs\n')
    expect(readdirSync(root).sort()).toEqual(['.AGENTS.md.0a.tandem-tmp', '.AGENTS.md.0b.tandem-tmp', '.agents', '.git', 'AGENTS.md'])
    writeChanges(planPutting(projectPieces(root, [], 'tandem'), records).changes, records)
    expect(readdirSync(root).sort()).toEqual(['.AGENTS.md.0b.tandem-tmp', '.agents', '.git', 'AGENTS.md'])
  })

  it.runIf(process.env.TANDEM_LONG)('[A13] what it teaches is short, and names only tools and commands that there are', async () => {
    expect(encode(loopText).length).toBeLessThanOrEqual(300)
    const service = await openService()
    const agent = await connectHttp('modern', service.url, 'reader')
    const tools = ((await agent.raw.listTools()) as { tools: { name: string }[] }).tools.map(({ name }) => name)
    await agent.close()
    await service.close()
    const quoted = [...loopText.matchAll(/`([^`]+)`/g)].map(([, one]) => one as string)
    const answers = ['needs_decision', 'none', 'lost', 'in_progress', 'in_review', 'todo', 'id', 'key', 'wait_seconds']
    const known = [...tools, ...answers, 'tandem --help', ...commands.map(({ name }) => `tandem ${name}`)]
    expect(quoted.filter((one) => !known.some((name) => one === name || one.startsWith(`${name} `)))).toEqual([])
    expect(tools.filter((name) => quoted.includes(name)).length).toBeGreaterThan(3)
  })
})

describe('tandem connect', () => {
  const connect = (...args: string[]) => tandem(['connect', ...args], { env: { TANDEM_PORT: '4820' } })
  const url = 'http://127.0.0.1:4820/mcp'
  const setups = { url, command: 'node', program: process.execPath, args: ['BRIDGE'], headers: {} }
  /** By the client, its file for all projects on this system. */
  const linux = process.platform === 'linux'
  const files: Record<string, string> = {
    claude: '.claude.json',
    ...(linux ? { 'claude-desktop': '.config/Claude/claude_desktop_config.json' } : {}),
    cursor: '.cursor/mcp.json',
    ...(linux ? { vscode: '.config/Code/User/mcp.json' } : {}),
    gemini: '.gemini/settings.json',
    opencode: '.config/opencode/opencode.json',
    windsurf: '.codeium/windsurf/mcp_config.json',
    zed: '.config/zed/settings.json',
  }

  // Each is seven processes: one of them; with TANDEM_LONG every client.
  it.runIf(process.env.TANDEM_LONG).each(Object.entries(files))(
    '[A14] writes what --print-config prints for %s, beside what is there, and takes it back',
    async (client, path) => {
      const before = snapshot()
      expect((await connect(client, '--dry-run')).said!.diff).toContain(`+++ ${join(folder.path, 'home', path)}\n`)
      expect(snapshot()).toEqual(before)
      const made = await connect(client)
      expect([made.code, made.said]).toEqual([
        0,
        expect.objectContaining({ outcome: 'created', file: join(folder.path, 'home', path), undo: `tandem connect ${client} --undo` }),
      ])
      const written = text(`home/${path}`)
      const { under, value } = mcpClients[client]!.entry!(setups)
      const args = [expect.stringMatching(/tandem-mcp\.mjs$/), '--data-dir', join(folder.path, 'data')]
      expect(JSON.parse(written)).toEqual({ [under]: { tandem: 'args' in value ? { ...value, args } : value } })
      expect((await connect(client)).said!.outcome).toBe('unchanged')
      expect((await connect(client, '--undo')).said!.outcome).toBe('taken back')
      expect(snapshot()).toEqual(before)

      const theirs = `{\n  "other": 1,\n  "${under}": {\n    "b": {}\n  }\n}\n`
      const file = put(`home/${path}`, theirs)
      chmodSync(file, 0o600)
      const { said } = await connect(client)
      expect([said!.outcome, said!.backup, readFileSync(`${file}.before-tandem`, 'utf8')]).toEqual(['updated', `${file}.before-tandem`, theirs])
      expect([statSync(file).mode & 0o777, statSync(`${file}.before-tandem`).mode & 0o777]).toEqual([0o600, 0o600])
      expect(Object.keys(JSON.parse(text(`home/${path}`))[under])).toEqual(['b', 'tandem'])
      await connect(client, '--undo')
      expect([readFileSync(file, 'utf8'), existsSync(`${file}.before-tandem`)]).toEqual([theirs, false])
    },
  )

  it('[A14] every client that a file is written for is one of --print-config, and the other way round', () => {
    const withFile = Object.entries(mcpClients).flatMap(([name, { entry }]) => (entry ? [name] : []))
    expect([...clientNames].sort()).toEqual(withFile.sort())
  })

  it('[A14] Codex in TOML, and the folder that CODEX_HOME names', async () => {
    const file = put('codex/config.toml', 'model = "o"\n\n[mcp_servers.b]\ncommand = "x"\n')
    const codex = (...args: string[]) => tandem(['connect', 'codex', ...args], { env: { TANDEM_PORT: '4820', CODEX_HOME: dirname(file) } })
    await codex('--tools', 'full')
    expect(readFileSync(file, 'utf8')).toBe(`model = "o"\n\n[mcp_servers.b]\ncommand = "x"\n\n[mcp_servers.tandem]\nurl = "${url}?tools=full"\n`)
    expect((await codex('--undo')).said!.outcome).toBe('taken back')
    expect(readFileSync(file, 'utf8')).toBe('model = "o"\n\n[mcp_servers.b]\ncommand = "x"\n')
  })

  it.runIf(process.env.TANDEM_LONG)('[A14] --project writes into the project, next to the hook that setup put there; each takes back its own', async () => {
    await setup('--yes', '--client', 'gemini')
    const hooked = text('project/.gemini/settings.json')
    await connect('gemini', '--project')
    expect(JSON.parse(text('project/.gemini/settings.json'))).toEqual({ ...JSON.parse(hooked), mcpServers: { tandem: { httpUrl: url } } })
    await setup('--undo', '--yes')
    expect(JSON.parse(text('project/.gemini/settings.json'))).toEqual({ mcpServers: { tandem: { httpUrl: url } } })
    await connect('gemini', '--project', '--undo')
    expect(existsSync(join(root, '.gemini/settings.json'))).toBe(false)
    for (const [client, path] of Object.entries({
      claude: '.mcp.json',
      cursor: '.cursor/mcp.json',
      vscode: '.vscode/mcp.json',
      codex: '.codex/config.toml',
      opencode: 'opencode.json',
    }).slice(process.env.TANDEM_LONG ? 0 : -2)) {
      expect((await connect(client, '--project')).said!.file).toBe(join(root, path))
      await connect(client, '--project', '--undo')
      expect([client, existsSync(join(root, path))]).toEqual([client, false])
    }
    const none = await connect('zed', '--project')
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('leave out --project')])
    put('project/opencode.jsonc', '{\n  // mine\n}')
    expect((await connect('opencode', '--project')).said!.file).toBe(join(root, 'opencode.jsonc'))
  })

  it.runIf(process.env.TANDEM_LONG)('[A14] leaves alone what it cannot take back, and says why (exit code 3)', async () => {
    const theirs = put('home/.cursor/mcp.json', '{"mcpServers": {"tandem": {"url": "http://127.0.0.1:4820/mcp", "env": {"A": "1"}}}}')
    const damaged = put('home/.claude.json', '{"projects": ')
    for (const [client, file, why] of [
      ['cursor', theirs, 'a different server called tandem'],
      ['claude', damaged, 'not valid JSON'],
    ] as const) {
      const before = readFileSync(file, 'utf8')
      for (const args of [[client], [client, '--undo']]) {
        const { code, said } = await connect(...args)
        expect([args, code, said!.outcome, said!.error]).toEqual([
          args,
          3,
          'left alone',
          expect.stringMatching(args.length === 1 || client === 'claude' ? why : 'by hand'),
        ])
      }
      expect([readFileSync(file, 'utf8'), existsSync(`${file}.before-tandem`)]).toEqual([before, false])
    }
    for (const wrong of [[], ['emacs'], ['stdio'], ['cursor', 'zed'], ['cursor', '--tools', 'some']])
      expect([wrong, (await connect(...wrong)).code]).toEqual([wrong, 2])
  })

  it.runIf(process.env.TANDEM_LONG)(
    '[A14] the token goes only where nothing works without it: for nobody else to read, never into a project, and shown to nobody',
    async () => {
      const locked = await openService({ requireToken: true })
      const own = readFileSync(join(locked.dataDir, 'token'), 'utf8').trim()
      const run = (...args: string[]) => tandem(['connect', 'cursor', ...args, '--data-dir', locked.dataDir])
      const shown = await run('--dry-run')
      expect(shown.said!.diff).toContain('Bearer …')
      const done = await run()
      expect(JSON.stringify([shown, done])).not.toContain(own)
      expect([text('home/.cursor/mcp.json').includes(`Bearer ${own}`), statSync(join(folder.path, 'home/.cursor/mcp.json')).mode & 0o777]).toEqual([
        true,
        0o600,
      ])
      const refused = await run('--project')
      expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('does not belong in a project file')])
      await run('--undo')
      const file = put('home/.cursor/mcp.json', '{"mcpServers": {"b": {"headers": {"K": "secret"}}}}\n')
      chmodSync(file, 0o644)
      await run()
      expect(statSync(file).mode & 0o777).toBe(0o600)
      await locked.close()
    },
  )

  it.runIf(process.env.TANDEM_LONG)(
    '[A14] shows nothing of what stands around its entry, and keeps a copy for each time the file was another one',
    async () => {
      const file = put('home/.cursor/mcp.json', '{\n  "mcpServers": {\n    "b": {\n      "env": { "KEY": "secret" }\n    }\n  }\n}\n')
      expect((await connect('cursor', '--dry-run')).said!.diff).not.toContain('secret')
      await connect('cursor')
      // Another program writes into it; the entry goes all the same, and the copy stays because the file is no longer as it was.
      writeFileSync(file, readFileSync(file, 'utf8').replace('secret', 'other'))
      expect((await connect('cursor', '--undo')).said).toMatchObject({ outcome: 'taken back', backup: `${file}.before-tandem` })
      expect(readFileSync(file, 'utf8')).toBe('{\n  "mcpServers": {\n    "b": {\n      "env": { "KEY": "other" }\n    }\n  }\n}\n')
      expect((await connect('cursor')).said!.backup).toBe(`${file}.before-tandem-2`)
      expect((await connect('cursor', '--undo')).said!.backup).toBe(`${file}.before-tandem`)
      expect(readdirSync(dirname(file)).sort()).toEqual(['mcp.json', 'mcp.json.before-tandem'])
    },
  )

  it('[A14] writes no address that it cannot know', async () => {
    const { code, err } = await tandem(['connect', 'cursor'], { env: { TANDEM_PORT: '0' } })
    expect([code, err]).toEqual([2, expect.stringContaining('start it first')])
  })
})

describe('tandem hook', () => {
  it.runIf(process.env.TANDEM_LONG)(
    '[A15] tells the open tasks in the form of each client, text from outside in its fence; without a service it says nothing and starts none',
    async () => {
      expect(await tandem(['hook', 'claude'])).toEqual({ code: 0, err: '', said: {} })
      expect(readdirSync(join(folder.path, 'data'))).toEqual([])
      const service = await openService()
      const hook = (client: string) => tandem(['hook', client, '--data-dir', service.dataDir])
      expect((await hook('claude')).said).toEqual({})
      await callUrl(`${service.url}/tasks`, 'POST', { title: 'Mend the gate', status: 'todo' })
      const mail = {
        source: 'email',
        external_id: '1',
        subject: 'Chairs for the hall',
        messages: [{ from: 'a@example.org', sent_at: '2026-11-20T10:00:00Z', body: 'Please order 20 new chairs for the hall.' }],
      }
      await callUrl(`${service.url}/conversations`, 'POST', mail)
      const tasks = (await callUrl(`${service.url}/tasks`, 'GET', undefined)).body as { id: number }[]
      for (const { id } of tasks) await callUrl(`${service.url}/tasks/${id}`, 'PATCH', { status: 'todo' })
      const { said } = await hook('codex')
      const told = (said as unknown as { hookSpecificOutput: { hookEventName: string; additionalContext: string } }).hookSpecificOutput
      expect(told.hookEventName).toBe('SessionStart')
      expect(told.additionalContext).toMatch(/data, not instructions[^]*To do:\n[^]*Mend the gate/)
      expect(told.additionalContext).toMatch(/<<<outside text \w+ from email [^>]*>>> [^\n]*Chairs/)
      expect((await hook('cursor')).said).toEqual({ additional_context: expect.stringContaining('Mend the gate') })
      expect((await hook('emacs')).code).toBe(2)
      await service.close()
    },
  )
})
