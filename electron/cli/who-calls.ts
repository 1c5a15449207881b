// Who runs `tandem`: an agent that says so in the environment of its shell, or a person.

export interface Caller {
  kind: 'agent' | 'person'
  name: string
}

/**
 * What agents set in the shells that they run; the value says nothing. Not guessed: Codex (openai/codex#9366 and #10096), Gemini CLI (its shell tool), Cursor (its
 * terminals; CURSOR_TRACE_ID is in those of people, too), Copilot (dotnet/sdk#54227), opencode (its index.ts; it sets AGENT=1, too).
 */
const knownAgents: Readonly<Record<string, string>> = {
  CLAUDECODE: 'claude-code',
  CLAUDE_CODE: 'claude-code',
  CODEX_SANDBOX: 'codex',
  CODEX_CI: 'codex',
  CODEX_THREAD_ID: 'codex',
  GEMINI_CLI: 'gemini-cli',
  CURSOR_AGENT: 'cursor',
  COPILOT_CLI: 'copilot-cli',
  OPENCODE: 'opencode',
  OPENCODE_CLIENT: 'opencode',
  AUGMENT_AGENT: 'augment',
  ANTIGRAVITY_AGENT: 'antigravity',
  CLINE_ACTIVE: 'cline',
  GOOSE_TERMINAL: 'goose',
  QWEN_CODE: 'qwen-code',
}

const longestName = 100

/** The name in a variable whose value is one: "amp", "claude-code@2.1". A mere "1" says that it is an agent, and no more. */
function nameIn(value: string | undefined): string | undefined {
  const text = value?.trim() ?? ''
  if (/^(?:|0|false|no|off)$/i.test(text)) return undefined
  if (/^(?:1|true|yes|on)$/i.test(text)) return 'agent'
  // What comes after the name (a version) would make another agent of each release.
  const name = /^[\p{L}\p{N}][\p{L}\p{N} ._-]*/u.exec(text)?.[0].trim().slice(0, longestName)
  return name ?? 'agent'
}

/** Whether an agent runs this shell, as far as its environment says so. */
export const runsInAgent = (env: NodeJS.ProcessEnv): boolean =>
  Object.keys(knownAgents).some((variable) => env[variable]) || [env.AI_AGENT, env.AGENT].some((value) => nameIn(value) !== undefined)

/**
 * `given` (--as) before TANDEM_AGENT, the conventions AI_AGENT and AGENT, and what single agents set; AGENT last, as other programs use the word, too. Who
 * says nothing is a person on a terminal, and `tandem-cli` in a script.
 */
export function callerOf({ given, env, isTerminal, user }: { given?: string | undefined; env: NodeJS.ProcessEnv; isTerminal: boolean; user: string }): Caller {
  const known = Object.entries(knownAgents).find(([variable]) => env[variable])?.[1]
  const agent = given || env.TANDEM_AGENT || nameIn(env.AI_AGENT) || known || nameIn(env.AGENT)
  if (agent) return { kind: 'agent', name: agent }
  return isTerminal ? { kind: 'person', name: user || 'person' } : { kind: 'agent', name: 'tandem-cli' }
}
