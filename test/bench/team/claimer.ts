// One of several processes that take tasks: from a team's cloud, where it finishes them in the end, or from a bare table. Prints what it took, and the
// milliseconds of each call.
import { Client } from 'pg'

const [kind, target = '', name = '', token = '', team = ''] = process.argv.slice(2)
const taken: number[] = []
const times: number[] = []
const finishing: number[] = []

if (kind === 'bare') {
  const client = new Client({ connectionString: target })
  await client.connect()
  for (;;) {
    const begun = performance.now()
    const { rows } = await client.query({
      name: 'take',
      text: `UPDATE bare_tasks SET holder = $1 WHERE id = (SELECT id FROM bare_tasks WHERE holder IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id`,
      values: [name],
    })
    times.push(performance.now() - begun)
    if (rows.length === 0) break
    taken.push(Number(rows[0].id))
  }
  await client.end()
} else {
  const held: { id: number; key: string }[] = []
  async function post(path: string, body: object, run: string) {
    const reply = await fetch(`${target}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-team-id': team, 'x-actor': `agent:${name}`, 'x-run': run, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await reply.json()) as { outcome: string; task?: { id: number }; key?: string }
  }
  for (let n = 0; ; n++) {
    const begun = performance.now()
    // Each is a run of its own: one that holds a task is given that again.
    const { outcome, task, key = '' } = await post('/tasks/next', {}, `${name}-${n}`)
    times.push(performance.now() - begun)
    if (outcome !== 'claimed' || !task) break
    taken.push(task.id)
    held.push({ id: task.id, key })
  }
  for (const { id, key } of held) {
    const begun = performance.now()
    const { outcome } = await post(`/tasks/${id}/finish`, { key, summary: 'done' }, name)
    if (outcome !== 'finished') throw new Error(outcome)
    finishing.push(performance.now() - begun)
  }
}
console.log(JSON.stringify({ taken, times, finishing }))
