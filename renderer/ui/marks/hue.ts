const hues = [25, 145, 265, 65, 320, 195, 95, 345]

/** Written as a name or as a slug it is the same, in the same colour. */
export function hueOf(name: string): number {
  let sum = 7
  for (const character of name.toLowerCase().replaceAll(/[\s._-]+/g, ' ')) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return hues[sum % hues.length] ?? 0
}
