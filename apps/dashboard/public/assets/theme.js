// Before anything is painted: a page that was dark must not flash white.
try {
  const theme = localStorage.getItem('docent-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is blocked: the theme of the system applies.
}
