import { can } from '../../abilities.ts'
import { addSample } from '../../data/sample.ts'
import { m } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SparkGlyph } from '../../ui/glyphs.tsx'
import { Kbd } from '../../ui/kbd.tsx'

/** Nothing anywhere yet: how the first task comes in, by hand and by an agent, and a list to try things on. */
export function FirstRun({ onAdd, onConnect }: { onAdd: () => void; onConnect: () => void }) {
  const steps: { text: string; keys: string[] }[] = [
    { text: m.empty.teach.add, keys: ['c'] },
    { text: m.empty.teach.search, keys: ['mod+k'] },
    { text: m.empty.teach.move, keys: ['j', 'k'] },
    { text: m.empty.teach.keys, keys: ['?'] },
  ]
  return (
    <Empty title={m.empty.firstTitle}>
      <p className="max-w-[44ch] text-read text-muted">{m.empty.firstText}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button look="primary" onClick={onAdd}>
          {m.newTask}
          <Kbd keys="c" plain />
        </Button>
        {can.configureService && (
          <Button look="outlined" onClick={onConnect}>
            <SparkGlyph className="text-agent" />
            {m.settings.connect}
          </Button>
        )}
        {can.sample && (
          <Button look="outlined" onClick={() => void addSample()}>
            {m.sample.add}
          </Button>
        )}
      </div>
      <ul className="mt-3 grid grid-cols-[auto_auto] gap-x-4 gap-y-1.5 text-start pointer-coarse:hidden phone:hidden">
        {steps.map(({ text, keys }) => (
          <li key={text} className="contents text-muted">
            <span className="flex justify-end gap-1">
              {keys.map((key) => (
                <Kbd key={key} keys={key} />
              ))}
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Empty>
  )
}

export function AllDone({ onAdd }: { onAdd: () => void }) {
  return (
    <Empty title={m.empty.inboxTitle}>
      <p className="text-read text-muted">{m.empty.inboxText}</p>
      <Button look="outlined" onClick={onAdd}>
        {m.newTask}
        <Kbd keys="c" plain />
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
