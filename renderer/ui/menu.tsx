// Menus: one look for all. The list of choices is data; a choice may be one of several (radio) or any of several (check).
import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { type ReactElement, type ReactNode, useMemo, useState } from 'react'
import { cx } from './class-names.ts'
import { Kbd } from './kbd.tsx'

interface Choice {
  id: string
  label: string
  glyph?: ReactNode
  keys?: string
  /** Said after it, quietly: the date of "tomorrow". */
  hint?: string
  danger?: boolean
  /** Shown with a check when true; undefined: the choice is an action. */
  chosen?: boolean
}

interface ChoiceGroup {
  name?: string
  choices: Choice[]
}

const item =
  'flex min-h-[max(30px,var(--tap))] w-full cursor-default items-center gap-2.5 rounded-control px-2 text-dense outline-none select-none data-[highlighted]:bg-raised'

const popup =
  'popup max-h-(--available-height) max-w-[min(var(--available-width),28rem)] min-w-48 overflow-y-auto rounded-card border border-line bg-surface p-1 text-text shadow-popover outline-none'

interface MenuProps {
  trigger: ReactElement
  groups: ChoiceGroup[]
  onChoose: (id: string, group: number) => void
  onOpen?: () => void
  /** Stays open after a choice, for picking several. */
  stays?: boolean
  align?: 'start' | 'end'
  children?: ReactNode
}

export function Menu({ trigger, groups, onChoose, onOpen, stays = false, align = 'start', children }: MenuProps) {
  // Popups stay inside the part of the page that they belong to, for those who move by landmarks.
  const [home, setHome] = useState<HTMLElement | null>(null)
  return (
    <Base.Root
      modal={false}
      onOpenChange={(open, { event }) => {
        if (!open) return
        onOpen?.()
        if (event.target instanceof Element) setHome(event.target.closest<HTMLElement>('main,nav,section'))
      }}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal container={home ?? undefined}>
        <Base.Positioner positionMethod="fixed" sideOffset={4} align={align} className="z-50 outline-none" collisionPadding={8}>
          <Base.Popup className={popup}>
            <Choices groups={groups} stays={stays} onChoose={onChoose} />
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const aside = { side: 'shift', align: 'shift', fallbackAxisSide: 'none' } as const

interface MenuAtProps extends Pick<MenuProps, 'groups' | 'onChoose'> {
  isOpen: boolean
  name: string
  /** An element, or a point of the screen. */
  at: Element | { x: number; y: number }
  onClose: (event: Event) => void
}

/** A menu that no button opens: it stands where somebody asked for it. */
export function MenuAt({ isOpen, name, at, groups, onChoose, onClose }: MenuAtProps) {
  const anchor = useMemo(() => (at instanceof Element ? at : { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) }), [at])
  const home = (at instanceof Element ? at : document.elementFromPoint(at.x, at.y))?.closest<HTMLElement>('main,nav,section')
  const [container] = useState(home)
  return (
    <Base.Root modal={false} open={isOpen} onOpenChange={(open, { event }) => !open && onClose(event)}>
      <Base.Portal container={container ?? undefined}>
        <Base.Positioner
          anchor={anchor}
          positionMethod="fixed"
          sideOffset={2}
          align="start"
          className="z-50 outline-none"
          collisionPadding={8}
          // At a point it moves up until all of it is in sight, as the system's menus do.
          {...(at instanceof Element ? {} : { collisionAvoidance: aside })}
        >
          <Base.Popup aria-label={name} className={popup}>
            <Choices groups={groups} stays={false} onChoose={onChoose} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Choices({ groups, stays, onChoose }: Pick<MenuProps, 'groups' | 'onChoose'> & { stays: boolean }) {
  return groups.map((group, index) => (
    <Base.Group key={group.name ?? index} className={cx(index > 0 && 'mt-1 border-t border-line pt-1')}>
      {group.name && <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-meta font-medium text-quiet">{group.name}</Base.GroupLabel>}
      {group.choices.map((choice) => (
        <MenuChoice key={choice.id} choice={choice} stays={stays} onChoose={() => onChoose(choice.id, index)} />
      ))}
    </Base.Group>
  ))
}

function MenuChoice({ choice, stays, onChoose }: { choice: Choice; stays: boolean; onChoose: () => void }) {
  const inside = (
    <>
      {choice.glyph}
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {choice.label}
      </span>
      {choice.chosen && <Check aria-hidden="true" size={14} className="text-accent-text" />}
      {choice.hint && <span className="tabular shrink-0 ps-4 text-meta text-quiet">{choice.hint}</span>}
      {choice.keys && (
        <span className="text-quiet">
          <Kbd keys={choice.keys} plain />
        </span>
      )}
    </>
  )
  if (choice.chosen !== undefined) {
    return (
      <Base.CheckboxItem className={item} checked={choice.chosen} onCheckedChange={onChoose} closeOnClick={!stays}>
        {inside}
      </Base.CheckboxItem>
    )
  }
  return (
    <Base.Item className={cx(item, choice.danger && 'text-bad')} onClick={onChoose} closeOnClick={!stays}>
      {inside}
    </Base.Item>
  )
}
