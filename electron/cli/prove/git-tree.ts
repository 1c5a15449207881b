// The tree of a working copy as it is now, uncommitted changes included: what a commit of everything would have. Neither the user's index nor the objects of
// the repository are touched: both are stood in for by files in a temporary folder.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { withoutCredentials } from '../../../shared/domain/evidence/harmless-run.ts'

export interface WorkingTree {
  tree: string
  commit: string | null
  repository: string | null
  checkout: string
}

/** Why there is no tree. */
export interface NoTree {
  reason: string
}

const maxListing = 1024 ** 3
const deepest = 5

class GitError extends Error {}

/** Nothing of the user's that runs programs (a file monitor, hooks) has a part in it, and nothing is asked for. */
const settings = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.splitIndex=false', '-c', 'core.untrackedCache=false']
const quiet = { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' }

/** What a git hook sets for those that it starts would lead into another repository. */
const inherited = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES)$/.test(name)),
  )

function git(cwd: string, args: readonly string[], more: { env?: Record<string, string>; input?: string } = {}): Promise<string> {
  return new Promise((done, fail) => {
    const child = execFile(
      'git',
      [...settings, ...args],
      { cwd, env: { ...inherited(process.env), ...quiet, ...more.env }, maxBuffer: maxListing, encoding: 'utf8' },
      (error, out, err) => {
        if (!error) return done(out)
        fail((error as NodeJS.ErrnoException).code === 'ENOENT' ? new GitError('git is not installed') : new GitError(reasonIn(err) || error.message))
      },
    )
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(more.input ?? '')
  })
}

/** git explains at length; what failed is in the line that says so. */
function reasonIn(err: string): string {
  const lines = err.trim().split('\n')
  return (lines.find((line) => /^(?:error|fatal):/.test(line)) ?? lines.at(-1) ?? '').replace(/^(?:error|fatal): /, '').slice(0, 500)
}

const answer = async (cwd: string, args: readonly string[]): Promise<string | null> => {
  try {
    return (await git(cwd, args)).trim() || null
  } catch (error) {
    if (error instanceof GitError) return null
    throw error
  }
}

interface Entry {
  tag: string
  mode: string
  hash: string
  path: string
}

/** Of an index: each file, and whether git was told to look away from it (a small letter, or S). */
function entriesIn(listing: string): Entry[] {
  return listing.split('\0').flatMap((line) => {
    const [, tag = '', mode = '', hash = '', path = ''] = /^(\S) (\d+) ([0-9a-f]+) \d\t([^]*)$/.exec(line) ?? []
    return path === '' ? [] : [{ tag, mode, hash, path }]
  })
}

/** The tree of the working copy whose top is `top`. */
async function writeTree(top: string, depth: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-tree-'))
  try {
    const [index, objects] = (await git(top, ['rev-parse', '--git-path', 'index', '--git-path', 'objects']))
      .trimEnd()
      .split('\n')
      .map((path) => resolve(top, path))
    mkdirSync(join(folder, 'objects'))
    const env = {
      GIT_INDEX_FILE: join(folder, 'index'),
      GIT_OBJECT_DIRECTORY: join(folder, 'objects'),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${objects?.replaceAll(/["\\]/g, '\\$&')}"`,
    }
    // With what the user's index knows of unchanged files they need not be read again.
    if (index && existsSync(index)) copyFileSync(index, env.GIT_INDEX_FILE)
    await git(top, ['add', '-A'], { env })
    let entries = entriesIn(await git(top, ['ls-files', '-v', '-s', '-z'], { env }))
    const hidden = entries.filter(({ tag }) => tag === 'h' || tag === 's')
    if (hidden.length > 0) {
      // "Assume unchanged" must hide no change.
      await git(top, ['update-index', '--no-assume-unchanged', '-z', '--stdin'], { env, input: hidden.map(({ path }) => `${path}\0`).join('') })
      await git(top, ['add', '-A'], { env })
      entries = entriesIn(await git(top, ['ls-files', '-v', '-s', '-z'], { env }))
    }
    await hashSubmodules(top, entries, env, depth)
    return (await git(top, ['write-tree'], { env })).trim()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A submodule stands for its commit; one with changes of its own stands for its tree instead, so that they are not overlooked. */
async function hashSubmodules(top: string, entries: readonly Entry[], env: Record<string, string>, depth: number): Promise<void> {
  if (depth >= deepest) return
  for (const { path, hash } of entries.filter(({ mode }) => mode === '160000')) {
    const inside = join(top, path)
    if (!existsSync(join(inside, '.git'))) continue
    const own = await writeTree(inside, depth + 1)
    if (own === (await answer(inside, ['rev-parse', '--verify', '--quiet', `${hash}^{tree}`]))) continue
    await git(top, ['update-index', '--cacheinfo', `160000,${own},${path}`], { env })
  }
}

/** Names the working copy without telling where on the disk it is. */
const checkoutOf = (top: string) =>
  createHash('sha256')
    .update(`${hostname()}\0${realpathSync(top)}`)
    .digest('hex')
    .slice(0, 16)

/** The tree of the working copy that `cwd` is in. */
export async function workingTree(cwd: string): Promise<WorkingTree | NoTree> {
  try {
    const top = (await git(cwd, ['rev-parse', '--show-toplevel'])).replace(/\n$/, '')
    if (top === '') return { reason: 'this repository has no working tree' }
    const [tree, commit, remote] = await Promise.all([
      writeTree(top, 0),
      answer(top, ['rev-parse', '--verify', '--quiet', 'HEAD']),
      answer(top, ['config', '--get', 'remote.origin.url']),
    ])
    return { tree, commit, repository: remote === null ? null : withoutCredentials(remote) || null, checkout: checkoutOf(top) }
  } catch (error) {
    if (error instanceof GitError) return { reason: error.message }
    throw error
  }
}
