import { Type } from 'typebox'
import { object } from '../schema/field.ts'
import { NewSavedList, SavedList, SavedListPatch } from '../schema/saved-list.ts'
import { defineContract } from './route.ts'

const ListParams = object('SavedListParams', { uid: Type.String({ format: 'uuid', description: 'The uid of the saved list.' }) })

export const listContract = defineContract({
  listLists: {
    method: 'GET',
    path: '/lists',
    tag: 'Saved lists',
    summary: 'Saved lists, in the order of the sidebar',
    reply: Type.Array(SavedList),
    status: 200,
    etag: 'revision',
  },
  createList: {
    method: 'POST',
    path: '/lists',
    tag: 'Saved lists',
    summary: 'Save a list: a filter under a name',
    body: NewSavedList,
    reply: SavedList,
    status: 201,
    etag: 'version',
    location: (list: SavedList) => `/lists/${list.uid}`,
    idempotent: true,
  },
  getList: {
    method: 'GET',
    path: '/lists/:uid',
    tag: 'Saved lists',
    summary: 'Read one saved list',
    params: ListParams,
    reply: SavedList,
    status: 200,
    etag: 'version',
  },
  updateList: {
    method: 'PATCH',
    path: '/lists/:uid',
    tag: 'Saved lists',
    summary: 'Change a saved list',
    params: ListParams,
    body: SavedListPatch,
    reply: SavedList,
    status: 200,
    etag: 'version',
  },
  deleteList: { method: 'DELETE', path: '/lists/:uid', tag: 'Saved lists', summary: 'Delete a saved list; its tasks stay', params: ListParams, status: 204 },
})
