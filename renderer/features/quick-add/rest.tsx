// What goes into the description of the task that is being added. Fetched when there is something.
import { m } from '../../messages/late.ts'
import { Button } from '../../ui/button.tsx'

export default function Rest({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <div className="flex items-start gap-2 ps-[38px] pe-2 pb-2.5">
      <p dir="auto" aria-label={m.pasted.description} className="line-clamp-3 min-w-0 flex-1 text-dense break-words whitespace-pre-line text-muted">
        {text.replaceAll(/\n+/g, '\n')}
      </p>
      <Button className="-my-1 shrink-0" onClick={onRemove}>
        {m.pasted.withoutDescription}
      </Button>
    </div>
  )
}
