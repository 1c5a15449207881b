// The words of signing in and of the account; like messages.ts, but fetched only where the cloud serves the web UI.
import { language } from '../lib/messages.ts'
import { account as english } from './en/account.ts'

export const account: typeof english = language === 'de' ? (await import('./de/account.ts')).account : english
