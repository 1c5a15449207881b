// Where each client keeps its MCP servers. With each the page of its documentation that says so, so that whoever finds it changed knows where to look.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export interface Computer {
  home: string
  env: NodeJS.ProcessEnv
  platform: NodeJS.Platform
}

interface ClientFile {
  /** For all projects. */
  user(computer: Computer): string
  /** For one project, from its root; undefined where the client knows none. */
  project?(root: string): string
  format: 'json' | 'toml'
  /** The client reads comments in its file. */
  hasComments: boolean
  /** What is left to do. */
  afterwards: string
}

const folderFor = (name: string, { home, env, platform }: Computer) => {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', name)
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), name)
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), name)
}
const xdg = ({ home, env }: Computer) => env.XDG_CONFIG_HOME || join(home, '.config')
/** The one that is there. */
const either = (first: string, second: string) => (!existsSync(first) && existsSync(second) ? second : first)

/** By the names of `mcpClients`. */
export const clientFiles: Readonly<Record<string, ClientFile>> = {
  // code.claude.com/docs/en/mcp: scope user is ~/.claude.json, scope project .mcp.json; CLAUDE_CONFIG_DIR (docs/en/env-vars) moves the first.
  claude: {
    user: ({ home, env }) => join(env.CLAUDE_CONFIG_DIR || home, '.claude.json'),
    project: (root) => join(root, '.mcp.json'),
    format: 'json',
    hasComments: false,
    afterwards: 'Sessions that start from now on have it; in a project Claude Code asks you to approve it.',
  },
  // modelcontextprotocol.io/docs/develop/connect-local-servers: on macOS and Windows; on Linux builds keep it in the folder for settings, too.
  'claude-desktop': {
    user: (computer) => join(folderFor('Claude', computer), 'claude_desktop_config.json'),
    format: 'json',
    hasComments: false,
    afterwards: 'Restart Claude Desktop. If it does not show up, Settings → Developer → Edit Config shows which file it reads.',
  },
  // cursor.com/docs/mcp
  cursor: {
    user: ({ home }) => join(home, '.cursor', 'mcp.json'),
    project: (root) => join(root, '.cursor', 'mcp.json'),
    format: 'json',
    hasComments: true,
    afterwards: 'Switch it on in Cursor: Settings → MCP.',
  },
  // code.visualstudio.com/docs/agent-customization/mcp-servers: mcp.json of the profile, which "MCP: Open User Configuration" opens; .vscode/mcp.json.
  vscode: {
    user: (computer) => join(folderFor('Code', computer), 'User', 'mcp.json'),
    project: (root) => join(root, '.vscode', 'mcp.json'),
    format: 'json',
    hasComments: true,
    afterwards: 'VS Code asks whether you trust it when it starts it ("MCP: List Servers").',
  },
  // developers.openai.com/codex/mcp: ~/.codex/config.toml; .codex/config.toml in trusted projects. CODEX_HOME (…/codex/config-advanced) moves the first.
  codex: {
    user: ({ home, env }) => join(env.CODEX_HOME || join(home, '.codex'), 'config.toml'),
    project: (root) => join(root, '.codex', 'config.toml'),
    format: 'toml',
    hasComments: true,
    afterwards: 'Sessions that start from now on have it; a project’s file counts only once Codex trusts the project.',
  },
  // geminicli.com/docs/tools/mcp-server; comments: it strips them.
  gemini: {
    user: ({ home }) => join(home, '.gemini', 'settings.json'),
    project: (root) => join(root, '.gemini', 'settings.json'),
    format: 'json',
    hasComments: true,
    afterwards: 'Sessions that start from now on have it, in folders that Gemini CLI trusts.',
  },
  // opencode.ai/docs/config: opencode.json or opencode.jsonc, in ~/.config/opencode and in the project; opencode.ai/docs/mcp-servers.
  opencode: {
    user: (computer) => either(join(xdg(computer), 'opencode', 'opencode.json'), join(xdg(computer), 'opencode', 'opencode.jsonc')),
    project: (root) => either(join(root, 'opencode.json'), join(root, 'opencode.jsonc')),
    format: 'json',
    hasComments: true,
    afterwards: 'Sessions that start from now on have it.',
  },
  // docs.windsurf.com/windsurf/cascade/mcp
  windsurf: {
    user: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    format: 'json',
    hasComments: false,
    afterwards: 'Refresh the MCP servers in Cascade.',
  },
  // zed.dev/docs/ai/mcp and zed.dev/docs/configuring-zed: ~/.config/zed on macOS, too; %APPDATA%\Zed on Windows.
  zed: {
    user: (computer) =>
      join(
        computer.platform === 'win32'
          ? folderFor('Zed', computer)
          : join(computer.platform === 'darwin' ? join(computer.home, '.config') : xdg(computer), 'zed'),
        'settings.json',
      ),
    format: 'json',
    hasComments: true,
    afterwards: 'Zed starts it at once (Agent Panel → Settings).',
  },
}

export const clientNames = Object.keys(clientFiles)
