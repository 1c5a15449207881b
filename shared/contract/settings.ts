import { Type } from 'typebox'
import { object } from '../schema/field.ts'
import { SearchModel } from '../schema/search-status.ts'
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

/** Of the local service: the models that search by meaning can fetch from a hub. */
export const searchModelsContract = defineContract({
  listSearchModels: {
    method: 'GET',
    path: '/search/models',
    tag: 'Search',
    summary: 'The models that can be fetched for search by meaning, and how much of each is here',
    reply: Type.Array(SearchModel),
    status: 200,
  },
  removeSearchModel: {
    method: 'DELETE',
    path: '/search/models/:name',
    tag: 'Search',
    summary: 'Delete a fetched model that is not in use, or what has arrived of it',
    params: object('SearchModelParams', { name: Type.String({ maxLength: 80 }) }),
    status: 204,
  },
})
