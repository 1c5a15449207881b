const startsWith = (bytes: Uint8Array, at: number, text: string) => [...text].every((one, index) => bytes[at + index] === one.charCodeAt(0))

/** So many bytes of the beginning are enough. */
export const imageTypeBytes = 16

/**
 * The image types that are shown in a page, by the first bytes and never by the name. Undefined: anything else, SVG included, which can hold scripts; such
 * a file is only handed out to be saved.
 */
export function imageTypeOf(head: Uint8Array): string | undefined {
  if (startsWith(head, 0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith(head, 0, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(head, 0, 'GIF87a') || startsWith(head, 0, 'GIF89a')) return 'image/gif'
  if (startsWith(head, 0, 'RIFF') && startsWith(head, 8, 'WEBP')) return 'image/webp'
  if (startsWith(head, 4, 'ftypavif') || startsWith(head, 4, 'ftypavis')) return 'image/avif'
  return undefined
}
