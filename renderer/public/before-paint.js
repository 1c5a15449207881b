// Runs before the first paint, so that a chosen theme never flashes, and the frame stands as the web UI will; and says so when the web UI's own
// scripts do not come. (The content security policy allows no inline script.)
{
  // Beside the web UI's catalogue, which may be what does not come.
  const words = {
    en: ['Tandem couldn’t load', 'Your tasks are safe. Check that Tandem is running and reachable, then reload.', 'Reload'],
    de: ['Tandem konnte nicht geladen werden', 'Deine Aufgaben sind sicher. Prüfe, ob Tandem läuft und erreichbar ist, und lade dann neu.', 'Neu laden'],
  }
  let wanted = navigator.languages.map((tag) => tag.slice(0, 2))
  function sayNotBegun() {
    const part = document.getElementById('not-begun')
    // What fails later is said by the web UI itself.
    if (!part?.hidden || document.getElementById('root')?.hasChildNodes()) return
    const language = wanted.find((tag) => tag in words) ?? 'en'
    part.lang = language
    part.hidden = false
    part.setAttribute('role', 'alert')
    words[language].forEach((text, index) => (part.children[index].textContent = text))
    part.querySelector('button').addEventListener('click', () => location.reload())
  }
  // A script that does not come (its error does not bubble), or one that this browser does not understand; and what is imported by one that does.
  addEventListener('error', ({ target }) => (target === window || target instanceof HTMLScriptElement) && sayNotBegun(), { capture: true })
  addEventListener('unhandledrejection', sayNotBegun)

  const { dataset } = document.documentElement
  // The line of the desktop is a window of its own, without the frame.
  if (location.pathname === '/quick-add') dataset.frame = 'none'
  try {
    wanted = [localStorage.getItem('tandem:language') ?? '', ...wanted]
    const theme = localStorage.getItem('tandem:theme')
    if (theme === 'light' || theme === 'dark' || theme === 'contrast') dataset.theme = theme
    if (localStorage.getItem('tandem:sidebar') === 'folded') dataset.frame ??= 'folded'
    // In the cloud, whoever is not signed in has no window yet.
    if (localStorage.getItem('tandem:session')) dataset.known = ''
  } catch {
    // Storage may be off; then the system's theme stays.
  }
}
