import { useState } from 'react'
import type { Contact } from '../../../shared/schema/contact.ts'
import { createContact, updateContact } from '../../data/people/contacts.ts'
import { m } from '../../messages/late.ts'
import { storage } from '../../lib/storage.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

const fields = ['name', 'email', 'phone', 'organization', 'role'] as const
type Fields = Record<(typeof fields)[number], string>
const longest: Fields | Record<string, number> = { name: 200, email: 320, phone: 64, organization: 200, role: 200 }

const valuesOf = (contact: Contact | undefined): Fields => Object.fromEntries(fields.map((field) => [field, contact?.[field] ?? ''])) as Fields

function kept(place: string): Partial<Fields> {
  try {
    return JSON.parse(storage.read(place) || '{}') as Partial<Fields>
  } catch {
    return {}
  }
}

interface FormProps {
  contact?: Contact
  /** With the contact as it is now; undefined: nothing was changed. */
  onDone: (contact?: Contact) => void
}

/** What is half typed survives a reload. */
export function ContactForm({ contact, onDone }: FormProps) {
  const place = `draft:contact:${contact?.slug ?? ''}`
  const [values, setValues] = useState<Fields>(() => ({ ...valuesOf(contact), ...kept(place) }))
  const [isSending, setSending] = useState(false)
  const email = values.email.trim()
  const isWrong = email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email)
  const isReady = values.name.trim() !== '' && !isWrong && !isSending

  function done(saved?: Contact) {
    storage.write(place, '')
    onDone(saved)
  }
  async function save() {
    if (!isReady) return
    setSending(true)
    const text = (field: keyof Fields) => (values[field].trim() === '' ? null : values[field].trim())
    const body = { name: values.name.trim(), email: text('email'), phone: text('phone'), organization: text('organization'), role: text('role') }
    const saved = contact ? await updateContact(contact, body) : await createContact(body)
    setSending(false)
    if (saved) done(saved)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from any field leaves the form
    <form
      aria-label={contact ? m.people.edit : m.people.add}
      className="flex max-w-130 flex-col gap-3 pt-2"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        done()
      }}
    >
      <h2 className="text-section font-semibold">{contact ? m.people.edit : m.people.add}</h2>
      {fields.map((field) => (
        <Field
          key={field}
          label={m.people.fields[field]}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person asked for it
          autoFocus={field === 'name'}
          required={field === 'name'}
          type={field === 'phone' ? 'tel' : 'text'}
          inputMode={field === 'email' ? 'email' : undefined}
          autoComplete="off"
          maxLength={Number(longest[field])}
          value={values[field]}
          problem={field === 'email' && isWrong ? m.people.emailWrong : undefined}
          onChange={(event) => {
            const next = { ...values, [field]: event.target.value }
            setValues(next)
            storage.write(place, JSON.stringify(next))
          }}
        />
      ))}
      <div className="flex gap-2 pt-1">
        <Button type="submit" look="primary" disabled={!isReady}>
          {m.save}
        </Button>
        <Button onClick={() => done()}>{m.discard}</Button>
      </div>
    </form>
  )
}
