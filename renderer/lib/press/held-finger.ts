// A finger that opened something by resting on it: lifting it is no press beside what it opened.
let isDown = false
/** Milliseconds in which the browser tells of the tap that was none. */
const afterwards = 150

export function holdFinger(): void {
  isDown = true
  const lifted = new AbortController()
  const options = { signal: lifted.signal, capture: true }
  const end = () => {
    lifted.abort()
    setTimeout(() => (isDown = false), afterwards)
  }
  for (const type of ['pointerup', 'pointercancel', 'touchend', 'touchcancel']) window.addEventListener(type, end, options)
}

export const isFingerHeld = (): boolean => isDown
