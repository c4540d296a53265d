import { type ReactNode, useEffect } from 'react'

interface PageProps {
  title: string
  /** One sentence on what the page is about. */
  lead?: ReactNode
  actions?: ReactNode
  /** Above the title: where one came from. */
  above?: ReactNode
  /** Tables take the whole width, texts do not. */
  isWide?: boolean
  children: ReactNode
}

/** The frame of every page: its title, what can be done on it, and its content. */
export function Page({ title, lead, actions, above, isWide = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Docent`
  }, [title])
  return (
    <div className={isWide ? 'page wide' : 'page'}>
      <header className="page-header">
        <div className="page-title">
          {above}
          <h1>{title}</h1>
          {lead !== undefined && <p className="quiet">{lead}</p>}
        </div>
        {actions !== undefined && <div className="row wrap page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
