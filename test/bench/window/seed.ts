// What the window shows while it is measured: ten thousand tasks, one of them with a long description, and contacts.
import type { createClient } from '../../../shared/http/client.ts'
import type { localContract } from '../../../shared/contract/local.ts'

type Api = ReturnType<typeof createClient<typeof localContract>>

const batch = 500
const contacts = 300
const words = ['retry', 'checksum', 'invoice', 'login', 'backup', 'certificate', 'release', 'flaky', 'timeout', 'report']
const statuses = ['backlog', 'todo', 'in_progress', 'in_review', 'done'] as const
const paragraph =
  'The **checksum** of the mirror differs after a retry: see `sync.log`, where the second part is written twice.\n\n- [ ] look at the release\n\n'

/** Answers the id of the task with the long description. */
export async function seed(api: Api, tasks: number): Promise<number> {
  for (let at = 0; at < tasks; at += batch) {
    const records = Array.from({ length: batch }, (_, index) => {
      const n = at + index
      const title = `${words[n % 10]} ${words[(n * 7) % 10]} of the ${words[(n * 3 + 1) % 10]} number ${n}`
      return { external_id: `${n}`, task: { title, status: statuses[n % 5], labels: [words[(n * 3) % 10] ?? ''], requesters: [`person ${n % 40}`] } }
    })
    // One writer.
    await api.importBatch({ body: { source: 'bench', records } })
  }
  for (let n = 0; n < contacts; n++) {
    // One writer.
    await api.createContact({ body: { name: `Person ${n}`, email: `person${n}@example.org`, organization: `${words[n % 10]} works` } })
  }
  const { id } = await api.createTask({ body: { title: 'A task with a long description', description: paragraph.repeat(30) } })
  return id
}
