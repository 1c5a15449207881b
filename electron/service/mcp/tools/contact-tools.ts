import { contactPage, contactRow } from '../../../../shared/mcp/answers/pages.ts'
import { positionOf } from '../../../../shared/mcp/answers/rows.ts'
import { defineTool, type Tool } from '../../../../shared/mcp/tool.ts'
import { createContact, listContacts } from '../../../../shared/mcp/tools/others.ts'
import { pageSize } from '../../../../shared/mcp/tools/tasks.ts'
import type { McpDeps } from '../deps.ts'

export function contactTools(deps: McpDeps): Tool[] {
  const { contacts } = deps
  return [
    defineTool(listContacts, {
      run({ limit = pageSize, cursor }, { reader }) {
        const after = positionOf(cursor)
        return contactPage({ found: contacts.list(after, limit + 1), total: contacts.count(), limit, after }, deps, reader)
      },
    }),
    defineTool(createContact, {
      run(input, caller) {
        const known = caller.makes === undefined ? undefined : contacts.byUid(caller.makes)
        if (known) return { outcome: 'existing', contact: contactRow(known) }
        return { outcome: 'created', contact: contactRow(contacts.create(input, { actor: caller.actor }, caller.makes)) }
      },
    }),
  ]
}
