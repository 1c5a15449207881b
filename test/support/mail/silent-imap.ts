// An IMAP server with the test's certificate that lets everybody in, and then answers to nothing.
import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:tls'
import { fileURLToPath } from 'node:url'
import type { MailServer } from '../../../shared/schema/mail/mail-account.ts'

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../certificate/${name}`, import.meta.url)))

export interface SilentImap {
  server: MailServer
  /** Who signed in, once for each connection. */
  users: string[]
  close(): Promise<void>
}

export async function openSilentImap(): Promise<SilentImap> {
  const users: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer({ key: read('localhost.key'), cert: read('localhost.crt') }, (socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined))
    socket.write('* OK [CAPABILITY IMAP4rev1] Hello\r\n')
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n')) {
        const [tag, command = '', user = ''] = line.split(' ')
        if (command === 'LOGIN') users.push(user.replaceAll('"', ''))
        if (['LOGIN', 'CAPABILITY', 'ID'].includes(command)) socket.write(`${tag} OK Done\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    server: { host: 'localhost', port: (server.address() as AddressInfo).port, security: 'tls' },
    users,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
