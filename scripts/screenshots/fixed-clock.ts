// A clock that moves only when it is told to (and by a millisecond with each look, so that what comes later is later): the same run makes the same pictures.

/** Where the pictures are in time: a Friday morning. */
export const moment = Date.parse('2026-11-20T10:30:00Z')

let now = moment

/** From here on, `Date` in this process says what this clock says. Timers go on as before. */
export function stopTheClock(): void {
  const Real = Date
  // A class may not be called without `new`; nothing here does.
  globalThis.Date = class extends Real {
    constructor(...given: [] | [number | string | Date]) {
      if (given.length === 0) super(now++)
      else super(...(given as [number]))
    }

    static override now = () => now++
  } as DateConstructor
}

/** Minutes before the moment of the pictures. */
export function goTo(minutesBefore: number): void {
  now = moment - minutesBefore * 60_000
}

/** Things that happen one after the other did not happen at the same instant. */
export function tick(seconds = 1): void {
  now += seconds * 1000
}
