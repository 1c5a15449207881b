import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { can } from '../../backend/abilities.ts'
import { m } from '../../lib/messages.ts'
import { overlay } from '../../lib/navigation.ts'
import { TeamMenuPart } from '../screens.tsx'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'

interface ToolbarProps {
  title: string
  number?: ReactNode
  isPhone: boolean
  children?: ReactNode
}

export function Toolbar({ title, number, isPhone, children }: ToolbarProps) {
  return (
    <header className="flex h-(--bar) shrink-0 items-center gap-2 border-b border-line ps-4 pe-4 phone:pe-1">
      {isPhone && can.account && (
        <span className="-ms-2.5">
          <TeamMenuPart isFolded />
        </span>
      )}
      <h1 dir="auto" title={title} className="truncate text-read font-semibold phone:text-section">
        {title}
      </h1>
      {number}
      <span className="flex-1" />
      {children}
      {!isPhone && (
        <Button look="primary" className="ps-2.5 pe-2" onClick={() => overlay.set('quick-add')}>
          <Plus aria-hidden="true" size={16} />
          {m.new}
          <Kbd keys="c" plain />
        </Button>
      )}
    </header>
  )
}
