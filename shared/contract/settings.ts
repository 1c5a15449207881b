import { Settings, SettingsPatch } from '../schema/settings.ts'
import { defineContract } from './route.ts'

export const settingsContract = defineContract({
  readSettings: { method: 'GET', path: '/settings', tag: 'Settings', summary: 'Read the settings; keys are never among them', reply: Settings, status: 200 },
  updateSettings: {
    method: 'PATCH',
    path: '/settings',
    tag: 'Settings',
    summary: 'Change the given settings',
    body: SettingsPatch,
    reply: Settings,
    status: 200,
  },
})
