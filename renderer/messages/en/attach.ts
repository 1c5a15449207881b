// Files in texts.
export const attach = {
  add: 'Attach files',
  sending: (name: string) => `Uploading ${name}`,
  failed: (name: string) => `Couldn’t upload ${name}.`,
  tooLarge: (name: string) => `${name} is larger than 25 MB. Keep it where it is and link to it instead.`,
  empty: (name: string) => `${name} is empty or a folder. Choose a file.`,
  notHere: 'Files can be attached in the desktop app only, for now.',
  again: 'Try again',
  takeOut: 'Remove from text',
  pasted: 'Pasted image',
  open: (name: string) => `Open ${name}`,
  save: (name: string) => `Save ${name}`,
  missing: 'not on this computer',
  onDesktop: 'open it in the desktop app',
  remote: (host: string) => `Show image from ${host}`,
}
