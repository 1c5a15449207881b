import { m } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Kbd } from '../../ui/kbd.tsx'

export function AllDone({ onAdd }: { onAdd: () => void }) {
  return (
    <Empty title={m.empty.openTitle}>
      <p className="text-read text-muted">{m.empty.openText}</p>
      <Button look="outlined" onClick={onAdd}>
        {m.newTask}
        <Kbd keys="c" plain />
      </Button>
    </Empty>
  )
}

export function AllTriaged({ onOpen }: { onOpen: () => void }) {
  return (
    <Empty title={m.empty.inboxTitle}>
      <p className="max-w-[48ch] text-read text-muted">{m.empty.inboxText}</p>
      <Button look="outlined" onClick={onOpen}>
        {m.goTo(m.view.open)}
        <Kbd keys="g l" plain />
      </Button>
    </Empty>
  )
}

export function NothingDone() {
  return (
    <Empty title={m.empty.doneTitle}>
      <p className="max-w-[44ch] text-read text-muted">{m.empty.doneText}</p>
    </Empty>
  )
}

export function NothingReady({ onAdd }: { onAdd: () => void }) {
  return (
    <Empty title={m.empty.readyTitle}>
      <p className="max-w-[48ch] text-read text-muted">{m.empty.readyText}</p>
      <Button look="outlined" onClick={onAdd}>
        {m.newTask}
        <Kbd keys="c" plain />
      </Button>
    </Empty>
  )
}

export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Empty title={m.empty.filterTitle}>
      <Button look="outlined" onClick={onClear}>
        {m.clearFilters}
      </Button>
    </Empty>
  )
}

export function ListError({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Empty title={m.listFailed}>
      <p className="max-w-[52ch] text-read text-muted" role="alert">
        {text}
      </p>
      <Button look="outlined" onClick={onRetry}>
        {m.retry}
      </Button>
    </Empty>
  )
}
