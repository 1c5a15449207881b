// Writes cloud/db/schema.sql from what the migrations make in a new database. The tests compare the two.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { describeSchema } from '../cloud/db/describe-schema.ts'
import { startEmbedded } from '../cloud/db/server/embedded.ts'
import { migrate } from '../cloud/db/migrations/migrate.ts'

const folder = mkdtempSync(join(tmpdir(), 'tandem-schema-'))
const server = await startEmbedded({ dataDir: folder, settings: { fsync: 'off' } })
try {
  await migrate(server.url())
  const client = new Client({ connectionString: server.url() })
  await client.connect()
  writeFileSync(new URL('../cloud/db/schema.sql', import.meta.url), await describeSchema(client))
  await client.end()
} finally {
  await server.stop('immediate')
  rmSync(folder, { recursive: true, force: true })
}
