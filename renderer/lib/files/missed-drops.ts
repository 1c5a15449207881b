/** A file that is dropped beside a field would open in place of the web UI, and take away what is being typed. */
export function refuseMissedDrops(): void {
  window.addEventListener('dragover', (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  })
}
