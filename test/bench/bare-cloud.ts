// The peer of the cloud bench: Fastify and pg putting the same rows into the same indexes on the same server, over as many connections and as
// durably, with no login, tenancy, validation, journal or ETags. Its caller says which team a row is of, and is believed.
// Usage: node bare-cloud.ts DATABASE_URL
import Fastify from 'fastify'
import { Pool } from 'pg'
import { uuidv7 } from 'uuidv7'

const pool = new Pool({ connectionString: process.argv[2], max: 10 })
await pool.query(`CREATE TABLE bare_tasks (
  team_id uuid NOT NULL, id bigint GENERATED ALWAYS AS IDENTITY, uid uuid NOT NULL, title text NOT NULL, description text, status text NOT NULL, priority text NOT NULL,
  labels text[] NOT NULL, requesters text[] NOT NULL, dedupe_key text, version integer NOT NULL, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
  completed_at timestamptz, PRIMARY KEY (team_id, id));
  CREATE INDEX ON bare_tasks (team_id, status, id);
  CREATE INDEX ON bare_tasks (team_id, priority, id)`)
const columns = 'uid, title, description, status, priority, labels, requesters, dedupe_key, version, created_at, updated_at, completed_at'

const teamOf = (request: { headers: Record<string, unknown> }) => request.headers['x-team-id']

const app = Fastify()
app.get<{ Params: { id: string } }>('/tasks/:id', (request) =>
  pool
    .query({ name: 'get', text: `SELECT id, ${columns} FROM bare_tasks WHERE team_id = $1 AND id = $2`, values: [teamOf(request), request.params.id] })
    .then(({ rows }) => rows[0]),
)
app.get<{ Querystring: { limit: string } }>('/tasks', (request) =>
  pool
    .query({
      name: 'list',
      text: `SELECT id, ${columns} FROM bare_tasks WHERE team_id = $1 ORDER BY id DESC LIMIT $2`,
      values: [teamOf(request), request.query.limit],
    })
    .then(({ rows }) => rows),
)
app.post<{ Body: { title: string; description?: string; status?: string; priority?: string; labels?: string[]; requesters?: string[] } }>(
  '/tasks',
  async (request, reply) => {
    const at = new Date().toISOString()
    const { title, description = null, status = 'backlog', priority = 'medium', labels = [], requesters = [] } = request.body
    const { rows } = await pool.query({
      name: 'insert',
      text: `INSERT INTO bare_tasks (team_id, ${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id, ${columns}`,
      values: [teamOf(request), uuidv7(), title, description, status, priority, labels, requesters, null, 1, at, at, null],
    })
    return reply.code(201).send(rows[0])
  },
)
await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`bare is ready at http://127.0.0.1:${(app.server.address() as { port: number }).port}`)
