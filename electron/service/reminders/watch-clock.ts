// Timers stand still while the machine sleeps, and know nothing of a clock that is set: both clocks are looked at now and then.
import { type Clock, forgetZone } from './clock.ts'

/** The wall clock may drift from the monotonic one by so much between two looks before it counts as a jump. */
const drift = 2_000

/** Returns what ends it. */
export function watchClock(clock: Clock, changed: (what: 'clock' | 'zone') => void): () => void {
  let stop = () => {}

  function look(): void {
    const wall = clock.now().getTime()
    const steady = clock.monotonic()
    const zone = clock.zone()
    stop = clock.after(clock.watchEvery, () => {
      forgetZone()
      const jumped = Math.abs(clock.now().getTime() - wall - (clock.monotonic() - steady)) > drift
      if (jumped) changed('clock')
      else if (clock.zone() !== zone) changed('zone')
      look()
    })
  }

  look()
  return () => stop()
}
