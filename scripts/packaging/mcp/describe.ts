// How Tandem is described to MCP clients that install servers: `server.json` for the MCP registry and the manifest of the .mcpb bundle. Both are
// made from package.json, so that neither goes stale.
import { oldestNode } from '../../../electron/cli/oldest-node.mjs'
import { mcpName, packageName, type Repository } from '../npm/manifest.ts'

export interface OwnPackage {
  version: string
  description: string
  license: string
}

/** Of the registry's schema of this date. */
export const serverSchema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

const urlOf = (repository: Repository) => repository && `https://github.com/${repository}`

const settings = [
  { name: 'TANDEM_DATA_DIR', description: 'Where the tasks are, if not in the usual data folder', format: 'filepath' },
  { name: 'TANDEM_MCP_TOOLS', description: 'Which tools are listed', choices: ['core', 'full'], default: 'core' },
]

/** The registry itself asks npm whether the package of this version names this server (`mcpName` in its manifest). */
export function serverJson({ version, description }: OwnPackage, repository: Repository): Record<string, unknown> {
  const url = urlOf(repository)
  return {
    $schema: serverSchema,
    name: mcpName(repository),
    title: 'Tandem',
    description,
    version,
    ...(url ? { websiteUrl: url, repository: { url, source: 'github' } } : {}),
    packages: [
      {
        registryType: 'npm',
        identifier: packageName,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
        environmentVariables: settings,
      },
    ],
  }
}

export function bundleManifest({ version, description, license }: OwnPackage, repository: Repository): Record<string, unknown> {
  const url = urlOf(repository)
  return {
    manifest_version: '0.3',
    name: 'tandem',
    display_name: 'Tandem',
    version,
    description,
    long_description:
      'Tandem is a task list on your own computer that you share with your agents. This bundle connects Claude with the Tandem that runs here, and starts one where none does. Every change names its author and can be undone.',
    author: { name: 'The Tandem authors' },
    ...(url ? { repository: { type: 'git', url }, homepage: url, support: `${url}/issues` } : {}),
    license,
    icon: 'icon.png',
    keywords: ['tasks', 'todo', 'agents', 'reminders'],
    server: {
      type: 'node',
      entry_point: 'electron/cli/tandem-mcp.mjs',
      mcp_config: {
        command: 'node',
        args: ['${__dirname}/electron/cli/tandem-mcp.mjs', '--tools', '${user_config.tools}'],
      },
    },
    // The service lists its tools itself.
    tools_generated: true,
    user_config: {
      tools: {
        type: 'string',
        title: 'Tools',
        description: 'core, or full: also comments, replies by email, reminders, claims and contacts',
        default: 'core',
        required: false,
      },
    },
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: `>=${oldestNode}.0` } },
  }
}
