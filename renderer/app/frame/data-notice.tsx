import { useQuery } from '@tanstack/react-query'
import { dataNotices, dismissNotice } from '../../data/data-notices.ts'
import { m } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'

const says = m.dataNotices

/** Stays until somebody has read it. */
export function DataNotice() {
  const { data } = useQuery(dataNotices)
  const notice = data?.[0]
  if (!notice) return null
  return (
    <div role="alert" className="flex shrink-0 flex-wrap items-center justify-center gap-x-3 gap-y-1 border-b border-line bg-warn-soft px-4 py-1.5 text-dense">
      <p className="max-w-[90ch]">
        <span className="font-semibold">{says[notice.kind].title(notice.count)}</span> {says[notice.kind].text}
      </p>
      <Button look="outlined" onClick={() => void dismissNotice(notice.kind)}>
        {says.dismiss}
      </Button>
    </div>
  )
}
