// What the header of a mail says about answering it.
import { type Static, Type } from 'typebox'
import { nullable, object, oneOf } from '../field.ts'

export const machineKinds = ['automatic', 'list', 'bounce'] as const
export const maxReferences = 60

const id = Type.String({ minLength: 1, maxLength: 1000 })

export const MailHead = object('MailHead', {
  references: Type.Array(id, { maxItems: maxReferences, description: 'Message-IDs that it refers to, oldest first; the last one is what it answers.' }),
  reply_to: nullable(Type.String({ maxLength: 1000, description: 'Where replies go, if not to its sender.' })),
  machine: nullable(oneOf(machineKinds, 'What wrote it, where that was no person.')),
})
export type MailHead = Static<typeof MailHead>
