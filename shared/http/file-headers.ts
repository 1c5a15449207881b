// How a file of a person's is handed out.
import { fileName } from '../domain/file-name.ts'

/** A file never becomes a page of ours: whatever it holds, it may load nothing, run nothing, and ask us for nothing. */
export const fileAlone = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
}

/** RFC 6266: the name in letters that every program reads, then as it is. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const cleaned = fileName(name)
  const plain = cleaned.replaceAll(/[^\w. -]/g, '_')
  const whole = encodeURIComponent(cleaned).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`
}
