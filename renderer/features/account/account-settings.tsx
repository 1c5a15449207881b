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
import { UsageSetting } from './settings/usage-setting.tsx'
import { SignOutButton } from './sign-out.tsx'
import { useEntranceOptions } from './ways/entrance-options.ts'
import { useWays } from './ways/use-ways.ts'
import { WaysSetting } from './ways/ways-setting.tsx'

/** Who one is here, and how one gets in. */
export function AccountSettings() {
  const known = useStore(session)
  const { data: ways } = useWays()
  const { passwords } = useEntranceOptions()
  if (!known) return null
  const { name, email, email_verified } = known.user
  const hasPassword = ways?.password ?? passwords
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
      <WaysSetting />
      {passwords && <PasswordSetting ways={ways} isNew={!hasPassword} />}
      {hasPassword && <SecondFactorSetting isOn={known.user.totp_enabled} />}
      {email_verified && <AddressSetting ways={ways} hasPassword={hasPassword} hasCode={hasPassword && known.user.totp_enabled} />}
      <SessionsSetting />
      <CalendarSetting />
      <UsageSetting />
      <DeleteSetting ways={ways} hasPassword={hasPassword} hasCode={hasPassword && known.user.totp_enabled} />
    </>
  )
}
