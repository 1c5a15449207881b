import { account as says } from '../../messages/account.ts'
import { Field } from '../../ui/field.tsx'

/** The code of a second factor: six digits of an app, or a recovery code. */
export function CodeField({ value, onChange, ...more }: { value: string; onChange: (code: string) => void; autoFocus?: boolean; minLength?: number }) {
  return (
    <Field
      {...more}
      label={says.code}
      hint={says.codeHint}
      autoComplete="one-time-code"
      inputMode="numeric"
      required
      dir="ltr"
      maxLength={40}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
