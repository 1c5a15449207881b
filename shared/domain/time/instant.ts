import { invalidField } from '../app-error.ts'

/** Any RFC 3339 moment as Tandem writes moments: UTC with milliseconds. Undefined outside the years 1 to 9999. */
export function utcOf(text: string): string | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : utcOfTime(time)
}

/** `time`: milliseconds since 1970. */
export function utcOfTime(time: number): string | undefined {
  return time >= -62_135_596_800_000 && time <= 253_402_300_799_999 ? new Date(time).toISOString() : undefined
}

/** The same for what a caller sends: throws `invalid`. Beyond those years UTC has a sign, which sorts before every other moment. */
export function requireUtc(pointer: string, text: string): string {
  const utc = utcOf(text)
  if (utc === undefined) throw invalidField(pointer, `${pointer.replace(/^[/?]/, '')} must be between the years 1 and 9999; got '${text}'`)
  return utc
}

/** Throws `invalid` where one of these of a body is beyond those years. */
export function requireMoments(body: Readonly<Record<string, unknown>>, ...names: string[]): void {
  for (const name of names) if (typeof body[name] === 'string') requireUtc(`/${name}`, body[name])
}
