/** "Ana Silva <ana@example.org>" → "Ana Silva"; an address alone stays. A name that looks like another address does not hide the true one. */
export function senderName(sender: string): string {
  const [, name = '', address = ''] = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(sender) ?? []
  return name === '' || name.includes('@') ? address || sender : name
}
