import { describe, expect, test } from 'vitest'
import { jsonPiece, tomlPiece } from './mcp-piece.ts'

const file = { path: '/x', name: 'x' }
const url = 'http://127.0.0.1:4820/mcp'

describe('[A14] the table of Codex', () => {
  const codex = tomlPiece(file, { under: 'mcp_servers', value: { url } })
  const table = `[mcp_servers.tandem]\nurl = "${url}"`

  test.each([
    ['', `${table}\n`],
    ['model = "o"', `model = "o"\n\n${table}\n`],
    ['model = "o"\r\n', `model = "o"\r\n\r\n${table.replaceAll('\n', '\r\n')}\r\n`],
    ['[mcp_servers.other]\ncommand = "x"\n', `[mcp_servers.other]\ncommand = "x"\n\n${table}\n`],
    ['text = """\n[mcp_servers.tandem]\n"""\nlist = [\n  "[mcp_servers.tandem]", # ]\n]\n', undefined],
    ["text = '''\n[mcp_servers.tandem]\n'''\n# [mcp_servers.tandem]\n", undefined],
  ])('goes behind what is there: %j', (before, after) => {
    const put = codex.put(before, undefined)
    expect(put).toBe(after ?? `${before}\n${table}\n`)
    expect(codex.put(put, undefined)).toBe(put)
    expect(codex.take(put, undefined)).toBe(before === '' ? null : before.endsWith('\n') ? before : `${before}\n`)
  })

  test('stays where it is; what comes behind it is kept', () => {
    const text = `a = 1\n\n${table}\n\n# of the next one\n[next]\nb = 2\n`
    expect(codex.put(text, undefined)).toBe(text)
    expect(codex.take(text, undefined)).toBe('a = 1\n\n# of the next one\n[next]\nb = 2\n')
    const moved = tomlPiece(file, { under: 'mcp_servers', value: { url: 'http://127.0.0.1:5000/mcp' } })
    expect(moved.put(text, table)).toBe(text.replace('4820', '5000'))
    expect(() => moved.put(text, undefined)).toThrow('a different server called tandem')
  })

  test.each([
    '[mcp_servers.tandem]\ncommand = "mine"\n',
    '[mcp_servers]\ntandem = { url = "http://x" }\n',
    'mcp_servers.tandem.url = "http://x"\n',
    'mcp_servers = { tandem = { url = "http://x" } }\n',
    '[mcp_servers."tandem"]\nurl = "http://x"\n[mcp_servers.tandem.env]\nA = "1"\n',
  ])('never touches one that a person wrote: %j', (text) => {
    expect(() => codex.put(text, undefined)).toThrow('a different server')
    expect(() => codex.take(text, undefined)).toThrow(/by hand/)
  })
})

describe('[A14] an entry in JSON', () => {
  const cursor = jsonPiece(file, { under: 'mcpServers', value: { url } }, true)
  const claude = jsonPiece(file, { under: 'mcpServers', value: { type: 'http', url } }, false)

  test('of somebody else is left alone, by both ways', () => {
    const text = '{"mcpServers": {"tandem": {"command": "mine"}}}'
    expect(() => cursor.put(text, undefined)).toThrow('a different server')
    expect(() => cursor.take(text, undefined)).toThrow('by hand')
    expect(() => cursor.put(`{"mcpServers": {"tandem": {"url": "${url}?tools=full"}}}`, undefined)).toThrow('a different server')
  })

  test('of an earlier address is brought up to date, and taken out', () => {
    const text = '{"mcpServers": {"tandem": {"url": "http://127.0.0.1:1/mcp"}, "b": {}}}'
    expect(cursor.put(text, '{"url":"http://127.0.0.1:1/mcp"}')).toBe(text.replace('{"url": "http://127.0.0.1:1/mcp"}', `{\n  "url": "${url}"\n}`))
    expect(cursor.take(text, undefined)).toBe('{"mcpServers": {"b": {}}}')
  })

  test('where comments break the client, they are said; elsewhere they stay', () => {
    expect(() => claude.put('{ // mine\n}', undefined)).toThrow('comments or trailing commas')
    expect(cursor.put('{ // mine\n}', undefined)).toContain('// mine')
    expect(() => claude.put('{"mcpServers": ', undefined)).toThrow('is not valid JSON: it ends too early (line 1)')
  })
})
