// The words of the web UI in the person's language. Another catalogue has the same shape; it is loaded before anything is drawn.
import { en } from '../messages/en.ts'
import { storage } from './storage.ts'

export type Messages = typeof en

export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

function chosen(): Language {
  const wanted = [storage.read('language'), ...(globalThis.navigator?.languages ?? [])].map((tag) => tag.slice(0, 2))
  return wanted.map((tag) => languages.find((one) => one === tag)).find((one) => one !== undefined) ?? 'en'
}

export const language: Language = typeof document === 'undefined' ? 'en' : chosen()

export const m: Messages = language === 'de' ? (await import('../messages/de.ts')).de : en

/** A browser can name a language that Intl does not take: "en-US@posix", where LANG is C. */
function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

/** For dates and times: as they are written where the person is, "en-GB" before "en". */
export const locale: string = globalThis.navigator?.languages?.find((tag) => tag.slice(0, 2) === language && isLanguageTag(tag)) ?? language

// Intl follows the page's language; so do hyphenation and screen readers.
if (typeof document !== 'undefined') document.documentElement.lang = language

/** Words are everywhere, so the web UI starts again in the other language. What was being typed is kept. */
export function setLanguage(next: Language): void {
  if (next === language) return
  storage.write('language', next)
  location.reload()
}
