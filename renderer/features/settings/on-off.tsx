import { m } from '../../messages/late.ts'
import { Segmented } from '../../ui/segmented.tsx'

export function OnOff({ name, isOn, onChange }: { name: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Segmented
      name={name}
      value={isOn ? 'on' : 'off'}
      options={(['on', 'off'] as const).map((id) => ({ id, label: m.settings.reminders[id] }))}
      onChange={(id) => onChange(id === 'on')}
    />
  )
}
