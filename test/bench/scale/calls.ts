// The commonest calls, each timed until its whole answer is there.
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { call } from '../timing.ts'
import { password, type SampleTeam } from './fill.ts'

export interface Called {
  name: string
  /** Milliseconds. */
  run: (url: string, team: SampleTeam) => Promise<number>
  /** How often in a round; what costs a lot of itself is called less. */
  each?: number
}

const some = () => 1 + Math.floor(Math.random() * 12)
const words = ['customer', 'matters', 'task', 'why']

/** Until the stream says where it begins. */
function streamStart(url: string, { token }: SampleTeam): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const sent = request(`${url}/api/events/stream`, { headers: token, agent: false }, (reply) => {
      if (reply.statusCode !== 200) return reject(new Error(`stream: ${reply.statusCode}`))
      reply.once('data', () => {
        const time = performance.now() - began
        sent.destroy()
        resolve(time)
      })
    })
    sent.once('error', (error: { code?: string }) => (error.code === 'ECONNRESET' ? undefined : reject(error)))
    sent.end()
  })
}

export const calls: readonly Called[] = [
  { name: 'list (50)', run: (url, team) => call(`${url}/api/tasks?limit=50`, 'GET', undefined, team.token) },
  { name: 'list, as a person', run: (url, team) => call(`${url}/api/tasks?limit=50&status=todo`, 'GET', undefined, team.session) },
  { name: 'read', run: (url, team) => call(`${url}/api/tasks/${some()}`, 'GET', undefined, team.token) },
  {
    name: 'create',
    run: (url, team) => call(`${url}/api/tasks`, 'POST', { title: `made ${randomUUID()}` }, { ...team.token, 'idempotency-key': randomUUID() }),
  },
  { name: 'update', run: (url, team) => call(`${url}/api/tasks/${some()}`, 'PATCH', { description: randomUUID() }, team.token) },
  { name: 'comment', run: (url, team) => call(`${url}/api/tasks/${some()}/comments`, 'POST', { body: 'seen' }, team.token) },
  {
    name: 'search words',
    run: (url, team) => call(`${url}/api/tasks/search?q=${words[Math.floor(Math.random() * words.length)]}&limit=20`, 'GET', undefined, team.token),
  },
  {
    name: 'sync push (5)',
    run: (url, team) =>
      call(
        `${url}/api/sync`,
        'POST',
        { tasks: Array.from({ length: 5 }, () => ({ key: randomUUID(), action: 'create', uid: randomUUID(), fields: { title: `pushed ${randomUUID()}` } })) },
        team.token,
      ),
  },
  { name: 'sync pull', run: (url, team) => call(`${url}/api/sync?entity=task`, 'GET', undefined, team.token) },
  { name: 'next_task', run: (url, team) => call(`${url}/api/tasks/next`, 'POST', {}, team.token) },
  { name: 'my teams', run: (url, team) => call(`${url}/api/teams`, 'GET', undefined, team.session) },
  { name: 'sign-in', run: (url, team) => call(`${url}/api/auth/sign-in`, 'POST', { email: team.email, password }), each: 2 },
  { name: 'stream start', run: streamStart },
]
