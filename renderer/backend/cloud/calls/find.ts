// Search over the tasks that are on the device: by words, from their beginning on, and with a letter wrong.
import MiniSearch from 'minisearch'
import type { SearchHit, Task } from '../../../../shared/schema/task.ts'

interface Row {
  id: number
  title: string
  description: string
  labels: string
  requesters: string
}

const rowOf = ({ id, title, description, labels, requesters }: Task): Row => ({
  id,
  title,
  description: description ?? '',
  labels: labels.join(' '),
  requesters: requesters.join(' '),
})

/** `tasks`: what there is now; asked again with each search, and only what changed is read. */
export function createFinder(tasks: () => readonly Task[]) {
  const fields = ['title', 'description', 'labels', 'requesters']
  const index = new MiniSearch<Row>({
    fields,
    searchOptions: { boost: { title: 3, labels: 2 }, prefix: true, fuzzy: (word) => (word.length > 4 ? 0.2 : false) },
  })
  const known = new Map<number, Task>()

  return (q: string, limit: number): SearchHit[] => {
    const now = new Map(tasks().map((task) => [task.id, task]))
    for (const [id, task] of known) {
      if (now.get(id) === task) continue
      index.discard(id)
      known.delete(id)
    }
    for (const [id, task] of now) {
      if (known.has(id)) continue
      index.add(rowOf(task))
      known.set(id, task)
    }
    const max = Math.max(
      1,
      ...index
        .search(q)
        .slice(0, 1)
        .map(({ score }) => score),
    )
    return index
      .search(q, { combineWith: 'AND' })
      .slice(0, limit)
      .flatMap(({ id, score, terms }) => {
        const task = now.get(id as number)
        return task ? [{ ...task, score: Math.min(1, score / max), matched: ['keyword' as const], snippet: marked(task, terms) }] : []
      })
  }
}

/** The place in the text where a word stands, with ⟦ and ⟧ around it. */
function marked(task: Task, words: readonly string[]): string {
  const text = [task.title, task.description ?? ''].find((one) => words.some((word) => one.toLowerCase().includes(word))) ?? task.title
  const first = Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0), text.length)
  const from = Math.max(0, first - 40)
  const place = text.slice(from, from + 160).replaceAll(/\s+/g, ' ')
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return `${from > 0 ? '…' : ''}${pattern === '' ? place : place.replaceAll(new RegExp(pattern, 'gi'), (found) => `⟦${found}⟧`)}`
}
