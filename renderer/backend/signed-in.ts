// The token of the data folder, by which the local service knows that the person's acts in this browser are the person's. A header of our own calls
// carries it: a cookie would go to every port of this machine. In the desktop's window there is none; the desktop adds it itself.
import { storage } from '../lib/storage.ts'

const name = 'token'

export function signedInHeaders(): Record<string, string> {
  const token = storage.read(name)
  // What no header can hold would make every call fail.
  return /^[!-~]+$/.test(token) ? { Authorization: `Bearer ${token}` } : {}
}

/** `required`: every call needs it, the event stream too, which can send nothing but a cookie. */
export function keepToken(token: string, required: boolean): void {
  storage.write(name, token)
  if (required) document.cookie = `tandem_token=${encodeURIComponent(token)}; SameSite=Strict; path=/; max-age=31536000`
}
