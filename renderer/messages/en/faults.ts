// What did not work, and the state of the connection.
import { plural } from './plural.ts'

export const faults = {
  serviceAway: 'Can’t reach Tandem. Try again once you’re connected.',
  tryAgain: 'Try again.',
  nothingLost: 'Your data is safe.',
  listFailed: 'Couldn’t load the list',
  taskNotSaved: (id: number) => `Couldn’t save the change to #${id}.`,
  taskNotAdded: 'Couldn’t add the task. Your text is back in the field.',
  taskNotDeleted: (id: number) => `Couldn’t delete #${id}.`,
  reminderNotSet: (id: number) => `#${id} was added, but its reminder couldn’t be set.`,
  commentNotSaved: 'Couldn’t save the comment. Your text is back in the field.',
  searchFailed: 'Search failed.',
  neverWas: (id: number) => `There’s no task #${id}.`,
  bringBack: 'Restore',

  /** What is full, by the quota that the cloud names. */
  full: {
    tasks: (limit: string, _until: string) => `The team can have ${limit} tasks. Delete some nobody needs, or ask whoever runs this cloud for more.`,
    text_bytes: (limit: string) => `The team can have ${limit} of text. Shorten or delete some, or ask whoever runs this cloud for more.`,
    members: (limit: string) =>
      `The team can have ${limit} members, including invitations. Remove someone or cancel an invitation, or ask whoever runs this cloud for more.`,
    file_bytes: (limit: string) => `The team can have ${limit} of files. Ask whoever runs this cloud for more.`,
    daily_events: (limit: string, until: string) =>
      `The team can make ${limit} changes a day. You can still delete and finish tasks; everything else works again from ${until}.`,
    teams: (limit: string) => `One person can own ${limit} teams. Delete one or hand it over, or ask whoever runs this cloud for more.`,
    tokens: (limit: string) =>
      `One person can have ${limit} API tokens and connected agents, counting all teams. Revoke some nobody uses, or ask whoever runs this cloud for more.`,
  },
  locked: {
    team: 'Whoever runs this cloud has locked the team. Nothing is lost. Ask them to unlock it.',
    account: 'Whoever runs this cloud has locked this account. Nothing is lost. Ask them to unlock it.',
  },
  /** Writes that stay on the device because the team is full. */
  held: {
    title: (n: number) => plural(n, 'One change is only on this device so far.', '# changes are only on this device so far.'),
    usage: 'See usage',
  },

  reach: { connecting: 'Connecting…', live: 'Up to date', away: 'Reconnecting…', saving: 'Saving…' },
  dataNotices: {
    writes_lost: {
      title: (n: number) => plural(n, 'The last change is missing', 'The last # changes are missing'),
      text: 'Either the end of the database was lost or an older file replaced it. Everything before that is here. If you have a newer copy of the data folder, quit Tandem and put those files back.',
    },
    content_differs: {
      title: (n: number) => plural(n, 'One record doesn’t match its history', '# records don’t match their history'),
      text: 'The disk may have damaged stored data. Older backups are kept, and the log lists the differences. Check Settings → Your data before you restore a backup.',
    },
    files_lost: {
      title: (n: number) => plural(n, 'One attachment is missing or damaged', '# attachments are missing or damaged'),
      text: 'No backup has a good copy. The log lists them: attach the same file again and it takes its place. Older backups are kept.',
    },
    cloud_went_back: {
      title: () => 'Your team’s cloud lost its last changes',
      text: 'It is running from a backup or a standby server. What is on this computer is being sent there again. Changes that others made just before, on a phone or through an agent, may be missing: check them.',
    },
    dismiss: 'Dismiss',
    notDismissed: 'Couldn’t dismiss this.',
  },
  away: {
    title: 'Can’t reach Tandem.',
    text: (unsent: number) =>
      unsent > 0
        ? `${plural(unsent, 'One unsent change', '# unsent changes')} will be sent once it’s back.`
        : 'What you type is kept. Reconnecting automatically.',
  },
  fault: {
    title: 'Something went wrong in this window',
    text: 'Your tasks are safe, and what you were typing is kept. Reload to continue.',
    reload: 'Reload',
  },
  signIn: {
    title: 'Enter the token',
    text: 'Tandem was started with --require-token. You’ll find the token in the file “token” in its data folder.',
    token: 'Token',
    enter: 'Continue',
    wrong: 'That token is incorrect. Copy the whole line from the file “token” in the data folder.',
    needed: 'This browser isn’t signed in. In the Tandem folder, run “node electron/cli/tandem.mjs open”, open the link it prints, then try again.',
    done: 'You’re signed in.',
    failed: 'Couldn’t sign in.',
    expired:
      'Couldn’t sign in: the link was already used or is more than ten minutes old. For a new one, run “node electron/cli/tandem.mjs open” in the Tandem folder.',
  },
  /** In the browser, signed in to the cloud. */
  offline: {
    title: 'You’re offline.',
    text: (unsent: number) =>
      unsent > 0 ? `${plural(unsent, 'One change', '# changes')} will be sent when you’re back online.` : 'Your changes will be sent when you’re back online.',
    undo: 'Changes the cloud already has can be undone when you’re back online.',
    wentBack: 'The cloud lost its last moments and is running from a backup or a standby server. Check what you changed just now.',
    reach: { connecting: 'Connecting…', live: 'Up to date', away: 'Offline', waits: (n: number) => plural(n, '1 change pending', '# changes pending') },
  },
}
