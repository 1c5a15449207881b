/** When a popup that is closing has given the keyboard back, which takes it a frame. */
export function afterPopup(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run))
}
