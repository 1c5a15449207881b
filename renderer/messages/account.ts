// The words of signing in and of the account; like messages.ts, but fetched only where the cloud serves the window.
import { language } from '../messages.ts'
import { accountEn } from './account-en.ts'

export const account: typeof accountEn = language === 'de' ? (await import('./account-de.ts')).accountDe : accountEn
