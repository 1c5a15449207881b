// Reads cloud/Dockerfile as far as it goes, so that its steps can be followed without a container engine: which files each stage is given, and what
// it runs.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

export interface Copy {
  kind: 'COPY'
  /** Another stage; undefined: the repository. */
  from: string | undefined
  sources: string[]
  target: string
}

export interface Run {
  kind: 'RUN'
  command: string
}

export interface Stage {
  name: string
  base: string
  steps: (Copy | Run)[]
  env: Record<string, string>
  cmd: string[]
  healthcheck: string[]
}

/** The stages in their order; a nameless one is called by its number. */
export function readDockerfile(text = readFileSync(join(root, 'cloud', 'Dockerfile'), 'utf8')): Stage[] {
  const stages: Stage[] = []
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  for (const line of lines) {
    const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    const stage = stages.at(-1)
    if (word === 'FROM') {
      const [base = '', , name = String(stages.length)] = rest.split(/\s+/)
      stages.push({ name, base, steps: [], env: {}, cmd: [], healthcheck: [] })
    } else if (!stage) continue
    else if (word === 'COPY') {
      const [, from, paths = ''] = /^(?:--from=(\S+)\s+)?(.*)$/.exec(rest) ?? []
      const sources = paths.split(/\s+/)
      stage.steps.push({ kind: 'COPY', from, sources, target: sources.pop() as string })
    } else if (word === 'RUN') stage.steps.push({ kind: 'RUN', command: rest })
    else if (word === 'ENV') for (const [, name = '', value = ''] of rest.matchAll(/(\S+?)=(\S+)/g)) stage.env[name] = value
    else if (word === 'CMD') stage.cmd = JSON.parse(rest) as string[]
    else if (word === 'HEALTHCHECK') stage.healthcheck = JSON.parse(rest.slice(rest.indexOf('['))) as string[]
  }
  return stages
}

const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))

/** A `*` stands for anything within one name, also one that begins with a dot. */
const isNamed = (path: string, pattern: string) => new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}$`).test(path)

/** Does this file (relative to the repository, with slashes) go to the builder? As .dockerignore says: the last line that names it, or a folder around it, decides. */
export function isSent(path: string): boolean {
  const around = path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))
  let sent = true
  for (const line of patterns) {
    const pattern = line.replace(/^!/, '')
    if (around.some((one) => isNamed(one, pattern))) sent = line.startsWith('!')
  }
  return sent
}

/** Copies what the repository gives to a stage. `place` stands for the image's folder /app. */
export function copyFromRepository(step: Copy, place: string): void {
  for (const source of step.sources) {
    const from = join(root, source)
    if (!existsSync(from) || !isSent(source)) throw new Error(`COPY ${source}: the builder is not given it (.dockerignore)`)
    const target = join(place, step.target)
    if (!statSync(from).isDirectory()) {
      mkdirSync(step.target.endsWith('/') ? target : dirname(target), { recursive: true })
      cpSync(from, step.target.endsWith('/') ? join(target, basename(source)) : target)
      continue
    }
    for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/')
      if (entry.isFile() && isSent(path)) cpSync(join(root, path), join(target, path.slice(source.length + 1)))
    }
  }
}
