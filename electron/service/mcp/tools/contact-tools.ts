import { Type } from 'typebox'
import { cursorFor } from '../../../../shared/http/page.ts'
import { type Contact, NewContact } from '../../../../shared/schema/contact.ts'
import { object } from '../../../../shared/schema/field.ts'
import { rowsFitting } from '../answers/answer-budget.ts'
import type { McpDeps } from '../deps.ts'
import { count, positionOf, text, WriteAnswer } from '../answers/rows.ts'
import { defineTool, type Tool } from '../tool.ts'

const pageSize = 20

function contactRow({ slug, name, email, phone, organization, role }: Contact): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ slug, name, email, phone, organization, role }).filter(([, value]) => value !== null))
}

const plain = <S extends object>(schema: S): S => {
  const { description: _description, ...rest } = schema as S & { description?: string }
  return rest as S
}

export function contactTools({ contacts, provenance }: McpDeps): Tool[] {
  const { name, email, phone, organization, role } = NewContact.properties
  return [
    defineTool({
      name: 'list_contacts',
      profile: 'full',
      description: 'People, newest first.',
      input: object('ListContacts', {
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: `Default ${pageSize}` })),
        cursor: Type.Optional(Type.String({ maxLength: 200 })),
      }),
      output: object('ContactPage', {
        contacts: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
        total: count,
        next_cursor: Type.Optional(text),
        more: Type.Optional(text),
      }),
      annotations: { readOnlyHint: true },
      run({ limit = pageSize, cursor }, { reader }) {
        const below = positionOf(cursor)
        const rows = contacts.list(below, limit + 1)
        const page = rows.slice(0, limit).map((contact) => contactRow(provenance.fenceContact(contact, reader.fence)))
        const shown = rowsFitting(page, reader.tokens)
        const total = contacts.count()
        const last = rows[shown.length - 1]
        const answer = { contacts: shown, total }
        if (rows.length <= shown.length || !last) return answer
        return { ...answer, next_cursor: cursorFor(last.id), more: below === undefined ? `${total - shown.length} more` : 'more' }
      },
    }),
    defineTool({
      name: 'create_contact',
      profile: 'full',
      description: 'Add a person. Look in list_contacts first.',
      input: object('CreateContact', {
        name: plain(name),
        email: Type.Optional(plain(email)),
        phone: Type.Optional(plain(phone)),
        organization: Type.Optional(plain(organization)),
        role: Type.Optional(plain(role)),
      }),
      output: object('ContactAnswer', { ...WriteAnswer.properties, contact: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object' })) }),
      annotations: { destructiveHint: false },
      writes: 'contact',
      run: (input, { actor }) => ({ outcome: 'created', contact: contactRow(contacts.create(input, { actor })) }),
    }),
  ]
}
