// Runs before the first paint, so that a chosen theme never flashes, and the frame stands as the window will. (The content security policy allows
// no inline script.)
{
  const { dataset } = document.documentElement
  // The line of the desktop is a window of its own, without the frame.
  if (location.pathname === '/quick-add') dataset.frame = 'none'
  try {
    const theme = localStorage.getItem('tandem:theme')
    if (theme === 'light' || theme === 'dark' || theme === 'contrast') dataset.theme = theme
    if (localStorage.getItem('tandem:sidebar') === 'folded') dataset.frame ??= 'folded'
    // In the cloud, whoever is not signed in has no window yet.
    if (localStorage.getItem('tandem:session')) dataset.known = ''
  } catch {
    // Storage may be off; then the system's theme stays.
  }
}
