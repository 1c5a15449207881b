import { problemText } from '../../../lib/mail/problem-text.ts'

/** Why a reply was not sent, and what to do. Its words are fetched when there is one. */
export default function ReplyProblem({ problem }: { problem: string }) {
  return (
    <p dir="auto" className="mt-1 ps-6.5 text-meta break-words text-muted">
      {problemText(problem)}
    </p>
  )
}
