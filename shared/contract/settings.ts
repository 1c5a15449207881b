import { Settings, SettingsPatch } from '../schema/settings.ts'
import { defineContract } from './route.ts'

/** Where an endpoint is, and the key that is sent there with the texts of tasks. */
const setsAddressOrKey = ({ search, conversations }: SettingsPatch): boolean =>
  [search?.embedder, search?.reranker, conversations?.extractor].some((part) => part?.url !== undefined || part?.key !== undefined)

export const settingsContract = defineContract({
  readSettings: { method: 'GET', path: '/settings', tag: 'Settings', summary: 'Read the settings; keys are never among them', reply: Settings, status: 200 },
  updateSettings: {
    method: 'PATCH',
    path: '/settings',
    tag: 'Settings',
    summary: 'Change the given settings; addresses and keys of endpoints are for the person to set',
    body: SettingsPatch,
    reply: Settings,
    status: 200,
    personal: setsAddressOrKey,
  },
})
