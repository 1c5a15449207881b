// The peer of the service bench: Fastify and better-sqlite3 doing the same SQL, with no validation, journal, index, ETag or paging
// headers. Usage: node bare-service.ts DATABASE
import Database from 'better-sqlite3'
import Fastify from 'fastify'
import { uuidv7 } from 'uuidv7'

const db = new Database(process.argv[2])
db.pragma('journal_mode = WAL')
db.pragma('synchronous = NORMAL')
const columns = [
  'uid',
  'title',
  'description',
  'status',
  'priority',
  'labels',
  'requesters',
  'dedupe_key',
  'version',
  'created_at',
  'updated_at',
  'completed_at',
  'due',
  'assignee',
  'criteria',
  'parent_uid',
  'blocker_uids',
]
const lists = ['labels', 'requesters', 'criteria', 'blocker_uids'] as const
const byId = db.prepare('SELECT * FROM tasks WHERE id = ?')
const page = db.prepare('SELECT * FROM tasks WHERE status = ? ORDER BY id DESC LIMIT ?')
const insert = db.prepare(`INSERT INTO tasks (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`)
const updates = new Map<string, Database.Statement>()
function update(names: readonly string[]): Database.Statement {
  const assignments = names.map((name) => `${name} = @${name}`).join(', ')
  const statement = updates.get(assignments) ?? db.prepare(`UPDATE tasks SET ${assignments} WHERE id = @id`)
  updates.set(assignments, statement)
  return statement
}

type Row = Record<(typeof lists)[number], string> & { version: number }
const read = (row: unknown) => ({
  ...(row as Row),
  labels: JSON.parse((row as Row).labels) as string[],
  requesters: JSON.parse((row as Row).requesters) as string[],
  criteria: JSON.parse((row as Row).criteria) as object[],
  blocker_uids: JSON.parse((row as Row).blocker_uids) as string[],
})
const written = (task: ReturnType<typeof read>) => ({ ...task, ...Object.fromEntries(lists.map((name) => [name, JSON.stringify(task[name])])) })

const app = Fastify()
app.get<{ Params: { id: string } }>('/tasks/:id', (request) => read(byId.get(Number(request.params.id))))
app.get<{ Querystring: { status: string; limit: string } }>('/tasks', (request) => page.all(request.query.status, Number(request.query.limit)).map(read))
app.post<{ Body: Record<string, unknown> }>('/tasks', (request, reply) => {
  const at = new Date().toISOString()
  const task = {
    uid: uuidv7(),
    description: null,
    status: 'backlog',
    priority: 'medium',
    dedupe_key: null,
    version: 1,
    created_at: at,
    updated_at: at,
    completed_at: null,
    due: null,
    assignee: null,
    parent_uid: null,
    labels: [],
    requesters: [],
    criteria: [],
    blocker_uids: [],
    ...request.body,
  }
  const { lastInsertRowid } = insert.run(written(task))
  return reply.code(201).send({ id: Number(lastInsertRowid), ...task })
})
app.patch<{ Params: { id: string }; Body: Record<string, unknown> }>('/tasks/:id', (request) => {
  const task = read(byId.get(Number(request.params.id)))
  const next = { ...task, ...request.body, version: task.version + 1, updated_at: new Date().toISOString() }
  update([...Object.keys(request.body), 'version', 'updated_at']).run(written(next))
  return next
})
await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`bare is ready at http://127.0.0.1:${(app.server.address() as { port: number }).port}`)
