// The exact setup of each client, for the service as it runs (or would run) here.

export interface Setup {
  url: string
  /** The bridge's command and arguments. */
  command: string
  /** The same program by its whole path: what is started from a desktop has not the PATH of a shell. */
  program: string
  args: string[]
  /** The token's header, where the service asks for one. */
  headers: Record<string, string>
}

const json = (value: unknown) => JSON.stringify(value, null, 2)
const quoted = (words: readonly string[]) => words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
const withHeaders = (entry: Record<string, unknown>, headers: Record<string, string>) => (Object.keys(headers).length > 0 ? { ...entry, headers } : entry)
const toml = (table: Record<string, string>) =>
  `{ ${Object.entries(table)
    .map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`)
    .join(', ')} }`

interface Client {
  title: string
  says(setup: Setup): string
}

/** By the name that `--print-config` takes. */
export const clients: Record<string, Client> = {
  claude: {
    title: 'Claude Code',
    says: ({ url, headers, command, args }) => {
      const flags = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
      return `Run once (add --scope user for all your projects):

  claude mcp add --transport http tandem ${quoted([url, ...flags])}

or, so that Tandem is started when it does not run:

  claude mcp add tandem -- ${quoted([command, ...args])}`
    },
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    says: ({ program, args }) => `Put into claude_desktop_config.json (Settings → Developer → Edit Config), then restart Claude Desktop:

${json({ mcpServers: { tandem: { command: program, args } } })}`,
  },
  cursor: {
    title: 'Cursor',
    says: ({ url, headers }) => `Put into ~/.cursor/mcp.json (or .cursor/mcp.json of one project):

${json({ mcpServers: { tandem: withHeaders({ url }, headers) } })}`,
  },
  vscode: {
    title: 'VS Code',
    says: ({ url, headers }) => `Put into .vscode/mcp.json (or run "MCP: Open User Configuration" for all projects):

${json({ servers: { tandem: withHeaders({ type: 'http', url }, headers) } })}`,
  },
  codex: {
    title: 'Codex',
    says: ({
      url,
      headers,
    }) => `Put into ~/.codex/config.toml${Object.keys(headers).length > 0 ? '' : ` (or run: codex mcp add tandem --url ${quoted([url])})`}:

[mcp_servers.tandem]
url = ${JSON.stringify(url)}${Object.keys(headers).length > 0 ? `\nhttp_headers = ${toml(headers)}` : ''}`,
  },
  gemini: {
    title: 'Gemini CLI',
    says: ({ url, headers }) => `Put into ~/.gemini/settings.json:

${json({ mcpServers: { tandem: withHeaders({ httpUrl: url }, headers) } })}`,
  },
  opencode: {
    title: 'opencode',
    says: ({ url, headers }) => `Put into opencode.json:

${json({ mcp: { tandem: withHeaders({ type: 'remote', url, enabled: true }, headers) } })}`,
  },
  windsurf: {
    title: 'Windsurf',
    says: ({ url, headers }) => `Put into ~/.codeium/windsurf/mcp_config.json:

${json({ mcpServers: { tandem: withHeaders({ serverUrl: url }, headers) } })}`,
  },
  zed: {
    title: 'Zed',
    says: ({ program, args }) => `Put into Zed's settings.json:

${json({ context_servers: { tandem: { command: program, args } } })}`,
  },
  stdio: {
    title: 'any client that starts a program',
    says: ({ program, args }) => json({ mcpServers: { tandem: { command: program, args } } }),
  },
  http: {
    title: 'any client that takes an address',
    says: ({ url, headers }) => json({ mcpServers: { tandem: withHeaders({ type: 'http', url }, headers) } }),
  },
}
