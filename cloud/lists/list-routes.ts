import type { listContract } from '../../shared/contract/lists.ts'
import type { Handlers } from '../../shared/http/mount.ts'
import type { TeamContext } from '../context.ts'
import type { Lists } from './lists.ts'

export function listRoutes(lists: Lists): Handlers<typeof listContract, TeamContext> {
  return {
    listLists: (_input, ctx) => lists.all(ctx),
    createList: ({ body }, ctx) => lists.create(body, ctx),
    getList: ({ params }, ctx) => lists.get(params.uid, ctx),
    updateList: ({ params, body }, ctx) => lists.update(params.uid, body, ctx),
    deleteList: ({ params }, ctx) => lists.remove(params.uid, ctx),
  }
}
