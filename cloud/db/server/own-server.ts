// The built-in PostgreSQL, shared by all clouds of one folder: each holds a lock in it while it lives, the last one that goes stops it, and
// if it dies under us it is started again.
import { Client } from 'pg'
import { type EmbeddedOptions, startEmbedded } from './embedded.ts'

const databaseName = 'tandem'
const presence = 4830
const retryAfter = 500

export interface OwnServer {
  url: string
  /** Stops the server unless another cloud uses it. */
  leave(): Promise<void>
}

export async function joinOwnServer(options: EmbeddedOptions): Promise<OwnServer> {
  const say = options.say ?? (() => undefined)
  let leaving = false
  let retry: NodeJS.Timeout | undefined
  let { server, client } = await join()

  async function join() {
    const server = await startEmbedded(options)
    await createDatabase(server.url())
    const client = new Client({ connectionString: server.url(), application_name: 'tandem-cloud presence', keepAlive: true })
    client.on('error', () => undefined)
    client.once('end', comeBack)
    await client.connect()
    await client.query('SELECT pg_advisory_lock_shared($1)', [presence])
    return { server, client }
  }

  function comeBack(): void {
    if (!leaving) retry = setTimeout(() => void joinAgain(), retryAfter).unref()
  }

  async function joinAgain(): Promise<void> {
    try {
      ;({ server, client } = await join())
      say('The built-in PostgreSQL had stopped; it runs again.')
    } catch (error) {
      say(`The built-in PostgreSQL does not come back: ${(error as Error).message}`)
      comeBack()
    }
  }

  return {
    url: server.url(databaseName),
    async leave() {
      leaving = true
      clearTimeout(retry)
      try {
        await client.query('SELECT pg_advisory_unlock_shared($1)', [presence])
        const { rows } = await client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [presence])
        await client.end()
        if (rows[0]?.alone === false) return
      } catch {
        // It is down, or going down: stopping it does no harm.
      }
      await server.stop()
    },
  }
}

async function createDatabase(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl, application_name: 'tandem-cloud start' })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`)
  } catch (error) {
    // Two starts at once: the other one made it.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await client.end()
  }
}
