import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

/**
 * A link of a row, within the dashboard. Rows come and go by the dozen while one scrolls, and the router's own link looks
 * at the address each time it is drawn: this one asks the router when it is used.
 */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  const router = useRouter()
  const follow = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!isPlain || event.defaultPrevented) return
    event.preventDefault()
    const [to, search] = href.split('?', 2)
    void router.navigate({
      to: to ?? href,
      ...(search === undefined ? {} : { search: Object.fromEntries(new URLSearchParams(search)) as never }),
    })
  }
  return (
    <a href={`/dashboard${href}`} className="row-link" onClick={follow}>
      {children}
    </a>
  )
}
