/** Less than the 255 of file systems: what is made from the name may be longer. */
const maxNameBytes = 180

function utf8Length(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
}

/**
 * The last part of a name, as every file system takes it and as it can be shown: without what steers the writing direction, at most 180 bytes of
 * UTF-8. It is never empty.
 */
export function fileName(name: string): string {
  const last = name.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? ''
  const clean = last
    .toWellFormed()
    .replaceAll(/[<>:"|?*\p{C}]/gu, '_')
    .trim()
  // The end is what says what it is.
  const characters = [...clean]
  let bytes = characters.reduce((sum, one) => sum + utf8Length(one), 0)
  let from = 0
  for (; bytes > maxNameBytes; from++) bytes -= utf8Length(characters[from] ?? '')
  const short = characters.slice(from).join('').replace(/^\.+/, '')
  return short.replace(/[. ]+$/, '') || 'file'
}
