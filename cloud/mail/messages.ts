// The words of our mails. Names and team names come from people: they stand in plain text, where they can do nothing.
import type { Mail } from './mailer.ts'

const link = (baseUrl: string, page: string, token: string) => `${baseUrl}/${page}#token=${token}`
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 100)

export const messages = {
  verify: (to: string, baseUrl: string, token: string): Mail => ({
    to,
    subject: 'Confirm your address for Tandem',
    text: `Somebody, probably you, signed up for Tandem with this address. Confirm it here, within 24 hours:\n\n${link(baseUrl, 'verify', token)}\n\nIf it was not you, do nothing.\n`,
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

  invitation: (to: string, baseUrl: string, token: string, team: string, by: string): Mail => ({
    to,
    subject: `${oneLine(by)} invites you to "${oneLine(team)}" on Tandem`,
    text: `${oneLine(by)} invites you to the team "${oneLine(team)}". Take it up here, within 7 days:\n\n${link(baseUrl, 'invitation', token)}\n\nYou can also just sign up, or sign in, with this address.\n`,
  }),

  added: (to: string, baseUrl: string, team: string, by: string): Mail => ({
    to,
    subject: `You are in the team "${oneLine(team)}" on Tandem now`,
    text: `${oneLine(by)} added you to the team "${oneLine(team)}": ${baseUrl}\n`,
  }),
}
