import { account as says } from '../../messages/account.ts'
import { SignField } from './sign-field.tsx'

/** The code of a second factor: six digits of an app, or a recovery code. */
export function CodeField(given: { value: string; onChange: (code: string) => void; autoFocus?: boolean; minLength?: number }) {
  return <SignField label={says.code} hint={says.codeHint} autoComplete="one-time-code" inputMode="numeric" maxLength={40} {...given} />
}
