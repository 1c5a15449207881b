import type { ComponentType } from 'react'
import { can } from '../../abilities.ts'
import { desktop } from '../../desktop.ts'
import { m } from '../../messages.ts'
import { addressOf, type Navigation } from '../../navigation.ts'
import { cx } from '../../ui/class-names.ts'
import { ShortcutList } from '../../ui/shortcut-list.tsx'
import { About } from './about.tsx'
import { Agents } from './agents.tsx'
import { Appearance } from './appearance.tsx'
import { Cloud } from './cloud.tsx'
import { Data } from './data.tsx'
import { Desktop } from './desktop.tsx'
import { Reminders } from './reminders.tsx'
import { Search } from './search.tsx'

const all = ['account', 'appearance', 'reminders', 'desktop', 'agents', 'search', 'cloud', 'data', 'shortcuts', 'about'] as const
type Section = (typeof all)[number]
/** Sections that other features fill; renderer/app.tsx brings them. */
export type OtherSection = 'account'

/** Where the cloud serves the window there are no settings of a machine. */
const isHere: Partial<Record<Section, boolean>> = {
  account: can.account,
  reminders: can.remind,
  desktop: desktop !== undefined,
  agents: can.configureService,
  search: can.configureService,
  cloud: can.configureService,
  data: can.configureService,
  about: can.configureService,
}
const sections = all.filter((one) => isHere[one] ?? true)

const parts: Record<Exclude<Section, OtherSection>, ComponentType> = {
  appearance: Appearance,
  reminders: Reminders,
  desktop: Desktop,
  agents: Agents,
  search: Search,
  cloud: Cloud,
  data: Data,
  shortcuts: ShortcutList,
  about: About,
}

export interface SettingsProps {
  nav: Navigation
  others: Record<OtherSection, ComponentType>
}

export function SettingsView({ nav, others }: SettingsProps) {
  const section = sections.find((one) => one === nav.part) ?? sections[0] ?? 'appearance'
  const Part = { ...parts, ...others }[section]
  return (
    <div className="flex min-h-0 flex-1 phone:flex-col narrow:flex-col">
      <nav
        aria-label={m.view.settings}
        className="w-48 shrink-0 overflow-x-auto border-e border-line p-3 phone:w-full phone:border-e-0 phone:border-b phone:py-1.5 narrow:w-full narrow:border-e-0 narrow:border-b narrow:py-1.5"
      >
        <ul className="flex flex-col gap-0.5 phone:flex-row narrow:flex-row">
          {sections.map((one) => (
            <li key={one}>
              <a
                href={addressOf({ view: 'settings', openId: undefined, filter: {}, part: one })}
                aria-current={one === section ? 'page' : undefined}
                className={cx(
                  'flex h-[max(30px,var(--tap))] items-center rounded-control px-2.5 font-medium whitespace-nowrap',
                  one === section ? 'bg-raised text-text' : 'text-muted hover:bg-raised hover:text-text',
                )}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  nav.go('settings', one)
                }}
              >
                {m.settings.sections[one]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <section key={section} tabIndex={0} aria-label={m.settings.sections[section]} className="min-w-0 flex-1 overflow-y-auto overscroll-contain outline-none">
        <div className="max-w-190 px-8 pt-6 pb-24 phone:px-4 phone:pt-4">
          <h2 className="mb-4 text-section font-semibold">{m.settings.sections[section]}</h2>
          <Part />
        </div>
      </section>
    </div>
  )
}
