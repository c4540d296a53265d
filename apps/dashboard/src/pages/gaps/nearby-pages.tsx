import { safeAddress } from '@docent/client'
import { useExplain } from '../../api/assistant.ts'
import { useProject } from '../../shell/use-project.ts'

const SHOWN = 4

/** What the documentation has that is nearest to a question; looked for when somebody wants to see it. */
export function NearbyPages({ question }: { question: string }) {
  const explain = useExplain(useProject().id)
  const pages = new Map(explain.data?.passages.map(({ path, title, url }) => [path, { title, url }]))
  return (
    <details
      className="small"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && explain.isIdle) explain.mutate(question)
      }}
    >
      <summary>Related pages</summary>
      {explain.isPending && <p className="quiet">Searching the documentation …</p>}
      {explain.isError && <p className="quiet">{explain.error.message}</p>}
      {explain.data && pages.size === 0 && <p className="quiet">No related pages.</p>}
      <ul className="gap-questions">
        {[...pages].slice(0, SHOWN).map(([path, { title, url }]) => (
          <li key={path}>
            <a href={safeAddress(url)} target="_blank" rel="noreferrer">
              {title}
            </a>{' '}
            <code className="quiet">{path}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
