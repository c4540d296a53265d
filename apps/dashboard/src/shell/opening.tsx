import { Logo } from './logo.tsx'

/** What index.html shows before any script has run, until it is known who is signed in. */
export function Opening() {
  return (
    <div className="opening" role="status">
      <Logo size={24} />
      Docent
    </div>
  )
}
