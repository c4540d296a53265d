import type { SourceTrial } from '../../api/projects.ts'
import { count, plural } from '../../ui/number.ts'
import { Note } from '../../ui/states.tsx'
import { duration } from '../../ui/time.tsx'
import { IndexLosses } from './index-losses.tsx'
import { titleOf } from './site-above-note.tsx'

const MOST_FILES = 3

/** What an index would hold, and how Docent understands the site: what is wrong shows before the project is added. */
export function SourceFound({ found }: { found: SourceTrial }) {
  const { pages, layout, configuration, examples, unlisted, hidden, languages, versions, problems } = found
  return (
    <>
      <Note kind={pages === 0 ? 'attention' : 'success'}>
        {pages === 0
          ? (found.problem ?? 'No page was found. Check the folder and the branch.')
          : `${plural(pages, 'page')}${layout === 'plain' ? '' : ` of ${titleOf(layout)}`}, read in ${duration(found.ms)}.`}
      </Note>
      <dl className="facts">
        <dt>Generator</dt>
        <dd>
          {layout === 'plain' ? 'None recognized: addresses are the paths of the files' : titleOf(layout)}
          {configuration !== undefined && (
            <>
              , by <code>{configuration}</code>
            </>
          )}
        </dd>
        {examples.length > 0 && (
          <>
            <dt>Addresses</dt>
            <dd>
              {examples.slice(0, 3).map(({ path, file }) => (
                <div key={file}>
                  <code>{path}</code> <span className="quiet small">{file}</span>
                </div>
              ))}
            </dd>
            <dt>Navigation</dt>
            <dd>
              <NavigationFound navigation={found.navigation} />
            </dd>
          </>
        )}
        <Counts title="Languages" counts={languages} pages={pages} />
        <Counts title="Versions" counts={versions} pages={pages} />
        {unlisted + hidden > 0 && (
          <>
            <dt>Left out</dt>
            <dd>
              {[
                ...(unlisted > 0 ? [`${plural(unlisted, 'page')} with only an address`] : []),
                ...(hidden > 0 ? [`${plural(hidden, 'page')}: drafts or hidden`] : []),
              ].join('; ')}
            </dd>
          </>
        )}
      </dl>
      <IndexLosses problems={problems} />
    </>
  )
}

function NavigationFound({ navigation: { pages, files, isComputed } }: Pick<SourceTrial, 'navigation'>) {
  if (pages === 0 && files.length === 0) return 'None: pages are in the order of their paths'
  const more = files.length - MOST_FILES
  return (
    <>
      {plural(pages, 'page')}, from{' '}
      {files.length === 0 ? 'folders and pages' : <code>{files.slice(0, MOST_FILES).join(', ')}</code>}
      {more > 0 && ` and ${count(more)} more`}
      {isComputed && '. Only a build knows the rest'}
    </>
  )
}

interface CountsProps {
  title: string
  counts: SourceTrial['languages']
  pages: number
}

function Counts({ title, counts, pages }: CountsProps) {
  if (counts.length === 0) return null
  const others = pages - counts.reduce((sum, each) => sum + each.pages, 0)
  return (
    <>
      <dt>{title}</dt>
      <dd>
        {counts.map((each) => `${each.name} (${count(each.pages)})`).join(', ')}
        {others > 0 && `, not named (${count(others)})`}
      </dd>
    </>
  )
}
