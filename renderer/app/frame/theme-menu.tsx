import { SunMoon } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../messages/late.ts'
import { storage } from '../../lib/storage.ts'
import { setTheme, type Theme } from '../../lib/theme.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'

const themes: Theme[] = ['', 'light', 'dark', 'contrast']

export function ThemeMenu() {
  const [theme, setChosen] = useState(() => storage.read('theme'))
  return (
    <Menu
      trigger={
        <Button square aria-label={m.theme} title={m.theme} onFocus={() => setChosen(storage.read('theme'))}>
          <SunMoon aria-hidden="true" size={16} />
        </Button>
      }
      groups={[{ name: m.theme, choices: themes.map((one) => ({ id: one || 'system', label: m.themes[one || 'system'], chosen: one === theme })) }]}
      onChoose={(id) => {
        const next = id === 'system' ? '' : (id as Theme)
        setTheme(next)
        setChosen(next)
      }}
    />
  )
}
