// `/ui` in development: every component in each of its states, to be looked at side by side.
import type { ReactNode } from 'react'
import { priorities, statuses } from '../../shared/schema/task.ts'
import { ActorMark, PersonMark } from '../ui/actor-mark.tsx'
import { Button } from '../ui/button.tsx'
import { LabelChip, RemovableChip } from '../ui/chip.tsx'
import { ClaimMark } from '../ui/marks/claim-mark.tsx'
import { CopyBlock } from '../ui/text/copy-block.tsx'
import { Empty } from '../ui/empty.tsx'
import { Field } from '../ui/field.tsx'
import { BellGlyph, DuplicateGlyph, MailGlyph, PriorityGlyph, SparkGlyph, StatusGlyph, SyncGlyph, TandemMark } from '../ui/glyphs.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Markdown } from '../ui/text/markdown.tsx'
import { MarkedText } from '../ui/text/marked-text.tsx'
import { Progress } from '../ui/progress.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { ShortcutList } from '../actions/shortcut-list.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'

const nothing = () => undefined
const now = new Date().toISOString()
const colours = [
  'bg',
  'surface',
  'raised',
  'line',
  'line-strong',
  'text',
  'muted',
  'quiet',
  'faint',
  'ghost',
  'accent',
  'accent-soft',
  'ok',
  'warn',
  'bad',
  'agent',
  'agent-soft',
]
const kinds = ['person', 'agent', 'email', 'sync', 'system'] as const

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="border-b border-line py-5">
      <h2 className="mb-3 text-meta font-medium text-quiet">{name}</h2>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </section>
  )
}

/** The same in both themes, side by side. */
export function UiPage() {
  return (
    <div className="grid h-full grid-cols-2 overflow-y-auto">
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} style={{ colorScheme: theme }} className="min-w-0 bg-bg px-8 pb-16 text-text">
          <Components />
        </div>
      ))}
    </div>
  )
}

function Components() {
  return (
    <>
      <Tokens />
      <Controls />
      <Texts />
    </>
  )
}

function Tokens() {
  return (
    <>
      <Part name="Colours">
        {colours.map((name) => (
          <span key={name} className="flex w-24 flex-col gap-1 text-meta text-muted">
            <span className="h-8 rounded-control border border-line" style={{ background: `var(--${name})` }} />
            {name}
          </span>
        ))}
      </Part>
      <Part name="Type">
        <span className="text-page font-semibold">Page 20/28</span>
        <span className="text-section font-semibold">Section 16/24</span>
        <span className="text-read">Reading 14/22</span>
        <span className="text-dense">Dense 13/20</span>
        <span className="text-meta text-quiet">Meta 12/16</span>
      </Part>
      <Part name="Glyphs">
        {statuses.map((status) => (
          <StatusGlyph key={status} status={status} />
        ))}
        {priorities.map((priority) => (
          <PriorityGlyph key={priority} priority={priority} />
        ))}
        <BellGlyph />
        <DuplicateGlyph />
        <SparkGlyph className="text-agent" />
        <MailGlyph />
        <SyncGlyph />
        <TandemMark />
      </Part>
      <Part name="Who">
        {kinds.map((kind) => (
          <ActorMark key={kind} actor={{ kind, name: kind === 'person' ? 'Ana Lopez' : kind }} />
        ))}
        <PersonMark name="Mika Kern" size={32} />
        <ClaimMark claim={{ task_id: 1, holder: { kind: 'agent', name: 'claude' }, claimed_at: now, expires_at: now }} />
      </Part>
    </>
  )
}

function Controls() {
  return (
    <>
      <Part name="Buttons">
        {(['primary', 'outlined', 'plain', 'danger'] as const).map((look) => (
          <Button key={look} look={look}>
            {look}
            <Kbd keys="c" plain />
          </Button>
        ))}
        <Button look="primary" disabled>
          disabled
        </Button>
        <Button square aria-label="Square">
          <SparkGlyph />
        </Button>
      </Part>
      <Part name="Choices and fields">
        <Segmented name="Choice" value="b" options={['a', 'b', 'c'].map((id) => ({ id, label: `Choice ${id}` }))} onChange={nothing} />
        <Field label="Field" hint="A word of help" placeholder="Something" />
        <Field label="Wrong" defaultValue="x" problem="What to send instead" />
      </Part>
      <Part name="Chips and keys">
        <LabelChip label="bug" />
        <LabelChip label="a label that is far too long to be read in a row of a list" />
        <RemovableChip name="ana" onRemove={nothing}>
          ana
        </RemovableChip>
        <RemovableChip soft name="tomorrow" onRemove={nothing}>
          tomorrow
        </RemovableChip>
        <Kbd keys="mod+k" />
        <Kbd keys="g i" />
        <span>
          <MarkedText text="Let ⟦users⟧ stay ⟦signed in⟧" />
        </span>
      </Part>
    </>
  )
}

function Texts() {
  return (
    <>
      <Part name="Waiting">
        <div className="w-full">
          <Progress name="Progress" done={0.4} />
          <SkeletonRows rows={3} />
        </div>
      </Part>
      <Part name="Text">
        <Markdown text={'Some **bold** text, `code`, [a link](https://example.org)\n\n- one\n- two\n\n> a quote'} />
        <div className="w-full">
          <CopyBlock name="Run once" text="claude mcp add --transport http tandem http://127.0.0.1:4820/mcp" />
        </div>
      </Part>
      <Part name="Empty">
        <div className="flex h-64 w-full">
          <Empty title="Nothing here yet">
            <p className="text-read text-muted">One sentence, one action.</p>
            <Button look="outlined">Do it</Button>
          </Empty>
        </div>
      </Part>
      <Part name="Shortcuts">
        <div className="w-full">
          <ShortcutList />
        </div>
      </Part>
    </>
  )
}
