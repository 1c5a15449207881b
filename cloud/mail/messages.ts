// The words of our mails. Names of people and teams come from strangers: they are short here, and hold nothing that a mail program makes a link of.
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
    text: `Somebody, probably you, signed up for Tandem with this address. Confirm it here and choose your password, within 24 hours:\n\n${link(baseUrl, 'verify', token)}\n\nIf it was not you, do nothing.\n`,
  }),

  alreadyThere: (to: string, baseUrl: string): Mail => ({
    to,
    subject: 'You have a Tandem account already',
    text: `Somebody, probably you, signed up for Tandem with this address, but it has an account already: nothing was changed. Sign in at ${baseUrl}, or ask for a new password there.\n\nIf it was not you, do nothing.\n`,
  }),

  reset: (to: string, baseUrl: string, token: string): Mail => ({
    to,
    subject: 'A new password for Tandem',
    text: `Set a new password here, within an hour:\n\n${link(baseUrl, 'reset', token)}\n\nIf you did not ask for it, do nothing: your password stays as it is.\n`,
  }),

  passwordChanged: (to: string, baseUrl: string): Mail => ({
    to,
    subject: 'Your Tandem password was changed',
    text: `Your password was changed, and you were signed out elsewhere. If it was not you, ask for a new password at once: ${baseUrl}\n`,
  }),

  /** The sender's address stands in it, as names can be anybody's; unless it is not proven, since then it can be anybody's, too. */
  invitation: (to: string, baseUrl: string, token: string, teamName: string, by: { name: string | null; email: string; isProven: boolean }): Mail => {
    const [name, team] = [plainName(by.name), plainName(teamName)]
    const into = team === undefined ? 'a team' : `"${team}"`
    const address = by.isProven ? by.email.replaceAll(/\p{C}/gu, '') : undefined
    const sender = name === undefined ? (address ?? 'Somebody') : `${name} (${address ?? 'whose address is not confirmed'})`
    return {
      to,
      subject: `${name ?? 'Somebody'} invites you to ${into} on Tandem`,
      text: `${sender} invites you to ${team === undefined ? into : `the team ${into}`}. Accept it here, within 7 days:\n\n${link(baseUrl, 'invitation', token)}\n\nIf you have an account with this address, you join only if you accept. If you have none yet, sign up with it at ${baseUrl} within 7 days: you are in the team once you have confirmed the address and signed in.\n\nIf you do not know them, do nothing.\n`,
    }
  },
}
