import { useState } from 'react'
import { language, languages, setLanguage } from '../../lib/messages.ts'
import { m } from '../../messages/late.ts'
import { storage } from '../../lib/storage.ts'
import { setDensity, setTheme, type Density } from '../../lib/theme.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Setting } from './setting.tsx'
import { Times } from './times.tsx'

const themes = ['system', 'light', 'dark', 'contrast'] as const

export function Appearance() {
  const [theme, showTheme] = useState(() => storage.read('theme') || 'system')
  const [density, showDensity] = useState<Density>(() => (storage.read('density') === 'comfortable' ? 'comfortable' : 'dense'))
  return (
    <>
      <Setting name={m.theme} hint={m.settings.themeHint}>
        <Segmented
          name={m.theme}
          value={theme as (typeof themes)[number]}
          options={themes.map((id) => ({ id, label: m.themes[id] }))}
          onChange={(id) => {
            showTheme(id)
            setTheme(id === 'system' ? '' : id)
          }}
        />
      </Setting>
      <Setting name={m.settings.density} hint={m.settings.densityHint}>
        <Segmented
          name={m.settings.density}
          value={density}
          options={(['dense', 'comfortable'] as const).map((id) => ({ id, label: m.settings.densities[id] }))}
          onChange={(id) => {
            showDensity(id)
            setDensity(id)
          }}
        />
      </Setting>
      <Setting name={m.settings.language} hint={m.settings.languageHint}>
        <Segmented
          name={m.settings.language}
          value={language}
          options={languages.map((id) => ({ id, label: new Intl.DisplayNames(id, { type: 'language' }).of(id) ?? id }))}
          onChange={setLanguage}
        />
      </Setting>
      <Times />
    </>
  )
}
