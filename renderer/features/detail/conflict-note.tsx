import { useConflicts } from '../../data/conflicts/conflicts.ts'
import { fieldText } from '../../lib/conflict-text.ts'
import { m } from '../../lib/messages.ts'
import { useNavigation } from '../../lib/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { SyncGlyph } from '../../ui/glyphs.tsx'

/** "Title was written here and elsewhere": both texts are in Review. */
export function ConflictNote({ taskId }: { taskId: number }) {
  const nav = useNavigation()
  const { data = [] } = useConflicts()
  const own = data.filter((one) => one.task_id === taskId)
  if (own.length === 0) return null
  const text = m.cloud.conflict.note(new Intl.ListFormat(document.documentElement.lang).format(own.map(fieldText)))
  return (
    <aside
      aria-label={m.cloud.conflict.part}
      className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-1.5 rounded-card border border-line bg-bg py-2 ps-3 pe-2"
    >
      <SyncGlyph className="shrink-0 text-warn" />
      <span className="min-w-0 flex-1 basis-48">{text}</span>
      <Button look="outlined" onClick={() => nav.go('review')}>
        {m.cloud.conflict.compare}
      </Button>
    </aside>
  )
}
