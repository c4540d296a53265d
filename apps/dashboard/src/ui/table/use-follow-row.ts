import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/**
 * Follows the link of the row that was clicked, within the dashboard. One for a table: rows come and go by the dozen while
 * one scrolls, and the router's own link looks at the address each time it is drawn.
 */
export function useFollowRow(): (event: MouseEvent<HTMLElement>) => void {
  const router = useRouter()
  return (event) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    const { target } = event
    if (!isPlain || event.defaultPrevented || !(target instanceof Element)) return
    if (target.closest('button, label, a:not(.row-link)')) return
    const href = target.closest('.table-row')?.querySelector('.row-link')?.getAttribute('href')
    if (!href) return
    event.preventDefault()
    const [to = href, search] = href.replace(/^\/dashboard/, '').split('?', 2)
    void router.navigate({
      to,
      ...(search === undefined ? {} : { search: Object.fromEntries(new URLSearchParams(search)) as never }),
    })
  }
}
