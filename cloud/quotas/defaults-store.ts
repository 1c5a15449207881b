// SQL for what every team may have, and nothing else.
import type { Client } from 'pg'

export const defaultsStore = {
  set: (client: Client, tasks: number, textBytes: number, members: number, fileBytes: number) =>
    client.query(
      `INSERT INTO quotas (tasks, text_bytes, members, file_bytes) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET (tasks, text_bytes, members, file_bytes) = (excluded.tasks, excluded.text_bytes, excluded.members, excluded.file_bytes)`,
      [tasks, textBytes, members, fileBytes],
    ),
}
