/** Copies a text and says so for two seconds. Where the page may not use the clipboard, the text stays selectable. */
export async function copyText(text: string, say: (isCopied: boolean) => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    if (!copyByCommand(text)) return
  }
  say(true)
  setTimeout(say, 2_000, false)
}

/** The way for pages that came over plain HTTP; browsers have no `navigator.clipboard` there. */
function copyByCommand(text: string): boolean {
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('copy', give, { capture: true })
  try {
    return document.execCommand('copy')
  } finally {
    removeEventListener('copy', give, { capture: true })
  }
}
