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
const inlineTable = (table: object) =>
  `{ ${Object.entries(table)
    .map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`)
    .join(', ')} }`

/** What to do, and the text to copy for it. */
export interface SetupStep {
  say: string
  copy: string
}

/** How the server `tandem` stands in a client's own file: `value` under the name `tandem`, inside `under`. */
export interface McpEntry {
  under: string
  value: Record<string, unknown>
}

interface McpClient {
  title: string
  /** A client with a file of its own; `tandem connect` writes it there. */
  entry?(setup: Setup): McpEntry
  steps(setup: Setup): SetupStep[]
}

const entryText = ({ under, value }: McpEntry) => json({ [under]: { tandem: value } })

/** A client that is set up by putting an entry into its JSON file. */
const byFile = (title: string, say: string, entry: (setup: Setup) => McpEntry): McpClient => ({
  title,
  entry,
  steps: (setup) => [{ say, copy: entryText(entry(setup)) }],
})

const program = ({ program: command, args }: Setup) => ({ command, args })

/** The same as a table of TOML. */
export const tomlText = ({ under, value }: McpEntry): string =>
  [
    `[${under}.tandem]`,
    ...Object.entries(value).map(([name, one]) => `${name} = ${typeof one === 'object' && one !== null ? inlineTable(one) : JSON.stringify(one)}`),
  ].join('\n')

const codexEntry = ({ url, headers }: Setup): McpEntry => ({
  under: 'mcp_servers',
  value: { url, ...(Object.keys(headers).length > 0 ? { http_headers: headers } : {}) },
})

/** By the name that `--print-config` takes. The shapes are those of each client's documentation; see electron/cli/setup/client-files.ts. */
export const mcpClients: Record<string, McpClient> = {
  claude: {
    title: 'Claude Code',
    entry: ({ url, headers }) => ({ under: 'mcpServers', value: withHeaders({ type: 'http', url }, headers) }),
    steps: ({ url, headers, command, args }) => {
      const flags = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
      return [
        { say: 'Run once (add --scope user for all your projects):', copy: `claude mcp add --transport http tandem ${quoted([url, ...flags])}` },
        { say: 'or, to start Tandem when it isn’t running:', copy: `claude mcp add tandem -- ${quoted([command, ...args])}` },
      ]
    },
  },
  'claude-desktop': byFile(
    'Claude Desktop',
    'Add to claude_desktop_config.json (Settings → Developer → Edit Config), then restart Claude Desktop:',
    (setup) => ({ under: 'mcpServers', value: program(setup) }),
  ),
  cursor: byFile('Cursor', 'Add to ~/.cursor/mcp.json (or .cursor/mcp.json in one project):', ({ url, headers }) => ({
    under: 'mcpServers',
    value: withHeaders({ url }, headers),
  })),
  vscode: byFile('VS Code', 'Add to .vscode/mcp.json (or run "MCP: Open User Configuration" for all projects):', ({ url, headers }) => ({
    under: 'servers',
    value: withHeaders({ type: 'http', url }, headers),
  })),
  codex: {
    title: 'Codex',
    entry: codexEntry,
    steps: (setup) => {
      const hasHeaders = Object.keys(setup.headers).length > 0
      return [
        {
          say: `Add to ~/.codex/config.toml${hasHeaders ? '' : ` (or run: codex mcp add tandem --url ${quoted([setup.url])})`}:`,
          copy: tomlText(codexEntry(setup)),
        },
      ]
    },
  },
  gemini: byFile('Gemini CLI', 'Add to ~/.gemini/settings.json:', ({ url, headers }) => ({
    under: 'mcpServers',
    value: withHeaders({ httpUrl: url }, headers),
  })),
  opencode: byFile('opencode', 'Add to opencode.json:', ({ url, headers }) => ({
    under: 'mcp',
    value: withHeaders({ type: 'remote', url, enabled: true }, headers),
  })),
  windsurf: byFile('Windsurf', 'Add to ~/.codeium/windsurf/mcp_config.json:', ({ url, headers }) => ({
    under: 'mcpServers',
    value: withHeaders({ serverUrl: url }, headers),
  })),
  zed: byFile('Zed', "Add to Zed's settings.json:", (setup) => ({ under: 'context_servers', value: program(setup) })),
  stdio: {
    title: 'Any client that starts a program',
    steps: (setup) => [{ say: '', copy: entryText({ under: 'mcpServers', value: program(setup) }) }],
  },
  http: {
    title: 'Any client that takes an address',
    steps: ({ url, headers }) => [{ say: '', copy: entryText({ under: 'mcpServers', value: withHeaders({ type: 'http', url }, headers) }) }],
  },
}

/** The steps as one text for a terminal; what is one line to run stands indented. */
export function setupText(steps: readonly SetupStep[]): string {
  return steps.map(({ say, copy }) => [say, copy.includes('\n') ? copy : `  ${copy}`].filter(Boolean).join('\n\n')).join('\n\n')
}
