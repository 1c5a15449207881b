// PgBouncer before a server, where it is installed.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onDatabase } from '../postgres.ts'
import { temporaryFolder } from '../../service/service.ts'
import { until } from '../../until.ts'

export const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0

/** A pooler before the server of that address, for the login in it. `servers`: so many connections to the server are shared by all. */
export async function openPooler(url: string, mode: 'session' | 'transaction' | 'statement', servers = 40) {
  const folder = temporaryFolder()
  chmodSync(folder.path, 0o777)
  const socket = new URL(url.replace('@/', '@host/')).searchParams.get('host') as string
  const login = new URL(url.replace('@/', '@host/')).username
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as AddressInfo
      probe.close(() => resolve(free))
    })
  })
  mkdirSync(join(folder.path, 'run'))
  writeFileSync(join(folder.path, 'users.txt'), `"${login}" ""\n`)
  writeFileSync(
    join(folder.path, 'pgbouncer.ini'),
    `[databases]
* = host=${socket} port=5432
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder.path, 'users.txt')}
pool_mode = ${mode}
default_pool_size = ${servers}
server_login_retry = 1
`,
  )
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', [...user, '-q', join(folder.path, 'pgbouncer.ini')], { stdio: 'ignore' })
  const own = url.replace('@/', `@127.0.0.1:${port}/`).replace(/\?.*$/, '')
  await until('the pooler answers', () =>
    onDatabase(own, (db) => db.query('SELECT 1')).then(
      () => true,
      () => false,
    ),
  )
  return {
    url: own,
    async close() {
      child.kill('SIGKILL')
      folder.remove()
    },
  }
}
