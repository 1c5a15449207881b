// The stdio bridge: real clients of both eras that start it as a program, over restarts of the service.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBridge } from '../../../electron/cli/bridge.ts'
import type { Message } from '../../../electron/cli/mcp-messages.ts'
import { startService } from '../../../electron/service/start-service.ts'
import { connectStdio, type Era } from '../../support/mcp/mcp-clients.ts'
import { program, run, stopServiceOf } from '../../support/service/programs.ts'
import { openService, temporaryFolder } from '../../support/service/service.ts'
import { firstOf } from '../../support/first-of.ts'

const bridge = program('electron/cli/tandem-mcp.mjs')
const eras: readonly Era[] = firstOf(1, ['legacy', 'modern'])
const connect = (era: Era, name: string, dataDir: string) =>
  connectStdio(era, name, process.execPath, [bridge, '--data-dir', dataDir, '--tools', 'full'], { TANDEM_PORT: '0' })

describe('the bridge', () => {
  it.each(eras)('[M12] starts a service when none runs, and runs the scenario (%s)', async (era) => {
    const folder = temporaryFolder()
    const agent = await connect(era, `stdio-${era}`, folder.path)
    expect((await agent.raw.listTools()).tools.map((tool) => tool.name)).toContain('claim_task')
    expect((await agent.call('find_duplicates', { text: 'Over stdio' })).answer.tasks).toEqual([])
    const { id } = (await agent.call('create_task', { title: 'Over stdio' })).answer.task
    await agent.call('set_task_status', { id, status: 'in_progress' })
    await agent.call('update_task', { id, description: 'Ünïcödé, too: 日本語' })
    expect((await agent.call('claim_task', { id })).answer.outcome).toBe('claimed')
    expect((await agent.call('claim_task', { id })).answer.outcome).toBe('renewed')
    expect((await agent.call('search', { query: 'stdio' })).answer.tasks).toMatchObject([{ id, claimed_by: `stdio-${era}` }])
    expect((await agent.call('get_task', { id })).answer.description).toBe('Ünïcödé, too: 日本語')
    expect((await agent.call('delete_task', { id })).answer.outcome).toBe('deleted')
    expect((await agent.call('get_task', { id })).text).toBe(`There is no task ${id}.`)
    await agent.close()
    await stopServiceOf(folder.path)
    folder.remove()
  })

  it.each(eras)('[M12] goes on when the service was restarted elsewhere; its claims and subscriptions too (%s)', async (era) => {
    const folder = temporaryFolder()
    const options = { port: 0, dataDir: folder.path, version: '0', logLevel: 'silent' }
    let service = await startService(options)
    const agent = await connect(era, 'steady', folder.path)
    const { id } = (await agent.call('create_task', { title: 'Before the restart' })).answer.task
    expect((await agent.call('claim_task', { id })).answer.outcome).toBe('claimed')
    const heard: string[] = []
    if (era === 'legacy') {
      ;(agent.raw as unknown as { fallbackNotificationHandler: (n: { params: { uri: string } }) => Promise<void> }).fallbackNotificationHandler = async ({
        params,
      }) => void heard.push(params.uri)
      await agent.raw.subscribeResource({ uri: `tandem://task/${id}` })
    }
    await service.close()
    service = await startService(options)
    expect((await agent.call('update_task', { id, description: 'After it' })).answer.outcome).toBe('updated')
    expect((await agent.call('claim_task', { id })).answer.outcome).toBe('renewed')
    if (era === 'legacy') {
      await expect
        .poll(async () => {
          await agent.call('add_comment', { id, body: 'ping' })
          return heard.length
        })
        .toBeGreaterThan(0)
    }
    await agent.close()
    await service.close()
    folder.remove()
  })

  const initialize: Message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'by-hand', version: '1' } } as Message['params'] & object,
  }

  /** The bridge in this process, on services that the test starts and stops itself. */
  function bridgeTo(service: () => { url: string } | undefined) {
    const written: Message[] = []
    const there = () => (service() ? { url: (service() as { url: string }).url, headers: {} } : undefined)
    const carrier = createBridge({
      service: async () => there() ?? Promise.reject(new Error('There is none.')),
      running: async () => there(),
      profile: 'core',
      write: (message) => void written.push(message),
      log: () => undefined,
    })
    const answer = async (message: Message): Promise<Message> => {
      carrier.take(message)
      await expect.poll(() => written.some(({ id }) => id === message.id)).toBe(true)
      return written.find(({ id }) => id === message.id) as Message
    }
    return { carrier, written, answer }
  }

  it('[M12] a call fails while there is no service, and the next one works when there is one again', async () => {
    const folder = temporaryFolder()
    const options = { port: 0, dataDir: folder.path, version: '0', logLevel: 'silent' }
    let service: Awaited<ReturnType<typeof startService>> | undefined = await startService(options)
    const { carrier, answer } = bridgeTo(() => service)
    expect((await answer(initialize)).result).toBeDefined()
    carrier.take({ jsonrpc: '2.0', method: 'notifications/initialized' })
    await service.close()
    service = undefined
    for (const id of [2, 3]) expect((await answer({ jsonrpc: '2.0', id, method: 'tools/list' })).error?.message).toBe('There is none.')
    service = await startService(options)
    for (const id of [4, 5]) expect((await answer({ jsonrpc: '2.0', id, method: 'tools/list' })).result).toBeDefined()
    await carrier.close()
    await service.close()
    folder.remove()
  })

  it.runIf(process.env.TANDEM_LONG)('[M12] a client that only listens hears of writes after a restart elsewhere', async () => {
    const folder = temporaryFolder()
    const options = { port: 0, dataDir: folder.path, version: '0', logLevel: 'silent' }
    let service: Awaited<ReturnType<typeof startService>> | undefined = await startService(options)
    const { carrier, written, answer } = bridgeTo(() => service)
    await answer(initialize)
    carrier.take({ jsonrpc: '2.0', method: 'notifications/initialized' })
    await answer({ jsonrpc: '2.0', id: 2, method: 'resources/subscribe', params: { uri: 'tandem://tasks/backlog' } })
    await service.close()
    service = undefined
    service = await startService(options)
    await expect
      .poll(
        async () => {
          await fetch(`${(service as { url: string }).url}/tasks`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{"title":"news"}',
          })
          return written.some(({ method }) => method === 'notifications/resources/updated')
        },
        { timeout: 30_000, interval: 200 },
      )
      .toBe(true)
    await carrier.close()
    await service.close()
    folder.remove()
  })

  it('[M12] writes nothing but protocol, and answers what is no message', async () => {
    const service = await openService()
    const lines = [
      'no json',
      '[]',
      '',
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'by-hand', version: '1' } },
      }),
    ]
    lines.push(
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' }),
      JSON.stringify({ jsonrpc: '2.0', id: 'x', method: 'nonsense' }),
    )
    const { code, out } = await run('electron/cli/tandem-mcp.mjs', ['--data-dir', service.dataDir], { input: `${lines.join('\n')}\n` })
    const messages = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(code).toBe(0)
    const answers = messages.map(({ id, error }) => `${id} ${error?.code}`)
    expect(new Set(answers)).toEqual(new Set(['null -32600', 'null -32700', '1 undefined', '2 undefined', 'x -32601']))
    expect(answers).toHaveLength(5)
    await service.close()
  })

  it('[M12] says why when there can be no service', async () => {
    const { out } = await run('electron/cli/tandem-mcp.mjs', ['--url', 'http://127.0.0.1:1'], {
      input: `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } } })}\n`,
    })
    expect(JSON.parse(out)).toMatchObject({ id: 1, error: { message: expect.stringContaining('Nothing responds at http://127.0.0.1:1') } })
  })

  // Each is a process: one of each kind of setup; with TANDEM_LONG every client.
  const more = process.env.TANDEM_LONG ? ['claude-desktop', 'vscode', 'gemini', 'opencode', 'windsurf', 'zed'] : []
  it.each(['claude', 'cursor', 'codex', 'stdio', 'http', ...more])('[M12] prints the setup of %s', async (client) => {
    const { code, out } = await run('electron/cli/tandem-mcp.mjs', ['--print-config', client, '--url', 'http://127.0.0.1:4820'])
    expect([code, out]).toEqual([0, expect.stringMatching(/4820\/mcp|tandem-mcp\.mjs/)])
    const json = /^\{[\s\S]*^\}/m.exec(out)?.[0]
    if (json) expect(JSON.stringify(JSON.parse(json))).toContain('tandem')
  })

  it('[M12] names the clients that it knows', async () => {
    const { code, err } = await run('electron/cli/tandem-mcp.mjs', ['--print-config', 'emacs'])
    expect([code, err]).toEqual([2, expect.stringContaining('cursor')])
  })
})

describe('the inspector', () => {
  let service: Awaited<ReturnType<typeof openService>>
  beforeAll(async () => {
    service = await openService()
  })
  afterAll(() => service.close())
  const inspector = join(
    dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')),
    'clients',
    'launcher',
    'build',
    'index.js',
  )

  function inspect(args: string[]): Promise<string> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [inspector, '--cli', ...args])
      let out = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()))
      child.once('close', () => resolve(out))
    })
  }

  it.runIf(process.env.TANDEM_LONG).each(['http', 'stdio'])('[M1] lists and calls over %s', async (transport) => {
    const target = transport === 'http' ? [`${service.url}/mcp`, '--transport', 'http'] : [process.execPath, bridge, '--data-dir', service.dataDir]
    expect(await inspect([...target, '--method', 'tools/list'])).toContain('find_duplicates')
    const called = await inspect([...target, '--method', 'tools/call', '--tool-name', 'create_task', '--tool-arg', `title=Inspected over ${transport}`])
    expect(called).toContain('created')
  })
})
