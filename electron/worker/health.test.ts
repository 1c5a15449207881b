// What watches over a worker asks it often, and so may a stranger: nothing that is asked ends it.
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openHealth } from './health.ts'

test('[WK2] an address that is none is answered, and ends nothing', async () => {
  const standing = async () => ({ state: 'synced' as const, team: null, waiting: 0, last_synced_at: null, problem: null })
  const health = await openHealth({ host: '127.0.0.1', port: 0, version: '0', standing, waitingForPerson: async () => 0 })
  try {
    const said = async (target: string) => {
      const socket = connect(Number(new URL(health.url).port), '127.0.0.1')
      socket.end(`GET ${target} HTTP/1.1\r\nHost: worker\r\n\r\n`)
      const [first] = await once(socket, 'data')
      socket.destroy()
      return String(first).split('\r\n')[0]
    }
    expect(await said('//')).toBe('HTTP/1.1 404 Not Found')
    expect(await said('http://[/health')).toBe('HTTP/1.1 404 Not Found')
    expect(await said('/health?x')).toBe('HTTP/1.1 200 OK')
  } finally {
    await health.close()
  }
})
