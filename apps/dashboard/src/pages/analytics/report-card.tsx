import type { ReactNode } from 'react'

interface ReportCardProps {
  /** Of its heading, within the page. */
  id: string
  title: string
  /** Over the whole width of the page. */
  isWide?: boolean
  children: ReactNode
}

/** One report of the page. */
export function ReportCard({ id, title, isWide, children }: ReportCardProps) {
  return (
    <section className={isWide ? 'card report wide' : 'card report'} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
      </header>
      <div className="inside">{children}</div>
    </section>
  )
}
