// The exact setup of each client, for the service as it runs (or would run) here.

export interface Setup {
  url: string
  /** The bridge's command and arguments. */
  command: string
  /** The same by its whole path: what is started from a desktop has not the PATH of a shell. */
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

/** What to do, and the text to copy for it. */
export interface SetupStep {
  say: string
  copy: string
}

interface McpClient {
  title: string
  steps(setup: Setup): SetupStep[]
}

const file = (say: string, entry: unknown): SetupStep[] => [{ say, copy: json(entry) }]

/** By the name that `--print-config` takes. */
export const mcpClients: Record<string, McpClient> = {
  claude: {
    title: 'Claude Code',
    steps: ({ url, headers, command, args }) => {
      const flags = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
      return [
        { say: 'Run once (add --scope user for all your projects):', copy: `claude mcp add --transport http tandem ${quoted([url, ...flags])}` },
        { say: 'or, to start Tandem when it isn’t running:', copy: `claude mcp add tandem -- ${quoted([command, ...args])}` },
      ]
    },
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    steps: ({ program, args }) =>
      file('Add to claude_desktop_config.json (Settings → Developer → Edit Config), then restart Claude Desktop:', {
        mcpServers: { tandem: { command: program, args } },
      }),
  },
  cursor: {
    title: 'Cursor',
    steps: ({ url, headers }) =>
      file('Add to ~/.cursor/mcp.json (or .cursor/mcp.json in one project):', { mcpServers: { tandem: withHeaders({ url }, headers) } }),
  },
  vscode: {
    title: 'VS Code',
    steps: ({ url, headers }) =>
      file('Add to .vscode/mcp.json (or run "MCP: Open User Configuration" for all projects):', {
        servers: { tandem: withHeaders({ type: 'http', url }, headers) },
      }),
  },
  codex: {
    title: 'Codex',
    steps: ({ url, headers }) => {
      const hasHeaders = Object.keys(headers).length > 0
      return [
        {
          say: `Add to ~/.codex/config.toml${hasHeaders ? '' : ` (or run: codex mcp add tandem --url ${quoted([url])})`}:`,
          copy: `[mcp_servers.tandem]\nurl = ${JSON.stringify(url)}${hasHeaders ? `\nhttp_headers = ${toml(headers)}` : ''}`,
        },
      ]
    },
  },
  gemini: {
    title: 'Gemini CLI',
    steps: ({ url, headers }) => file('Add to ~/.gemini/settings.json:', { mcpServers: { tandem: withHeaders({ httpUrl: url }, headers) } }),
  },
  opencode: {
    title: 'opencode',
    steps: ({ url, headers }) => file('Add to opencode.json:', { mcp: { tandem: withHeaders({ type: 'remote', url, enabled: true }, headers) } }),
  },
  windsurf: {
    title: 'Windsurf',
    steps: ({ url, headers }) => file('Add to ~/.codeium/windsurf/mcp_config.json:', { mcpServers: { tandem: withHeaders({ serverUrl: url }, headers) } }),
  },
  zed: {
    title: 'Zed',
    steps: ({ program, args }) => file("Add to Zed's settings.json:", { context_servers: { tandem: { command: program, args } } }),
  },
  stdio: {
    title: 'Any client that starts a program',
    steps: ({ program, args }) => file('', { mcpServers: { tandem: { command: program, args } } }),
  },
  http: {
    title: 'Any client that takes an address',
    steps: ({ url, headers }) => file('', { mcpServers: { tandem: withHeaders({ type: 'http', url }, headers) } }),
  },
}

/** The steps as one text for a terminal; what is one line to run stands indented. */
export function setupText(steps: readonly SetupStep[]): string {
  return steps.map(({ say, copy }) => [say, copy.includes('\n') ? copy : `  ${copy}`].filter(Boolean).join('\n\n')).join('\n\n')
}
