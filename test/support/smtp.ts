// Just enough of an SMTP server (RFC 5321) for one client.
import { createServer } from 'node:net'

export interface SmtpServer {
  url: string
  /** What was taken, oldest first, with its encoding undone. */
  received: string[]
  /** Answers to MAIL until they are used up; then it takes everything. `all`: to every one. */
  refuse(answer: string, times: number): void
  close(): Promise<void>
}

export async function openSmtp(): Promise<SmtpServer> {
  const received: string[] = []
  let refusal = { answer: '', times: 0 }
  const server = createServer((socket) => {
    let data = false
    let text = ''
    socket.write('220 test\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        if (data) {
          if (line !== '.') text += `${line}\n`
          else {
            data = false
            received.push(text.replaceAll(/=\n/g, '').replaceAll('=3D', '='))
            socket.write('250 taken\r\n')
          }
        } else if (line.startsWith('DATA')) {
          data = true
          text = ''
          socket.write('354 go on\r\n')
        } else if (line.startsWith('MAIL') && refusal.times > 0) {
          refusal.times--
          socket.write(`${refusal.answer}\r\n`)
        } else socket.write(line.startsWith('QUIT') ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (answer, times) => void (refusal = { answer, times }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
