// Which tasks entries of the journal name in their links: asked for by uid, so that they can be shown by number and title.
import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isTemporaryUid } from '../../backend/unnumbered.ts'
import { knowTasks, uidsIn } from '../../lib/plan/task-names.ts'
import { wholeList } from './task-queries.ts'

/** Short enough for an address. */
const maxAsked = 50

interface Values {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

const uidsOf = ({ before, after }: Values) =>
  [before, after].flatMap((fields) => Object.entries(fields ?? {}).flatMap(([field, value]) => uidsIn(field, value)))

/** From then on `taskName` knows them. */
export function useNamedTasks(entries: readonly Values[]): void {
  // What is named the first time, in a task that has just been added, is said nowhere.
  const uids = [...new Set(entries.filter(({ before, after }) => before && after).flatMap(uidsOf))].filter((uid) => !isTemporaryUid(uid))
  const asked = Array.from({ length: Math.ceil(uids.length / maxAsked) }, (_, n) => uids.slice(n * maxAsked, (n + 1) * maxAsked))
  const answers = useQueries({ queries: asked.map((uid) => wholeList({ uid })) })
  const found = answers.map(({ data }) => data?.pages.flatMap(({ tasks }) => tasks))
  const known = JSON.stringify(found.map((tasks) => tasks?.map(({ id, title }) => [id, title])))
  useEffect(() => {
    for (const [index, tasks] of found.entries()) if (tasks) knowTasks(asked[index] ?? [], tasks)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- in these words is all that can change of it
  }, [known])
}
