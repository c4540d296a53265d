/** Themes of sites change their colours by transitions, which end soon after the attribute changes. */
const TRANSITION_MS = 400

/**
 * Whether the page is dark, by the colour that it has: sites with a switch of their own mark it in many ways. A page
 * without a ground of its own is white, unless its `color-scheme` lets the system decide: its text is light then.
 */
export function pageTheme(): 'light' | 'dark' {
  for (const element of [document.body, document.documentElement]) {
    const lightness = lightnessOf(getComputedStyle(element).backgroundColor)
    if (lightness !== undefined) return lightness < 0.5 ? 'dark' : 'light'
  }
  const text = lightnessOf(getComputedStyle(document.body).color)
  return text !== undefined && text > 0.5 ? 'dark' : 'light'
}

/** Calls `listener` whenever the page may have become another. @returns ends it */
export function onPageTheme(listener: () => void): () => void {
  let timer: number | undefined
  const change = () => {
    listener()
    clearTimeout(timer)
    timer = window.setTimeout(listener, TRANSITION_MS)
  }
  const observer = new MutationObserver(change)
  for (const element of [document.documentElement, document.body])
    observer.observe(element, { attributes: true })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', change)
  return () => {
    observer.disconnect()
    clearTimeout(timer)
    system.removeEventListener('change', change)
  }
}

/** 0 to 1, of a computed colour; undefined for one that lets more than half of its ground through. */
function lightnessOf(colour: string): number | undefined {
  const [, space = '', values = ''] = /^([a-z]+)\(([^)]*)\)$/.exec(colour) ?? []
  const [first = 0, second = 0, third = 0, alpha = 1] = (values.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(
    Number,
  )
  if (space === '' || alpha < 0.5) return undefined
  if (space.startsWith('ok')) return first
  if (space === 'lab' || space === 'lch') return first / 100
  const light = 0.2126 * first + 0.7152 * second + 0.0722 * third
  return space === 'color' ? light : light / 255
}
