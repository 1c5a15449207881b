// What did not work, and how the connection stands.
import { plural } from './plural.ts'

export const faults = {
  serviceAway: 'Tandem does not answer. Try again when you are connected.',
  tryAgain: 'Try again.',
  nothingLost: 'Nothing is lost.',
  listFailed: 'The list could not be read',
  taskFailed: (id: number) => `Task ${id} could not be read.`,
  taskNotSaved: (id: number) => `The change to ${id} was not saved.`,
  taskNotAdded: 'The task was not added; its text is back in the field.',
  taskNotDeleted: (id: number) => `${id} was not deleted.`,
  reminderNotSet: (id: number) => `${id} was added, but its reminder was not set.`,
  commentNotSaved: 'The comment was not saved; its text is back in the field.',
  searchFailed: 'The search did not work.',
  activityFailed: 'The activity could not be read.',
  goneBy: (id: number, who: string, when: string) => `Task ${id} was deleted by ${who} (${when}). Its history is kept.`,
  neverWas: (id: number) => `There is no task ${id}.`,
  bringBack: 'Bring it back',

  reach: { connecting: 'Connecting…', live: 'Up to date', away: 'Reconnecting…', saving: 'Saving…' },
  dataNotices: {
    writes_lost: {
      title: (n: number) => plural(n, 'The last change is missing.', 'The last # changes are missing.'),
      text: 'The end of the database’s log was lost, or an older file was put in its place. Everything before is here. If you have a newer copy of the data folder, stop Tandem and put its files back.',
    },
    content_differs: {
      title: (n: number) => plural(n, 'One entry differs from its history.', '# entries differ from their history.'),
      text: 'The disk may have changed what was stored. Older backups are kept; the log names what differs. Compare with Settings, Your data, before you restore.',
    },
    dismiss: 'Dismiss',
    notDismissed: 'Couldn’t dismiss this.',
  },
  away: {
    title: 'Tandem’s service is away.',
    text: (unsent: number) =>
      unsent > 0
        ? `${plural(unsent, 'One change waits', '# changes wait')} here and will be sent when it is back.`
        : 'What you type stays here. This window reconnects by itself.',
  },
  fault: {
    title: 'Something went wrong in this window',
    text: 'Your tasks are safe in the service, and what you were typing is kept. Load the window again to go on.',
    reload: 'Load again',
  },
  signIn: {
    title: 'This Tandem asks for its token',
    text: 'It was started with --require-token. The token is in the file “token” of its data folder.',
    token: 'Token',
    enter: 'Continue',
    wrong: 'That is not the token. Copy the whole line from the file “token” in the data folder.',
    needed: 'This browser is not signed in. Run “tandem open” in a terminal and open the link that it prints, then try again.',
    done: 'This browser is signed in.',
    failed: 'This browser was not signed in.',
    expired: 'This browser was not signed in: the link was used already, or is more than ten minutes old. Run “tandem open” for a new one.',
  },
  /** In the cloud's window. */
  offline: {
    title: 'You are offline.',
    text: (unsent: number) =>
      unsent > 0
        ? `${plural(unsent, 'One change waits', '# changes wait')} here and will be sent when you are back.`
        : 'What you write is sent when you are back.',
    undo: 'What has reached the cloud can be undone when you are back.',
    reach: { connecting: 'Connecting…', live: 'Up to date', away: 'Offline', waits: (n: number) => plural(n, '1 change waits', '# changes wait') },
  },
}
