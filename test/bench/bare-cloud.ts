// The peer of the cloud bench: Fastify and pg doing the same SQL on the same server, with no login, teams, validation, journal or ETags.
// Usage: node bare-cloud.ts DATABASE_URL
import Fastify from 'fastify'
import { Pool } from 'pg'
import { uuidv7 } from 'uuidv7'

const pool = new Pool({ connectionString: process.argv[2], max: 10 })
await pool.query(`CREATE TABLE IF NOT EXISTS bare_tasks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, uid uuid NOT NULL, title text NOT NULL, description text, status text NOT NULL, priority text NOT NULL,
  labels text[] NOT NULL, requesters text[] NOT NULL, dedupe_key text, version integer NOT NULL, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
  completed_at timestamptz)`)
const columns = 'uid, title, description, status, priority, labels, requesters, dedupe_key, version, created_at, updated_at, completed_at'

const app = Fastify()
app.get<{ Params: { id: string } }>('/tasks/:id', (request) =>
  pool.query({ name: 'get', text: `SELECT id, ${columns} FROM bare_tasks WHERE id = $1`, values: [request.params.id] }).then(({ rows }) => rows[0]),
)
app.get<{ Querystring: { limit: string } }>('/tasks', (request) =>
  pool.query({ name: 'list', text: `SELECT id, ${columns} FROM bare_tasks ORDER BY id DESC LIMIT $1`, values: [request.query.limit] }).then(({ rows }) => rows),
)
app.post<{ Body: { title: string; description?: string; status?: string; priority?: string; labels?: string[]; requesters?: string[] } }>(
  '/tasks',
  async (request, reply) => {
    const at = new Date().toISOString()
    const { title, description = null, status = 'backlog', priority = 'medium', labels = [], requesters = [] } = request.body
    const { rows } = await pool.query({
      name: 'insert',
      text: `INSERT INTO bare_tasks (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id, ${columns}`,
      values: [uuidv7(), title, description, status, priority, labels, requesters, null, 1, at, at, null],
    })
    return reply.code(201).send(rows[0])
  },
)
await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`bare is ready at http://127.0.0.1:${(app.server.address() as { port: number }).port}`)
