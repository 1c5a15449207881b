#!/usr/bin/env node
// Stands in for `fpm`, which electron-builder would download to make a .deb: the same arguments, done with the system's own dpkg-deb.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const takesNone = new Set(['--force', '--debug'])
const given = {}
const depends = []
const recommends = []
const files = []
const args = process.argv.slice(2)
while (args.length > 0) {
  const argument = args.shift()
  if (!argument.startsWith('-')) files.push(argument)
  else if (argument === '-d') depends.push(args.shift())
  else if (argument === '--deb-recommends') recommends.push(args.shift())
  else if (!takesNone.has(argument)) {
    const [name, value] = argument.split(/=(.*)/s)
    given[name] = value ?? args.shift()
  }
}
if (given['-t'] !== 'deb') {
  process.stderr.write(`only deb packages are made this way; got '${given['-t']}'\n`)
  process.exit(1)
}

const root = mkdtempSync(join(tmpdir(), 'tandem-deb-'))
try {
  for (const file of files) {
    const cut = file.indexOf('=')
    const [from, to] = [file.slice(0, cut), join(root, file.slice(cut + 1))]
    if (!existsSync(from)) throw new Error(`there is no ${from}`)
    mkdirSync(dirname(to), { recursive: true })
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  }
  allowReading(root)
  const control = join(root, 'DEBIAN')
  mkdirSync(control, { mode: 0o755 })
  for (const [option, name] of [
    ['--after-install', 'postinst'],
    ['--after-remove', 'postrm'],
  ]) {
    if (!given[option]) continue
    writeFileSync(join(control, name), readFileSync(given[option]))
    chmodSync(join(control, name), 0o755)
  }
  const [synopsis, ...description] = given['--description'].trim().split('\n')
  const fields = {
    Package: given['--name'],
    Version: given['--version'],
    Architecture: given['--architecture'],
    Maintainer: given['--maintainer'],
    'Installed-Size': String(Math.ceil(sizeOf(root) / 1024)),
    Depends: depends.join(', '),
    Recommends: recommends.join(', '),
    Section: given['--category'] ?? 'utils',
    Priority: given['--deb-priority'] ?? 'optional',
    Homepage: given['--url'],
    Description: [synopsis, ...description.map((line) => ` ${line.trim() || '.'}`)].join('\n'),
  }
  const lines = Object.entries(fields).filter(([, value]) => value)
  writeFileSync(join(control, 'control'), `${lines.map(([name, value]) => `${name}: ${value}`).join('\n')}\n`)
  const made = spawnSync('dpkg-deb', ['--build', '--root-owner-group', '-Zxz', '-z1', root, given['--package']], { stdio: ['ignore', 2, 2] })
  if (made.error) throw made.error
  process.exitCode = made.status ?? 1
} finally {
  rmSync(root, { recursive: true, force: true })
}

/** Whoever installs it must be able to run it, however narrow the builder's umask. */
function allowReading(path) {
  chmodSync(path, 0o755)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) allowReading(inner)
    else if (entry.isFile()) chmodSync(inner, statSync(inner).mode & 0o111 ? 0o755 : 0o644)
  }
}

function sizeOf(path) {
  return readdirSync(path, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  )
}
