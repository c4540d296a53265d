import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const listeners = new Set<() => void>()

/** The theme that this browser chose; the system's until it did. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, current), choose]
}

function current(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function choose(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  remember('docent-theme', theme)
  for (const listen of listeners) listen()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A convenience: where storage is blocked, the choice lasts as long as the page. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch (error) {
    console.debug('This browser stores nothing.', error)
  }
}

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
