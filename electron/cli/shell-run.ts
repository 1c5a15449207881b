// Which run the command line belongs to: calls from one shell session are one run, and another shell is another. An agent that starts a new
// shell for each command is one all the same: its own process, above those shells, is what stays.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Agents that name their session to the shells that they start. */
const sessionVariables = ['CLAUDE_CODE_SESSION_ID', 'CODEX_THREAD_ID', 'GEMINI_SESSION_ID', 'CURSOR_TRACE_ID']
const shells = /^-?(?:ba|da|z|k|a|fi)?sh$|^(?:pwsh|powershell|cmd)(?:[.]exe)?$/
const maxLevels = 10

interface Process {
  parent: number
  /** When it began, in whatever form the system says so: an id alone is given again. */
  since: string
  /** The program's name, without its folder. */
  name: string
}

/** The value of X-Run. `forAgent`: an agent known to run its commands in shells of their own. */
export function shellRun(env: NodeJS.ProcessEnv, forAgent: boolean, find = processOf): string {
  if (env.TANDEM_RUN) return env.TANDEM_RUN
  const named = sessionVariables.find((name) => env[name])
  if (named) return `${named}=${env[named]}`
  // launch.mjs may stand between: it says who called it.
  let pid = Number(env.TANDEM_CALLER ?? process.ppid)
  let found = find(pid)
  for (let levels = forAgent ? maxLevels : 0; levels > 0 && found && shells.test(found.name) && found.parent > 1; levels--) {
    pid = found.parent
    found = find(pid)
  }
  return `${pid}@${found?.since ?? ''}`
}

function processOf(pid: number): Process | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name in parentheses may hold spaces and parentheses.
      const end = stat.lastIndexOf(')')
      const rest = stat.slice(end + 2).split(' ')
      return { name: stat.slice(stat.indexOf('(') + 1, end), parent: Number(rest[1]), since: rest[19] ?? '' }
    }
    if (process.platform === 'win32') return undefined
    const line = execFileSync('ps', ['-o', 'ppid=,lstart=,comm=', '-p', String(pid)], { encoding: 'utf8', timeout: 2000 }).trim()
    const [, parent, since, path] = /^(\d+)\s+((?:\S+\s+){4}\S+)\s+(.+)$/.exec(line) ?? []
    return parent && since && path ? { parent: Number(parent), since: since.replaceAll(/\s+/g, '_'), name: path.slice(path.lastIndexOf('/') + 1) } : undefined
  } catch {
    return undefined
  }
}
