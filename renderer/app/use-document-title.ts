import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { taskById } from '../data/tasks/task-queries.ts'
import { m } from '../lib/messages.ts'
import type { Navigation } from '../lib/navigation.ts'
import { placeTitle } from '../lib/page/place-title.ts'
import { useStore } from '../lib/store.ts'

/** What the tab and the history of the browser say: the open task, else what is shown, and in which view or saved list (`view`, by its name). */
export function useDocumentTitle({ openId }: Pick<Navigation, 'openId'>, view: string): void {
  // Read by the task's own page.
  const { data: task } = useQuery({ ...taskById(openId ?? 0), enabled: false })
  const place = useStore(placeTitle)
  const parts = openId === undefined ? [place, view] : [task?.title ?? `#${openId}`]
  const title = [...parts, m.name].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
