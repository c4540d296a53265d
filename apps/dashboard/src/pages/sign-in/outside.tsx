import { type ReactNode, useEffect } from 'react'
import { Logo } from '../../shell/logo.tsx'

/** A page before the sign-in: one card. */
export function Outside({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Docent`
  }, [title])
  return (
    <main className="outside">
      <div className="outside-card">
        <Logo size={28} />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
