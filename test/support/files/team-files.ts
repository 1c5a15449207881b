// Files of a team, as its members and its database know them.
import type { Attachment } from '../../../shared/schema/files/attachment.ts'
import type { TestCloud } from '../cloud/cloud.ts'
import { onDatabase } from '../cloud/postgres.ts'

type Content = Uint8Array<ArrayBuffer> | ReadableStream

/** Through `/api/attachments`. */
export async function sendFile(
  { url }: Pick<TestCloud, 'url'>,
  as: Record<string, string>,
  name: string,
  body: Content | Buffer,
  type = 'application/octet-stream',
  signal?: AbortSignal,
): Promise<{ status: number; headers: Headers; body: Attachment }> {
  const response = await fetch(`${url}/api/attachments?${new URLSearchParams({ name })}`, {
    method: 'POST',
    headers: { ...as, 'content-type': type },
    body: body as Content,
    ...(signal ? { signal } : {}),
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Attachment }
}

export async function readFile({ url }: Pick<TestCloud, 'url'>, as: Record<string, string>, path: string) {
  const response = await fetch(`${url}/api${path}`, { headers: as })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

interface Stored {
  files: { team_id: string; hash: string; object: string; unused_since: string | null }[]
  objects: { team_id: string; object: string; state: string }[]
}

/** All rows, of every team. */
export const stored = ({ database }: Pick<TestCloud, 'database'>): Promise<Stored> =>
  onDatabase(database.url, async (client) => ({
    files: (await client.query('SELECT team_id, hash, object, unused_since FROM files ORDER BY created_at')).rows,
    objects: (await client.query('SELECT team_id, object, state FROM file_objects ORDER BY since')).rows,
  }))
