// One client of a run: it does one thing after another, chosen by its own seeded chance, until it is told to stop.
import { connectHttp } from '../support/mcp/mcp-clients.ts'
import type { Answer, Ask, Caller } from './caller.ts'
import type { History, Operation, OpKind, Performed } from './history.ts'

export interface ClientOptions {
  name: string
  history: History
  call: Caller
  random: () => number
  /** Of its own API token. */
  token: Record<string, string>
  /** Of the session of a person of the team, who answers questions and sends. */
  person: Record<string, string>
  /** Tasks that anybody may comment on. */
  shared: number[]
  mcpUrl: () => string
  /** Calls itself an agent of this name over MCP. */
  usesMcp: boolean
  sends: boolean
}

interface Held {
  task: number
  key: string
}

const performed = ({ outcome, status, attempts }: Answer, value: Performed['value'] = {}): Performed => ({ outcome, status, attempts, value })

export function createClient(options: ClientOptions) {
  const { name, history, call, random, token, person, shared, usesMcp } = options
  const own: number[] = []
  let held: Held | undefined
  let released: Held | undefined
  let count = 0
  /** Of all tasks: a number may come again, for another task, after the first was lost with a standby. */
  let edits = 0
  const agent = { ...token, 'x-actor': `agent:${name}`, 'x-run': `run-${name}` }
  const text = (what: string) => `${what} ${name}-${++count}`
  const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const perform = (op: OpKind, args: Operation['args'], work: () => Promise<Performed>) => history.perform({ client: name, op, args }, work)
  const post = (path: string, body: unknown, key?: string, headers: Record<string, string> = agent): Ask => ({
    method: 'POST',
    path: `/api${path}`,
    body,
    headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
  })

  const actions = {
    async create(queue = random() < 0.5) {
      const title = text('task')
      const done = await perform('create', { text: title, queue }, async () => {
        const answer = await call(post('/tasks', { title, status: 'todo', ...(queue ? { labels: ['queue'] } : {}) }, title))
        return performed(answer, { id: answer.body?.id })
      })
      if (done.outcome !== 'ok') return
      const id = done.value.id as number
      shared.push(id)
      if (!queue) own.push(id)
    },

    async comment() {
      const task = oneOf(shared)
      if (task === undefined) return
      const body = text('comment')
      await perform('comment', { text: body, task }, async () => performed(await call(post(`/tasks/${task}/comments`, { body }, body))))
    },

    async edit() {
      const task = oneOf(own)
      if (task === undefined) return
      const description = `edit ${++edits} of ${task} by ${name}`
      await perform('edit', { text: description, task }, async () => {
        const answer = await call({ method: 'PATCH', path: `/api/tasks/${task}`, body: { description }, headers: agent })
        return performed(answer, { text: answer.body?.description })
      })
    },

    async read() {
      const task = oneOf(own)
      if (task === undefined) return
      await perform('read', { task }, async () => {
        const answer = await call({ method: 'GET', path: `/api/tasks/${task}`, headers: agent })
        return performed(answer, { id: answer.body?.id, text: answer.body?.description ?? '' })
      })
    },

    async delete() {
      const task = own.shift()
      if (task === undefined) return
      shared.splice(shared.indexOf(task), 1)
      await perform('delete', { task }, async () => {
        const answer = await call({ method: 'DELETE', path: `/api/tasks/${task}`, headers: agent })
        // Nobody else deletes it: it was an attempt of ours.
        return performed(answer.repeated && answer.status === 404 ? { ...answer, outcome: 'ok' } : answer)
      })
    },

    async work() {
      if (!held) {
        const done = await perform('next', {}, async () => {
          const answer = await call(post('/tasks/next', { labels: ['queue'] }))
          const { outcome, task, key } = (answer.body ?? {}) as { outcome?: string; task?: { id: number }; key?: string }
          return performed(answer, { ...(outcome ? { outcome } : {}), ...(task ? { id: task.id } : {}), ...(key ? { key } : {}) })
        })
        const { id, key } = done.value
        if (done.outcome === 'ok' && id !== undefined && key !== undefined) held = { task: id, key }
        return
      }
      const { task, key } = held
      if (random() < 0.2) {
        await perform('release', { task, key }, async () =>
          performed(await call({ method: 'DELETE', path: `/api/tasks/${task}/claim?key=${key}`, headers: agent })),
        )
        released = held
      } else await finish('finish', held)
      held = undefined
    },

    /** With a key that it has given back. */
    async stale() {
      if (!released) return
      await finish('stale_finish', released)
      released = undefined
    },

    async ask() {
      const task = oneOf(shared)
      if (task === undefined) return
      const question = text('question')
      await perform('ask', { text: question, task }, async () => {
        const answer = await call(post(`/tasks/${task}/questions`, { question }))
        return performed(answer, { id: answer.body?.question_id })
      })
    },

    async answer() {
      const open = await call({ method: 'GET', path: '/api/questions', headers: person }, { again: false })
      // The oldest: everybody goes for it.
      const question = open.outcome === 'ok' ? (open.body as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b)[0] : undefined
      if (question === undefined) return
      const given = text('answer')
      await perform('answer', { text: given, question }, async () => {
        const answer = await call(post(`/questions/${question}/answer`, { answer: given }, undefined, person))
        if (answer.status !== 409 || !answer.repeated) return performed(answer)
        // It is answered: by whom?
        const stands = await call({ method: 'GET', path: `/api/questions/${question}`, headers: person })
        const mine = stands.outcome === 'ok' ? ((stands.body as { answer: string | null }).answer === given ? 'ok' : 'fail') : 'unknown'
        return { ...performed(answer), outcome: mine }
      })
    },

    async send() {
      const task = oneOf(own)
      if (task === undefined || !options.sends) return
      const title = text('send')
      await perform('send', { text: title, task }, async () => {
        const answer = await call(post('/notifications/send', { event: 'task.updated', task_id: task, title }, title, person))
        return performed(answer, { notification: answer.body?.notification_id })
      })
    },

    async mcp() {
      const title = text('over mcp')
      await perform('mcp_create', { text: title }, async () => {
        let asked = false
        try {
          const client = await connectHttp('modern', options.mcpUrl(), name, { headers: agent })
          asked = true
          // An agent does not send again what has no key: it may have happened.
          const { isError, answer } = await client.call('create_task', { title, force: true, reason: 'it is another one' })
          await client.close()
          return { outcome: isError ? 'unknown' : 'ok', attempts: 1, status: 200, value: { id: answer?.task?.id ?? answer?.id, outcome: answer?.outcome } }
        } catch {
          return { outcome: asked ? 'unknown' : 'fail', attempts: 1, status: 0, value: {} }
        }
      })
    },
  }

  async function finish(op: 'finish' | 'stale_finish', { task, key }: Held): Promise<void> {
    const summary = text('summary')
    await perform(op, { text: summary, task, key }, async () => {
      const answer = await call(post(`/tasks/${task}/finish`, { key, summary }))
      return performed(answer, { outcome: answer.body?.outcome })
    })
  }

  const weights: [number, () => Promise<void>][] = [
    [20, actions.create],
    [14, actions.comment],
    [14, actions.edit],
    [14, actions.read],
    [3, actions.delete],
    [18, actions.work],
    [5, actions.stale],
    [4, actions.ask],
    [6, actions.answer],
    [3, actions.send],
    ...(usesMcp ? ([[10, actions.mcp]] as [number, () => Promise<void>][]) : []),
  ]
  const total = weights.reduce((sum, [weight]) => sum + weight, 0)

  return {
    async run(stopped: () => boolean, pauseMs: number): Promise<void> {
      await actions.create(false)
      while (!stopped()) {
        let left = random() * total
        const [, action] = weights.find(([weight]) => (left -= weight) < 0) ?? [0, actions.create]
        await action()
        // As much as the machine can take is no aim: who waits for it would be measured.
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, random() * 2 * pauseMs))
      }
    },
  }
}
