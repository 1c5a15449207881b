import type { NewReply, Reply } from '../../../../shared/schema/mail/reply.ts'
import { defineTool, type Tool } from '../../../../shared/mcp/tool.ts'
import { draftReply } from '../../../../shared/mcp/tools/others.ts'
import type { McpDeps } from '../deps.ts'

/** As `before` completes it. */
type Completed = Pick<NewReply, 'to' | 'body'> & { id: number }

const answer = ({ id: reply_id, to, state }: Reply) => ({ outcome: state === 'waiting' ? 'created' : 'existing', reply_id, to })

export function replyTools({ tasks, replies }: McpDeps): Tool[] {
  return [
    defineTool(draftReply, {
      async before({ id, body }, caller) {
        tasks.get(id)
        return { args: await replies().proposed(id, { body }, caller) }
      },
      run(args, { actor, makes: uid }) {
        const { id, ...reply } = args as Completed
        return answer(replies().carryOut(id, { ...reply, uid }, { actor }))
      },
      async attend(args, { actor }) {
        const { id, ...reply } = args as Completed
        return answer(await replies().send(id, reply, { actor }))
      },
    }),
  ]
}
