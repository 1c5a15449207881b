// The words of connecting an agent; like messages.ts, but fetched only with the page on which a person decides.
import { language } from '../lib/messages.ts'
import { connect as english } from './en/late/connect.ts'

export const connect: typeof english = language === 'de' ? (await import('./de/late/connect.ts')).connect : english
