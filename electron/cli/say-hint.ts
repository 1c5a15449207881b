import { visible } from './output.ts'

function read(header: string): string {
  try {
    return decodeURIComponent(header)
  } catch {
    return header
  }
}

/** What an answer says of the request, on standard error: programs read the answer itself. */
export function sayHint(header: string | null): void {
  if (header !== null) process.stderr.write(`${visible(read(header))}\n`)
}
