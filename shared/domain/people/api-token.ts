// The format of API tokens: `tdm_`, 33 base62 characters from 25 random bytes or more, and 6 base62 characters of CRC-32 over all before.
// The checksum tells a mistyped or invented token without asking a database; the prefix lets secret scanners find leaked ones.

export const tokenPrefix = 'tdm_'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 33
const sumLength = 6
const shape = new RegExp(`^${tokenPrefix}[0-9A-Za-z]{${secretLength + sumLength}}$`)

const table = Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value >>> 0
})

/** CRC-32 (IEEE) of ASCII text. */
export function crc32(text: string): number {
  let sum = 0xffffffff
  for (let i = 0; i < text.length; i++) sum = ((sum >>> 8) ^ (table[(sum ^ text.charCodeAt(i)) & 255] as number)) >>> 0
  return (sum ^ 0xffffffff) >>> 0
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < sumLength; i++) {
    digits = alphabet[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** A token from random bytes (at least 64). Bytes that would favour some characters are skipped. */
export function tokenFrom(random: Uint8Array): string {
  let secret = ''
  for (const byte of random) if (byte < 248 && secret.length < secretLength) secret += alphabet[byte % 62]
  if (secret.length < secretLength) throw new RangeError('too few random bytes for a token')
  return `${tokenPrefix}${secret}${checksum(tokenPrefix + secret)}`
}

/** Could this be one of ours? True for every token that was ever made, and for one invented text in 57 thousand million. */
export function isTokenShaped(text: string): boolean {
  return shape.test(text) && checksum(text.slice(0, -sumLength)) === text.slice(-sumLength)
}
