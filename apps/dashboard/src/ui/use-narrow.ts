import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(max-width: 640px)')

/** A screen so narrow that tables become lists and the navigation stands at the bottom. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
  )
}
