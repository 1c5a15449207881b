// Nothing anywhere yet: how the first task comes in, by hand, by an agent or from another program, and a list to try things on.
import { can } from '../backend/abilities.ts'
import { m } from '../lib/messages.ts'
import { type Navigation, overlay } from '../lib/navigation.ts'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'
import { SparkGlyph } from './glyphs.tsx'
import { Kbd } from './kbd.tsx'

interface FirstRunProps {
  nav: Navigation
  title?: string
  text?: string
  /** Adds the list to try things on. */
  onSample: () => void
}

export function FirstRun({ nav, title = m.empty.firstTitle, text = m.empty.firstText, onSample }: FirstRunProps) {
  const steps: { text: string; keys: string[] }[] = [
    { text: m.empty.teach.add, keys: ['c'] },
    { text: m.empty.teach.search, keys: ['mod+k'] },
    { text: m.empty.teach.move, keys: ['j', 'k'] },
    { text: m.empty.teach.keys, keys: ['?'] },
  ]
  return (
    <Empty title={title}>
      <p className="max-w-[44ch] text-read text-muted">{text}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button look="primary" onClick={() => overlay.set('quick-add')}>
          {m.newTask}
          <Kbd keys="c" plain />
        </Button>
        {can.configureService && (
          <Button look="outlined" onClick={() => nav.go('settings', 'agents')}>
            <SparkGlyph className="text-agent" />
            {m.connectAgent}
          </Button>
        )}
        {can.configureService && (
          <Button look="outlined" onClick={() => nav.go('settings', 'data')}>
            {m.empty.bringAlong}
          </Button>
        )}
        {can.sample && (
          <Button look="outlined" onClick={onSample}>
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
