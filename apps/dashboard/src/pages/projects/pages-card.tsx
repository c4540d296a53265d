import { safeAddress } from '@docent/client'
import { ExternalLink } from 'lucide-react'
import type { SiteReaders } from '../../api/projects.ts'
import { useCan } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { type Option, Select } from '../../ui/select.tsx'
import { PreviewForm } from './preview-form.tsx'

const READERS: readonly Option<'members' | 'public' | 'nobody'>[] = [
  { value: 'members', label: 'People who are signed in' },
  { value: 'public', label: 'Everyone who can reach this server' },
  { value: 'nobody', label: 'Nobody' },
]

interface PagesCardProps {
  value: SiteReaders
  onChange: (value: SiteReaders) => void
  isDisabled: boolean
}

/** The pages that Docent shows of a project: where they are, who reads them, and those of another branch. */
export function PagesCard({ value, onChange, isDisabled }: PagesCardProps) {
  const { pagesUrl, repository } = useProject()
  const canEdit = useCan('edit')
  return (
    <section className="card" aria-labelledby="pages">
      <header>
        <h2 id="pages">Pages</h2>
        {pagesUrl !== null && (
          <a className="button" href={safeAddress(pagesUrl)} target="_blank" rel="noreferrer">
            <ExternalLink size={14} aria-hidden />
            Open the pages
          </a>
        )}
      </header>
      <div className="inside stack">
        <Select
          label="Readers"
          hint="Docent shows the documentation that it has indexed, with navigation, search, and the assistant."
          options={READERS}
          value={value === false ? 'nobody' : value}
          onChange={(chosen) => onChange(chosen === 'nobody' ? false : chosen)}
          isDisabled={isDisabled}
        />
        {canEdit && repository !== null && <PreviewForm />}
      </div>
    </section>
  )
}
