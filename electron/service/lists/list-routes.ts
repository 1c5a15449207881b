import type { listContract } from '../../../shared/contract/lists.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import type { HttpContext } from '../context.ts'
import type { Lists } from './lists.ts'

export function listRoutes(lists: Lists): Handlers<typeof listContract, HttpContext> {
  return {
    listLists: () => lists.all(),
    createList: ({ body }, ctx) => lists.create(body, ctx),
    getList: ({ params }) => lists.get(params.uid),
    updateList: ({ params, body }, ctx) => lists.update(params.uid, body, ctx),
    deleteList: ({ params }, ctx) => lists.remove(params.uid, ctx),
  }
}
