import anyAscii from 'any-ascii'

/** A readable address for a name: "Ana Núñez" → "ana-nunez", then "ana-nunez-2". Names without letters become `nameless`. */
export function slugFor(name: string, taken: (slug: string) => boolean, nameless = 'contact'): string {
  const base =
    anyAscii(name)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 80)
      .replaceAll(/^-+|-+$/g, '') || nameless
  if (!taken(base)) return base
  let number = 2
  while (taken(`${base}-${number}`)) number++
  return `${base}-${number}`
}
