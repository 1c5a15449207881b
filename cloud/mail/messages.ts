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

  notInvited: (to: string): Mail => ({
    to,
    subject: 'No Tandem account was created',
    text: `Someone, probably you, tried to sign up for Tandem with this address. New accounts are by invitation only here, and no team has invited this address, so no account was created. Ask somebody in the team to invite you, then sign up again.\n\nIf it wasn’t you, you can ignore this email.\n`,
  }),

  confirmAddress: (to: string, baseUrl: string, token: string): Mail => ({
    to,
    subject: 'Confirm your new address for Tandem',
    text: `Someone, probably you, wants to use this address for their Tandem account. Confirm it within 24 hours:\n\n${link(baseUrl, 'address', token)}\n\nNothing changes before that. If it wasn’t you, you can ignore this email.\n`,
  }),

  addressTaken: (to: string, baseUrl: string): Mail => ({
    to,
    subject: 'Your address belongs to a Tandem account',
    text: `Someone, probably you, wanted to use this address for another Tandem account. It already has one, so nothing was changed. To use it for the other one, first give this one another address, or delete it: ${baseUrl}\n\nIf it wasn’t you, you can ignore this email.\n`,
  }),

  /** The new address is told in part: whoever reads the old mailbox may be somebody else by now. */
  addressChanged: (to: string, baseUrl: string, token: string, email: string): Mail => ({
    to,
    subject: 'Your Tandem account has another address now',
    text: `Your account now uses ${email.replace(/^(.)[^@]*/u, '$1…')} instead of this address. You were signed out everywhere else.\n\nIf this wasn’t you, take it back within 7 days. Your password will be void and you’ll get a link to set a new one. Ways to sign in, API tokens and connected agents added with your account in the week before, or since, will end:\n\n${link(baseUrl, 'address-undo', token)}\n`,
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
  invitation: (
    to: string,
    baseUrl: string,
    { token, teamId }: { token: string; teamId: string },
    teamName: string,
    by: { name: string | null; email: string; isProven: boolean },
  ): Mail => {
    const [name, team] = [plainName(by.name), plainName(teamName)]
    const into = team === undefined ? 'a team' : `"${team}"`
    const address = by.isProven ? by.email.replaceAll(/\p{C}/gu, '') : undefined
    const sender = name === undefined ? (address ?? 'Someone') : `${name} (${address ?? 'address not confirmed'})`
    return {
      to,
      subject: `${name ?? 'Someone'} invites you to ${into} on Tandem`,
      text: `${sender} invites you to ${team === undefined ? into : `the team ${into}`}. Accept within 7 days:\n\n${link(baseUrl, 'invitation', token)}&team=${teamId}\n\nIf you already have an account with this address, you join only if you accept. If not, sign up with it at ${baseUrl} within 7 days; you join the team once you’ve confirmed the address and signed in.\n\nIf you don’t know them, you can ignore this email.\n`,
    }
  },

  teamDeleted: (to: string, baseUrl: string, teamName: string, by: { name: string | null; email: string }, deletesAt: string): Mail => {
    const team = plainName(teamName) ?? 'your team'
    const day = deletesAt.slice(0, 10)
    return {
      to,
      subject: `The team "${team}" will be deleted on ${day}`,
      text: `${plainName(by.name) ?? 'An owner'} (${by.email.replaceAll(/\p{C}/gu, '')}) deleted the team "${team}" on Tandem. It works as before until ${day} (UTC); then it is gone for good, with all its tasks, comments and contacts.\n\nUntil then, any owner can keep it under Team, This team, and everyone can download what is in it: ${baseUrl}\n`,
    }
  },

  teamRestored: (to: string, baseUrl: string, teamName: string): Mail => {
    const team = plainName(teamName) ?? 'your team'
    return { to, subject: `The team "${team}" stays`, text: `The team "${team}" on Tandem won’t be deleted after all. Nothing was lost: ${baseUrl}\n` }
  },

  webhookOff: (to: string, baseUrl: string, url: string, because: 'failing' | 'gone'): Mail => ({
    to,
    subject: 'A webhook of your team was switched off',
    text: `Tandem no longer sends events to ${new URL(url).host}: ${because === 'gone' ? 'the address says that it is gone for good (410)' : 'nothing got through for five days'}. Once it works again, switch it on under Team, Webhooks; it is sent what happens from then on: ${baseUrl}\n`,
  }),

  /** `what`: "NAME", as the operator calls a provider, or "the passkey NAME". */
  wayAdded: (to: string, baseUrl: string, what: string): Mail => ({
    to,
    subject: 'A new way to sign in to your Tandem account',
    text: `From now on, your account can be signed in to with ${what}. If this wasn’t you, remove it under Settings, Account, and change how you sign in: ${baseUrl}\n`,
  }),

  wayRemoved: (to: string, baseUrl: string, what: string): Mail => ({
    to,
    subject: 'A way to sign in was removed from your Tandem account',
    text: `Your account can no longer be signed in to with ${what}. If this wasn’t you, sign in and look at Settings, Account: ${baseUrl}\n`,
  }),

  /** Sent whether the address has an account or not. */
  connect: (to: string, baseUrl: string, token: string, provider: string): Mail => ({
    to,
    subject: `Go on to Tandem with ${provider}`,
    text: `Someone, probably you, signed in to Tandem with ${provider} and this address. To go on, open this link within the next hour, in the same browser:\n\n${link(baseUrl, 'continue', token)}\n\nNothing happens before that. If it wasn’t you, you can ignore this email; in another browser the link does nothing.\n`,
  }),

  accountDeleted: (to: string, baseUrl: string): Mail => ({
    to,
    subject: 'Your Tandem account was deleted',
    text: `Your account was deleted and you left all your teams. What you wrote there stays with the teams, under your name and without your address.\n\nYou can sign up again at any time: ${baseUrl}\n`,
  }),
}
