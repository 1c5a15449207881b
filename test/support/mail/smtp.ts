// Just enough of an SMTP server (RFC 5321) for one client.
import { createServer } from 'node:net'

export interface SmtpServer {
  url: string
  /** What was taken, oldest first, with its encoding undone. */
  received: string[]
  /** Answers to that command until they are used up; then it takes everything. */
  refuse(answer: string, times: number, command?: 'MAIL' | 'RCPT' | 'AUTH' | 'greeting'): void
  /** How often it has refused something. */
  refused(): number
  close(): Promise<void>
}

export async function openSmtp(): Promise<SmtpServer> {
  const received: string[] = []
  let refusal = { answer: '', times: 0, command: 'MAIL' }
  let refused = 0
  /** The refusal, when there is one for this command. */
  function refusing(command: string): string | undefined {
    if (!command.startsWith(refusal.command) || refusal.times <= 0) return undefined
    refusal.times--
    refused++
    return `${refusal.answer}\r\n`
  }
  const server = createServer((socket) => {
    let data = false
    let text = ''
    socket.write(refusing('greeting') ?? '220 test\r\n')
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
        } else if (line.startsWith('EHLO')) socket.write('250-test\r\n250 AUTH PLAIN\r\n')
        else if (line.startsWith('AUTH')) socket.write(refusing(line) ?? '235 come in\r\n')
        else socket.write(refusing(line) ?? (line.startsWith('QUIT') ? '221 bye\r\n' : '250 ok\r\n'))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (answer, times, command = 'MAIL') => void (refusal = { answer, times, command }),
    refused: () => refused,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
