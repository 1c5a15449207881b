// The texts of our emails. Names of people and teams come from strangers: they are kept short, and hold nothing that an email program turns into a link.
import type { Mail } from './transport.ts'

const link = (baseUrl: string, page: string, token: string) => `${baseUrl}/${page}#token=${token}`

const longestName = 40
/** "www.", "://", "@" and what looks like the name of a host. */
const linkLike = /:\/\/|@|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}/iu

/** A name in letters, digits and a little punctuation, on one line; undefined when nothing is left, or when it looks like a link. */
export function plainName(name: string | null): string | undefined {
  const text = (name ?? '').normalize('NFKC')
  if (linkLike.test(text.replaceAll(/[\p{C}\p{Z}]/gu, ''))) return undefined
  const plain = text
    .replaceAll(/[^\p{L}\p{M}\p{N}&'’.,()+-]+/gu, ' ')
    .trim()
    .replaceAll(/\p{M}{3,}/gu, (marks) => marks.slice(0, 2))
  const letters = [...plain]
  return (
    (letters.length > longestName
      ? `${letters
          .slice(0, longestName - 1)
          .join('')
          .trim()}…`
      : plain) || undefined
  )
}

export const messages = {
  verify: (to: string, baseUrl: string, token: string): Mail => ({
    to,
    subject: 'Confirm your address for Tandem',
    text: `Someone, probably you, signed up for Tandem with this address. Confirm it and choose your password within 24 hours:\n\n${link(baseUrl, 'verify', token)}\n\nIf it wasn’t you, you can ignore this email.\n`,
  }),

  alreadyThere: (to: string, baseUrl: string): Mail => ({
    to,
    subject: 'You already have a Tandem account',
    text: `Someone, probably you, tried to sign up for Tandem with this address, which already has an account. Nothing was changed. Sign in at ${baseUrl}, or request a new password there.\n\nIf it wasn’t you, you can ignore this email.\n`,
  }),

  reset: (to: string, baseUrl: string, token: string): Mail => ({
    to,
    subject: 'Reset your Tandem password',
    text: `Set a new password within the next hour:\n\n${link(baseUrl, 'reset', token)}\n\nIf you didn’t request this, you can ignore this email; your password stays the same.\n`,
  }),

  passwordChanged: (to: string, baseUrl: string): Mail => ({
    to,
    subject: 'Your Tandem password was changed',
    text: `Your password was changed and you were signed out everywhere else. If this wasn’t you, request a new password right away: ${baseUrl}\n`,
  }),

  /** The sender's address stands in it, as names can be anybody's; unless it is not proven, since then it can be anybody's, too. */
  invitation: (to: string, baseUrl: string, token: string, teamName: string, by: { name: string | null; email: string; isProven: boolean }): Mail => {
    const [name, team] = [plainName(by.name), plainName(teamName)]
    const into = team === undefined ? 'a team' : `"${team}"`
    const address = by.isProven ? by.email.replaceAll(/\p{C}/gu, '') : undefined
    const sender = name === undefined ? (address ?? 'Someone') : `${name} (${address ?? 'address not confirmed'})`
    return {
      to,
      subject: `${name ?? 'Someone'} invites you to ${into} on Tandem`,
      text: `${sender} invites you to ${team === undefined ? into : `the team ${into}`}. Accept within 7 days:\n\n${link(baseUrl, 'invitation', token)}\n\nIf you already have an account with this address, you join only if you accept. If not, sign up with it at ${baseUrl} within 7 days; you join the team once you’ve confirmed the address and signed in.\n\nIf you don’t know them, you can ignore this email.\n`,
    }
  },
}
