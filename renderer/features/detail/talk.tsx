import { Tabs } from '@base-ui/react/tabs'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Task } from '../../../shared/schema/task.ts'
import { conversationsOf } from '../../data/conversations.ts'
import { historyOf } from '../../data/tasks/history.ts'
import { useNamedTasks } from '../../data/tasks/named-tasks.ts'
import { commentsOf } from '../../data/tasks/task-queries.ts'
import { count } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import { focusRequest } from '../../lib/navigation.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusRequest } from '../../lib/use-focus-request.ts'
import { CommentComposer } from './comment-composer.tsx'
import { Comments, isBesideComments } from './comments.tsx'
import { History } from './history.tsx'
import { Messages } from './messages.tsx'

const tab =
  '-mb-px h-[max(34px,var(--tap))] border-b-2 border-transparent text-dense font-medium text-muted hover:text-text data-[active]:border-accent data-[active]:text-text'

/** What was said and what was done. */
export function Talk({ task }: { task: Task }) {
  const { data: comments } = useQuery(commentsOf(task.id))
  const history = useInfiniteQuery(historyOf(task.id))
  const entries = history.data?.pages.flatMap((page) => page.entries)
  useNamedTasks(entries ?? [])
  const earlier = history.hasNextPage && (
    <Button className="-ms-3" disabled={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
      {m.showEarlier}
    </Button>
  )
  const { data: conversations = [] } = useQuery(conversationsOf(task.id))
  const [shown, setShown] = useState('comments')
  // The composer takes the keyboard itself, at once; it only must be in sight.
  const wanted = useStore(focusRequest)
  if (wanted === 'comment' && shown !== 'comments') setShown('comments')
  useFocusRequest('messages', () => setShown('messages'))
  return (
    <Tabs.Root
      value={shown === 'messages' && conversations.length === 0 ? 'comments' : shown}
      onValueChange={(value) => setShown(String(value))}
      className="mt-6"
    >
      <Tabs.List className="flex gap-5 border-b border-line">
        <Tabs.Tab value="comments" className={tab}>
          {m.comments} <span className="tabular">{comments && comments.length > 0 ? count(comments.length) : ''}</span>
        </Tabs.Tab>
        {conversations.length > 0 && (
          <Tabs.Tab value="messages" className={tab}>
            {m.cloud.mail.tab} <span className="tabular">{count(conversations.reduce((sum, one) => sum + one.message_count, 0))}</span>
          </Tabs.Tab>
        )}
        <Tabs.Tab value="history" className={tab}>
          {m.history} <span className="tabular">{history.data ? count(history.data.pages[0]?.total ?? 0) : ''}</span>
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="comments" keepMounted className="pt-2 data-[hidden]:hidden">
        {entries?.some(isBesideComments) && earlier}
        <Comments comments={comments} history={entries ?? []} />
        <CommentComposer taskId={task.id} />
      </Tabs.Panel>
      <Tabs.Panel value="messages" className="pt-3">
        <Messages taskId={task.id} conversations={conversations} />
      </Tabs.Panel>
      <Tabs.Panel value="history" className="pt-2">
        <History entries={entries} />
        {earlier}
      </Tabs.Panel>
    </Tabs.Root>
  )
}
