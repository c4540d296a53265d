import { useEffect } from 'react'

/** As the keyboard of this computer has it. */
export const PALETTE_KEY = /Mac|iP(?:hone|ad)/.test(navigator.platform) ? '⌘K' : 'Ctrl K'

/** ⌘K, or Ctrl+K, wherever the focus is. */
export function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [open])
}
