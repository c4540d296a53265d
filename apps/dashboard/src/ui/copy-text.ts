/** Copies a text, and says whether it could. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

/** The way for a dashboard that is reached over plain HTTP; browsers have no `navigator.clipboard` there. */
function copyByCommand(text: string): boolean {
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  addEventListener('copy', give, { capture: true })
  try {
    return document.execCommand('copy')
  } finally {
    removeEventListener('copy', give, { capture: true })
  }
}
