// What belongs to the page of one task, and comes with it.
import { plural } from '../plural.ts'

export const taskPage = {
  suggested: 'Suggestions',
  suggestions: (n: number) => plural(n, '1 suggestion', '# suggestions'),
  agent: 'Agent',

  ticked: (id: number, item: string) => `#${id}: checked “${item}”`,
  unticked: (id: number, item: string) => `#${id}: unchecked “${item}”`,
  editMeanwhile: (id: number) => `Someone changed the same line of #${id} at the same moment, so nothing was saved. Take another look and try again.`,
  removeFile: (name: string) => `Remove ${name} from the text`,
  fileRemoved: (id: number, name: string) => `#${id}: removed ${name} from the text`,

  created: 'Created',
  updated: 'Updated',

  edited: 'edited',
  editedAt: (when: string) => `Edited ${when}`,
  commentActions: (name: string) => `Options for the comment by ${name}`,
  editComment: 'Edit comment',
  deleteComment: 'Delete comment',
  commentChanged: (id: number) => `Comment on #${id} updated`,
  commentDeleted: (id: number) => `Comment on #${id} deleted`,
  commentNotSaved: 'Couldn’t save the comment.',
  commentNotDeleted: 'Couldn’t delete the comment.',
  commentMeanwhile: 'The comment was changed elsewhere in the same place, so yours isn’t saved yet. Your text is safe here: compare and try again.',
}

/** Attachments. */
export const attach = {
  add: 'Attach files',
  sending: (name: string) => `Uploading ${name}`,
  failed: (name: string) => `Couldn’t upload ${name}.`,
  tooLarge: (name: string) => `${name} is larger than 25 MB. Keep it where it is and link to it instead.`,
  empty: (name: string) => `${name} is empty or a folder. Choose a file.`,
  again: 'Try again',
  takeOut: 'Remove from text',
  pasted: 'Pasted image',
  open: (name: string) => `Open ${name}`,
  save: (name: string) => `Save ${name}`,
  missing: 'not on this computer',
  notSent: 'not uploaded yet',
  show: (name: string) => `Show ${name}`,
  files: 'Files',
  previous: 'Previous file',
  next: 'Next file',
  ofFiles: (at: number, all: number) => `${at} of ${all}`,
  larger: 'Zoom in',
  smaller: 'Zoom out',
  download: 'Download',
  page: (at: number, all: number) => `Page ${at} of ${all}`,
  morePages: (n: number) =>
    plural(n, '1 more page is in the file. Download it to see all of it.', '# more pages are in the file. Download it to see all of it.'),
  noPreview: 'Tandem shows images and PDFs. To open this file, download it.',
  lying: 'This file is something else than its name says, so it isn’t shown.',
  full: (used: string, all: string, file: string) =>
    `The team’s files use ${used} of ${all}, so these ${file} don’t fit. Remove files from texts to free their space 30 days later, or ask whoever runs the cloud for more.`,
  overAll: (file: string, all: string) =>
    `It’s ${file}, and all of the team’s files together may have ${all}. Link to it instead, or ask whoever runs the cloud for more.`,
  broken: 'This file can’t be shown: it’s damaged, protected by a password, or too complex.',
  notLoaded: 'The file couldn’t be loaded.',
  missingHere: 'This file isn’t on this computer, and the team doesn’t have it.',
  missingThere: 'Nobody has uploaded this file, or it’s lost. Whoever has it can attach it again.',
  remote: (host: string) => `Show image from ${host}`,
}
