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
  /** As high as the window, for a page with something at its end. */
  isFilling?: boolean
  children: ReactNode
}

/** The frame of every page: its title, what can be done on it, and its content. */
export function Page({ title, lead, actions, above, isWide, isFilling, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Docent`
  }, [title])
  return (
    <div className={`page${isWide ? ' wide' : ''}${isFilling ? ' filling' : ''}`}>
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
