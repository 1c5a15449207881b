import { session } from '../../backend/session.ts'
import { account as says } from '../../messages/account.ts'
import { useStore } from '../../lib/store.ts'
import { PersonMark } from '../../ui/actor-mark.tsx'
import { CalendarSetting } from './settings/calendar-setting.tsx'
import { AddressSetting } from './settings/address-setting.tsx'
import { DeleteSetting } from './delete-setting.tsx'
import { PasswordSetting } from './settings/password-setting.tsx'
import { SecondFactorSetting } from './second-factor-setting.tsx'
import { SessionsSetting } from './sessions-setting.tsx'
import { SignOutButton } from './sign-out.tsx'

/** Who one is here, and how one gets in. */
export function AccountSettings() {
  const known = useStore(session)
  if (!known) return null
  const { name, email, email_verified } = known.user
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <PersonMark name={name ?? email} size={40} />
        <div className="min-w-0 flex-1 basis-40">
          <p className="truncate text-read font-semibold">
            <bdi>{name ?? email}</bdi>
          </p>
          <p className="break-words text-muted">
            <bdi>{email}</bdi> · {email_verified ? says.verified : says.unverified}
          </p>
        </div>
        <SignOutButton />
      </div>
      {email_verified && <AddressSetting hasCode={known.user.totp_enabled} />}
      <PasswordSetting />
      <SecondFactorSetting isOn={known.user.totp_enabled} />
      <SessionsSetting />
      <CalendarSetting />
      <DeleteSetting hasCode={known.user.totp_enabled} />
    </>
  )
}
