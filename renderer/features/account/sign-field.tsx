import type { ComponentProps } from 'react'
import { Field } from '../../ui/field.tsx'

type SignFieldProps = Omit<ComponentProps<typeof Field>, 'onChange'> & { onChange: (text: string) => void }

/** What one signs in with: always asked for, and written from left to right in every language. */
export function SignField({ onChange, ...more }: SignFieldProps) {
  return <Field required dir="ltr" {...more} onChange={(event) => onChange(event.target.value)} />
}

interface PasswordProps extends Pick<SignFieldProps, 'label' | 'hint' | 'problem' | 'value' | 'onChange' | 'name'> {
  /** One that is being chosen, not one that is known. */
  isNew?: boolean
}

export function PasswordField({ isNew = false, ...more }: PasswordProps) {
  return <SignField {...more} type="password" autoComplete={isNew ? 'new-password' : 'current-password'} minLength={isNew ? 10 : undefined} maxLength={1000} />
}
