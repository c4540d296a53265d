/**
 * A function for scripts of pages: copies a text, and says whether it could. Over plain HTTP browsers have no
 * `navigator.clipboard`; there it is the older command.
 */
export const COPY_SCRIPT = `
const copyText = async (text) => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const give = (event) => {
      event.clipboardData.setData('text/plain', text)
      event.preventDefault()
    }
    addEventListener('copy', give, true)
    const isCopied = document.execCommand('copy')
    removeEventListener('copy', give, true)
    return isCopied
  }
}
`
