import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Reply } from '../../../../shared/schema/mail/reply.ts'
import { cancelReply, repliesOf, resendReply } from '../../../data/mail/replies.ts'
import { fullTime, shortTime } from '../../../lib/dates.ts'
import { m } from '../../../messages/late.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { MailGlyph } from '../../../ui/glyphs.tsx'

const ReplyProblem = lazy(() => import('./reply-problem.tsx'))

const says = m.cloud.replies
const canBeSentAgain = new Set<Reply['state']>(['failed', 'uncertain', 'bounced'])

/** What was sent to those who asked, with what became of it. */
export function SentReplies({ taskId, isWanted }: { taskId: number; isWanted: boolean }) {
  const { data = [] } = useQuery({ ...repliesOf(taskId), enabled: isWanted })
  const shown = data.filter(({ state }) => state !== 'canceled')
  if (shown.length === 0) return null
  return (
    <ul aria-label={says.sentName} className="mt-3 rounded-card border border-line">
      {shown.map((reply) => (
        <SentReply key={reply.id} taskId={taskId} reply={reply} />
      ))}
    </ul>
  )
}

function SentReply({ taskId, reply }: { taskId: number; reply: Reply }) {
  const { to, state, cause, problem, body, sent_at, created_at } = reply
  const isEarly = state === 'waiting' && problem === null
  const isWrong = canBeSentAgain.has(state)
  const at = sent_at ?? created_at
  return (
    <li className="border-b border-line px-3 py-2 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="text-muted">
          <MailGlyph />
        </span>
        <span className="min-w-0 flex-1 basis-48">
          <bdi className="break-words">{says.toWhom(to.join(', '))}</bdi>{' '}
          <span role="status" className={cx(isWrong ? 'font-medium text-bad' : 'text-quiet')}>
            {isEarly ? says.early : says.states[state]}
          </span>
          {cause !== 'person' && <span className="text-quiet"> · {says.causes[cause]}</span>}
        </span>
        <time className="shrink-0 text-meta text-quiet" dateTime={at} title={fullTime(at)}>
          {shortTime(at)}
        </time>
        {state === 'waiting' && (
          <Button className="phone:ms-3.5" onClick={() => void cancelReply(taskId, reply)}>
            {m.undo}
          </Button>
        )}
        {isWrong && (
          <Button look="outlined" className="phone:ms-6.5" onClick={() => void resendReply(taskId, reply)}>
            {says.again}
          </Button>
        )}
      </div>
      {problem && (
        <Suspense fallback={null}>
          <ReplyProblem problem={problem} />
        </Suspense>
      )}
      <details className="ps-6.5">
        <summary className="w-fit cursor-pointer text-meta leading-(--tap) text-quiet">{says.show}</summary>
        <p dir="auto" className="mb-1 border-s-2 border-line ps-3 text-read break-words whitespace-pre-wrap text-muted">
          {body}
        </p>
      </details>
    </li>
  )
}
