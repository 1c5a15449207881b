import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { filesNamedIn } from '../../../../shared/domain/attachments/attachment-link.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import { commentsOf } from '../../../data/tasks/task-queries.ts'
import { FileStrip } from '../../../ui/files/file-strip.tsx'
import { FilePreviews } from '../../../ui/files/previews.tsx'

function useTexts(task: Task): string[] {
  const { data: comments = [] } = useQuery(commentsOf(task.id))
  return useMemo(() => [task.description ?? '', ...comments.map(({ body }) => body)], [task.description, comments])
}

/** All files of a task are looked at together, wherever on its page one is opened. */
export function TaskFilePreviews({ task, children }: { task: Task; children: ReactNode }) {
  return <FilePreviews texts={useTexts(task)}>{children}</FilePreviews>
}

export function TaskFiles({ task }: { task: Task }) {
  const texts = useTexts(task)
  const files = useMemo(() => filesNamedIn(texts), [texts])
  return <FileStrip files={files} />
}
