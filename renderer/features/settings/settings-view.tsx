import type { ComponentType } from 'react'
import { can } from '../../backend/abilities.ts'
import { desktop } from '../../backend/desktop.ts'
import { m } from '../../messages/late.ts'
import { addressOf, type Navigation } from '../../lib/navigation.ts'
import { SectionPage } from '../../ui/section-page.tsx'
import { ShortcutList } from '../../actions/shortcut-list.tsx'
import { About } from './about.tsx'
import { Agents } from './agents.tsx'
import { Appearance } from './appearance.tsx'
import { Cloud } from './cloud/cloud.tsx'
import { Data } from './data.tsx'
import { Desktop } from './desktop.tsx'
import { OwnMail } from './mail/own-mail.tsx'
import { Reminders } from './reminders.tsx'
import { Search } from './search.tsx'

const all = ['account', 'appearance', 'reminders', 'desktop', 'agents', 'search', 'mail', 'cloud', 'data', 'shortcuts', 'about'] as const
type Section = (typeof all)[number]
/** Sections that other features fill; renderer/app/app.tsx brings them. */
export type OtherSection = 'account'

/** Where the cloud serves the web UI there are no settings of a machine. */
const isHere: Partial<Record<Section, boolean>> = {
  account: can.account,
  reminders: can.remind,
  desktop: desktop !== undefined,
  agents: can.decide,
  search: can.configureService,
  mail: can.configureService,
  cloud: can.configureService,
  about: can.configureService,
}
const sections = all.filter((one) => isHere[one] ?? true)

const parts: Record<Exclude<Section, OtherSection>, ComponentType> = {
  appearance: Appearance,
  reminders: Reminders,
  desktop: Desktop,
  agents: Agents,
  search: Search,
  mail: OwnMail,
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
    <SectionPage
      name={m.view.settings}
      sections={sections.map((id) => ({ id, label: m.settings.sections[id], href: addressOf({ view: 'settings', openId: undefined, filter: {}, part: id }) }))}
      current={section}
      title={m.settings.sections[section]}
      onGo={(id) => nav.go('settings', id)}
    >
      <Part />
    </SectionPage>
  )
}
