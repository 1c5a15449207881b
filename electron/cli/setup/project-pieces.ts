// What `tandem setup` keeps in a project, for which client.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Piece } from './file-changes.ts'
import { skillName } from './loop-text.ts'
import { putSection, putSkill, section, skill, takeSection, takeSkill } from './marked-section.ts'
import { hookCommand, hookForms, isHookClient, putHook, takeHook } from './session-hook.ts'

interface ProjectClient {
  title: string
  /** Where it looks for skills. */
  skills: '.agents/skills' | '.claude/skills'
  /** What tells that it is used here: in the project, or in the home folder. */
  inProject: readonly string[]
  inHome: readonly string[]
}

/**
 * `.agents/skills` is read by all of these but Claude Code, as their documentation says: developers.openai.com/codex/skills, geminicli.com/docs/cli/skills,
 * cursor.com/docs/skills, code.visualstudio.com/docs/agent-customization/agent-skills, opencode.ai/docs/skills, docs.windsurf.com/windsurf/cascade/skills,
 * zed.dev/docs/ai/skills. Of Claude Code: code.claude.com/docs/en/skills.
 */
export const projectClients = {
  claude: { title: 'Claude Code', skills: '.claude/skills', inProject: ['.claude', 'CLAUDE.md', '.mcp.json'], inHome: ['.claude'] },
  codex: { title: 'Codex', skills: '.agents/skills', inProject: ['.codex'], inHome: ['.codex'] },
  gemini: { title: 'Gemini CLI', skills: '.agents/skills', inProject: ['.gemini', 'GEMINI.md'], inHome: ['.gemini'] },
  cursor: { title: 'Cursor', skills: '.agents/skills', inProject: ['.cursor', '.cursorrules'], inHome: ['.cursor'] },
  vscode: { title: 'VS Code', skills: '.agents/skills', inProject: ['.vscode', '.github/copilot-instructions.md'], inHome: ['.vscode'] },
  opencode: { title: 'opencode', skills: '.agents/skills', inProject: ['.opencode', 'opencode.json', 'opencode.jsonc'], inHome: ['.config/opencode'] },
  windsurf: { title: 'Windsurf', skills: '.agents/skills', inProject: ['.windsurf'], inHome: ['.codeium/windsurf'] },
  zed: { title: 'Zed', skills: '.agents/skills', inProject: ['.zed'], inHome: ['.config/zed'] },
} satisfies Record<string, ProjectClient>

export type ProjectClientName = keyof typeof projectClients
export const projectClientNames = Object.keys(projectClients) as ProjectClientName[]

/** The nearest folder upwards that git knows, else this one. */
export function projectRoot(cwd: string): { path: string; isRepository: boolean } {
  for (let folder = cwd; ; folder = dirname(folder)) {
    // A worktree and a submodule have a file of that name.
    if (existsSync(join(folder, '.git'))) return { path: folder, isRepository: true }
    if (dirname(folder) === folder) return { path: cwd, isRepository: false }
  }
}

export function clientsInUse(root: string, home: string | undefined): ProjectClientName[] {
  return projectClientNames.filter((name) => {
    const { inProject, inHome }: ProjectClient = projectClients[name]
    return inProject.some((path) => existsSync(join(root, path))) || (home !== undefined && inHome.some((path) => existsSync(join(home, path))))
  })
}

/** `tandem`: how the command line is called from a hook. */
export function projectPieces(root: string, clients: readonly ProjectClientName[], tandem: string): Piece[] {
  const inRoot = (name: string) => ({ name, path: join(root, name), within: root })
  const folders = [...new Set(['.agents/skills', ...clients.map((name) => projectClients[name].skills)])]
  return [
    { ...inRoot('AGENTS.md'), put: putSection, take: takeSection, content: section },
    ...folders.map((folder): Piece => ({ ...inRoot(`${folder}/${skillName}/SKILL.md`), put: putSkill, take: takeSkill, content: skill, hasOwnFolder: true })),
    ...clients.filter(isHookClient).map((name): Piece => {
      const command = hookCommand(tandem, name)
      return { ...inRoot(hookForms[name].file), put: (text) => putHook(text, name, command), take: (text) => takeHook(text, name), content: command }
    }),
  ]
}
