import type { HighlighterModule } from './highlighter.ts'

let address: string | undefined
let loading: Promise<HighlighterModule> | undefined

/** Says where the highlighter's file is; without it code stays plain. */
export function setHighlighterAddress(url: string | undefined): void {
  address = url
}

/** Colours code once the highlighter is there. Until then, and where it cannot be loaded, the code is plain text. */
export async function highlight(code: HTMLElement, source: string, language: string): Promise<void> {
  if (address === undefined) return
  loading ??= import(/* @vite-ignore */ address) as Promise<HighlighterModule>
  try {
    const { tokensOf } = await loading
    const tokens = tokensOf(source, language)
    if (tokens === undefined) return
    code.replaceChildren(
      ...tokens.map(({ text, type }) => {
        if (type === undefined) return document.createTextNode(text)
        const span = document.createElement('span')
        span.className = `hl-${type}`
        span.textContent = text
        return span
      }),
    )
  } catch {
    // Offline, or refused by the page's policy: the next block of code tries again.
    loading = undefined
  }
}
