/** The buttons of the menu of a page. They need `copyText`, `find` and `all`. */
export const PAGE_MENU_SCRIPT = `
const copyFrom = async (address) => {
  // Its reader is counted already.
  const text = fetch(address, { headers: { Purpose: 'prefetch' } }).then((reply) => {
    if (!reply.ok) throw new Error('No Markdown: ' + reply.status)
    return reply.text()
  })
  try {
    // Safari lets a page copy a text that comes later only if it's promised within the click.
    const blob = text.then((whole) => new Blob([whole], { type: 'text/plain' }))
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    return true
  } catch {
    return text.then(copyText, () => false)
  }
}
for (const button of all('.page-menu button')) {
  const { copy, copyFrom: address } = button.dataset
  const label = button.textContent
  const status = find('.page-menu [role=status]')
  button.hidden = false
  button.addEventListener('click', async () => {
    const isCopied = await (address ? copyFrom(address) : copyText(copy))
    button.textContent = status.textContent = isCopied ? 'Copied' : 'Not copied'
    setTimeout(() => {
      button.textContent = label
      status.textContent = ''
    }, 2000)
  })
}
`
