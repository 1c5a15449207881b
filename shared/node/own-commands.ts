// How whoever reads a message calls Tandem: by npm in a clone of it, by its command where it was installed. The package's launcher says
// which (scripts/packaging/npm/launch.mjs).
const installed = process.env.TANDEM_COMMAND

/** Options of the service come after it. */
export const startCommand = installed ? `${installed} serve` : 'npm start --'
export const importCommand = installed ? `${installed} import` : 'npm run import --'
export const exportCommand = installed ? `${installed} export` : 'npm run export --'
export const mcpCommand = installed ? `${installed} mcp` : 'npm run mcp --'

/** What npx runs lies in its cache, which may be emptied: it is called by its name and never by its path. */
export const npxCommand = installed?.startsWith('npx ') ? { command: 'npx', args: ['-y', ...installed.split(' ').slice(1)] } : undefined

/** How an MCP client starts the bridge, which lies at `path`. */
export const bridgeCommand = (path: string, options: readonly string[]): { command: string; program: string; args: string[] } =>
  npxCommand
    ? { command: npxCommand.command, program: npxCommand.command, args: [...npxCommand.args, 'mcp', ...options] }
    : { command: 'node', program: process.execPath, args: [path, ...options] }
