// Time-based one-time passwords (RFC 6238): SHA-1, six digits, 30 seconds, as every authenticator app knows them.
import { createHmac, timingSafeEqual } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const period = 30

export function base32(bytes: Uint8Array): string {
  let text = ''
  let value = 0
  let bits = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(value >>> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text
}

export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac[19] as number) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / period)

/** The step that a code belongs to, one before or after now included; undefined when it fits none. */
export function matchingStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  const current = stepAt(now)
  const given = Buffer.from(code.padEnd(6).slice(0, 6))
  return [current - 1, current, current + 1].find((step) => code.length === 6 && timingSafeEqual(Buffer.from(totpCode(secret, step)), given))
}

export function totpUri(secret: Uint8Array, account: string): string {
  return `otpauth://totp/Tandem:${encodeURIComponent(account)}?secret=${base32(secret)}&issuer=Tandem&algorithm=SHA1&digits=6&period=${period}`
}
