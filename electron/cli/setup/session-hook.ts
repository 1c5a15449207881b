// The hook that tells an agent at the start of a session what is next (`tandem hook CLIENT`), in each client's own form.
import { isDeepStrictEqual } from 'node:util'
import { appendItem, JsonProblem, parseJsonc, removeMember, valueAt } from './jsonc.ts'
import { LeftAlone } from './read-file.ts'

export interface HookForm {
  /** In the project. */
  file: string
  /** Where the list of hooks for the start of a session is. */
  path: readonly string[]
  entry(command: string): object
  /** What a new file begins with. */
  base?: string
  /** The client reads comments in this file. */
  hasComments: boolean
  /** How the answer of the hook is given to the agent. */
  answer(text: string): object
}

const seconds = 10

/** The form of Claude Code, which Codex and Gemini CLI took over. */
const additionalContext = (text: string) => ({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text } })

export const hookForms = {
  // https://code.claude.com/docs/en/hooks: timeout in seconds; what a resumed session has read is still there. The file takes no comments.
  claude: {
    file: '.claude/settings.json',
    path: ['hooks', 'SessionStart'],
    entry: (command) => ({ matcher: 'startup|clear|compact', hooks: [{ type: 'command', command, timeout: seconds }] }),
    hasComments: false,
    answer: additionalContext,
  },
  // https://developers.openai.com/codex/hooks: the same form in a file of its own; runs once the person has trusted it.
  codex: {
    file: '.codex/hooks.json',
    path: ['hooks', 'SessionStart'],
    entry: (command) => ({ matcher: 'startup|clear', hooks: [{ type: 'command', command, timeout: seconds }] }),
    hasComments: false,
    answer: additionalContext,
  },
  // https://geminicli.com/docs/hooks/reference: timeout in milliseconds; the matcher is one exact word there, so none means every start.
  gemini: {
    file: '.gemini/settings.json',
    path: ['hooks', 'SessionStart'],
    entry: (command) => ({ hooks: [{ name: 'tandem', type: 'command', command, timeout: seconds * 1000 }] }),
    hasComments: true,
    answer: additionalContext,
  },
  // https://cursor.com/docs/agent/hooks: a flat list, and a version that must be 1.
  cursor: {
    file: '.cursor/hooks.json',
    path: ['hooks', 'sessionStart'],
    entry: (command) => ({ command, timeout: seconds }),
    base: '{\n  "version": 1\n}\n',
    hasComments: false,
    answer: (text) => ({ additional_context: text }),
  },
} satisfies Record<string, HookForm>

export type HookClient = keyof typeof hookForms
export const isHookClient = (name: string): name is HookClient => Object.hasOwn(hookForms, name)

/**
 * A hook that fails must not disturb a session, for instance where somebody who has no Tandem works in the same project. The file is shared by all of
 * them, so one line has to do in every shell that a client hands it to: sh, Git Bash (Claude Code on Windows) and PowerShell (Gemini CLI and Codex on
 * Windows), whose version 5.1 cannot read `||`. To cmd.exe, which Codex falls back to, what follows is two words more: `tandem hook` does not mind them.
 */
export const hookCommand = (tandem: string, client: HookClient, platform: NodeJS.Platform = process.platform) =>
  `${platform === 'win32' ? onWindows(tandem, client) : tandem} hook ${client}; exit 0`

/** Git Bash takes a backslash for an escape; PowerShell takes a quoted path for a mere text, unless it is told to call it. */
function onWindows(command: string, client: HookClient): string {
  if (client === 'claude') return command.replaceAll('\\', '/')
  return command.startsWith('"') ? `& ${command}` : command
}

const isCommandOf = (client: HookClient, command: unknown) => typeof command === 'string' && /\btandem(?:\.mjs)?['"]? hook (\w+)/.exec(command)?.[1] === client

const commandsIn = (entry: unknown): unknown[] => {
  const { command, hooks } = (entry ?? {}) as { command?: unknown; hooks?: unknown }
  return [command, ...(Array.isArray(hooks) ? hooks.map((hook: unknown) => (hook as { command?: unknown } | null)?.command) : [])]
}

/** Where Tandem's hook stands in the list, and what it is; -1: nowhere. */
function find(text: string, client: HookClient): { at: number; entry: unknown; list: unknown[] } {
  const list = valueAt(text, hookForms[client].path)
  const entries = Array.isArray(list) ? (list as unknown[]) : []
  const at = entries.findIndex((entry) => commandsIn(entry).some((command) => isCommandOf(client, command)))
  return { at, entry: entries[at], list: entries }
}

/** As Tandem writes it, apart from where the command lies. */
function isUntouched(entry: unknown, client: HookClient): boolean {
  const command = commandsIn(entry).find((one) => isCommandOf(client, one)) as string
  return isDeepStrictEqual(entry, hookForms[client].entry(command))
}

/** What is thrown for a file that cannot be edited is said of the file. */
export function editing<T>(edit: () => T): T {
  try {
    return edit()
  } catch (error) {
    if (error instanceof JsonProblem) throw new LeftAlone(error.message)
    throw error
  }
}

export function putHook(text: string | null, client: HookClient, command: string): string {
  const form: HookForm = hookForms[client]
  return editing(() => {
    const there = text === null || text.trim() === '' ? (form.base ?? '') : text
    if (there.trim() !== '' && !form.hasComments && parseJsonc(there).isExtended)
      throw new LeftAlone('has comments or trailing commas, which its client does not accept: remove them first')
    const { at, entry } = find(there, client)
    const wanted = form.entry(command)
    if (at < 0) return appendItem(there, form.path, wanted)
    // What a person made of the hook is theirs.
    if (isDeepStrictEqual(entry, wanted) || !isUntouched(entry, client)) return text ?? ''
    return appendItem(removeMember(there, [...form.path, at]), form.path, wanted)
  })
}

export function takeHook(text: string, client: HookClient): string | null {
  const form: HookForm = hookForms[client]
  return editing(() => {
    const { at, entry, list } = find(text, client)
    if (at < 0) return text
    if (!isUntouched(entry, client)) throw new LeftAlone('has a Tandem hook that was edited by hand: remove it by hand')
    const rest = list.length > 1 ? removeMember(text, [...form.path, at]) : withoutEmpty(removeMember(text, form.path), form.path.slice(0, -1))
    const isBare = isDeepStrictEqual(valueAt(rest, []), form.base ? JSON.parse(form.base) : {}) && !parseJsonc(rest).isExtended
    return isBare ? null : rest
  })
}

/** An object that holds nothing any more goes, too, and so on upwards. */
export function withoutEmpty(text: string, path: readonly string[]): string {
  const isEmpty = path.length > 0 && isDeepStrictEqual(valueAt(text, path), {})
  return isEmpty ? withoutEmpty(removeMember(text, path), path.slice(0, -1)) : text
}
