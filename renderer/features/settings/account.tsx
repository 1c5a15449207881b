import { AccountPart } from '../../screens.tsx'

/** Part of what stands around the window where the cloud serves it. */
export const Account = () => <AccountPart />
