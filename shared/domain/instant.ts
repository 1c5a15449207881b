/** Any RFC 3339 moment as Tandem writes moments: UTC with milliseconds. Undefined outside the years 1 to 9999. */
export function utcOf(text: string): string | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : utcOfTime(time)
}

/** `time`: milliseconds since 1970. */
export function utcOfTime(time: number): string | undefined {
  return time >= -62_135_596_800_000 && time <= 253_402_300_799_999 ? new Date(time).toISOString() : undefined
}
