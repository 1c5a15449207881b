// Runs before the first paint, so that a chosen theme never flashes. (The content security policy allows no inline script.)
try {
  const theme = localStorage.getItem('tandem:theme')
  if (theme === 'light' || theme === 'dark' || theme === 'contrast') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be off; then the system's theme stays.
}
