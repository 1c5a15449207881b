// What to do with an agent's setup, for each client and step (mcp-setup.ts); the service says the same in English.
const steps: Record<string, string[]> = {
  claude: ['Einmal ausführen (mit --scope user für alle deine Projekte):', 'oder, damit Tandem bei Bedarf gestartet wird:'],
  'claude-desktop': ['In claude_desktop_config.json eintragen (Settings → Developer → Edit Config), dann Claude Desktop neu starten:'],
  cursor: ['In ~/.cursor/mcp.json eintragen (oder in .cursor/mcp.json eines Projekts):'],
  vscode: ['In .vscode/mcp.json eintragen (oder „MCP: Open User Configuration“ für alle Projekte):'],
  codex: ['In ~/.codex/config.toml eintragen:'],
  gemini: ['In ~/.gemini/settings.json eintragen:'],
  opencode: ['In opencode.json eintragen:'],
  windsurf: ['In ~/.codeium/windsurf/mcp_config.json eintragen:'],
  zed: ['In die settings.json von Zed eintragen:'],
}

export const setupStep = (client: string, index: number, say: string): string => steps[client]?.[index] ?? say
