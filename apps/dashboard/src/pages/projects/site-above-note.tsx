import type { SourceTrial } from '../../api/projects.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/states.tsx'

interface SiteAboveNoteProps {
  layout: string
  above: NonNullable<SourceTrial['siteAbove']>
  /** Reads that folder instead. */
  onRead: () => void
}

/** The configuration of the site is above the folder that was read: whether Docent uses it, and what to do if not. */
export function SiteAboveNote({ layout, above, onRead }: SiteAboveNoteProps) {
  const place = above.folder === '' ? 'the root of the repository' : <code>{above.folder}</code>
  if (layout !== 'plain')
    return (
      <Note>
        Addresses and navigation come from the {titleOf(above.layout)} site in {place}.
      </Note>
    )
  return (
    <Note kind="attention" action={<Button onPress={onRead}>Read that folder</Button>}>
      The configuration of a {titleOf(above.layout)} site is in {place}. Read that folder, or the pages get
      different addresses than on the site.
    </Note>
  )
}

/** As the generators write their names. */
const TITLES: Readonly<Record<string, string>> = {
  gitbook: 'GitBook',
  mdbook: 'mdBook',
  mkdocs: 'MkDocs',
  vitepress: 'VitePress',
}

export function titleOf(layout: string): string {
  return TITLES[layout] ?? layout.charAt(0).toUpperCase() + layout.slice(1)
}
