// "Ana Silva <ana@example.org>", "ana@example.org (Ana)", "@ana", "Ana": who somebody says they are.

export interface Correspondent {
  /** Lower case; undefined where there is none (a chat). */
  email: string | undefined
  /** As they write themselves, in one line; may be empty. */
  name: string
}

/** No spaces, one @, nothing that could begin another header or parameter of a mail link, and nothing that is not seen (or turns round what is). */
const address = /^[^\s\p{C}@<>()[\]\\,;:"?&=#%]{1,64}@[a-z0-9\p{L}](?:[a-z0-9\p{L}.-]{0,251}[a-z0-9\p{L}])?$/iu

export function isMailAddress(text: string): boolean {
  return text.length <= 254 && address.test(text)
}

const clean = (name: string) =>
  name
    .toWellFormed()
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .replace(/^"([^"]*)"$/, '$1')
    .replace(/^'([^']*)'$/, '$1')
    .trim()

export function readCorrespondent(text: string): Correspondent {
  const short = text.slice(0, 1000)
  const open = short.lastIndexOf('<')
  const close = short.indexOf('>', open)
  const inside = open >= 0 && close > open ? short.slice(open + 1, close).trim() : undefined
  if (inside !== undefined && isMailAddress(inside)) return { email: inside.toLowerCase(), name: clean(short.slice(0, open)) }
  const [first = '', ...rest] = short.trim().split(/\s+/)
  if (isMailAddress(first)) return { email: first.toLowerCase(), name: clean(rest.join(' ').replace(/^\((.*)\)$/, '$1')) }
  return { email: undefined, name: clean(short) }
}

const machines = /^(?:no-?reply|do-?not-?reply|noreply[-+.].*|mailer-daemon|postmaster|bounces?|notifications?|newsletter|alerts?|automailer)(?:[-+.].*)?$/i

/** Nobody reads what is sent to it. */
export function isMachine({ email }: Correspondent): boolean {
  return email !== undefined && machines.test(email.slice(0, email.indexOf('@')))
}

/**
 * A name to keep for somebody. A display name is whatever its sender likes: what is no name (a sentence, an address of somebody
 * else) gives way to the first part of the address.
 */
export function nameOf({ email, name }: Correspondent): string {
  const fits = name.length > 0 && name.length <= 60 && name.split(' ').length <= 5 && !/[@<>{}[\]|:;!?/\\]/.test(name) && /\p{L}/u.test(name)
  if (fits) return name
  const local = email?.slice(0, email.indexOf('@')) ?? ''
  const words = local.split(/[._+-]+/).filter((word) => /\p{L}/u.test(word))
  const made = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  const letters = name.split(/[^\p{L}\p{M}\p{N}'.-]+/u).filter((word) => /\p{L}/u.test(word))
  return made.slice(0, 60).trim() || email || letters.slice(0, 2).join(' ').slice(0, 40) || 'Unknown'
}
