/** Copies a text and says so for two seconds. Where the page may not use the clipboard, the text stays selectable. */
export async function copyText(text: string, say: (isCopied: boolean) => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    return
  }
  say(true)
  setTimeout(say, 2_000, false)
}
