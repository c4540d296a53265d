import { useQuery } from '@tanstack/react-query'
import { FileDiff as FileIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { Diff, type FileData, Hunk, markEdits, parseDiff, tokenize } from 'react-diff-view'
import 'react-diff-view/style/index.css'
import '../../styles/diff.css'
import { jobChangesQuery } from '../../api/jobs.ts'
import { useProject } from '../../shell/use-project.ts'
import { plural } from '../../ui/number.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Scroll } from '../../ui/scroll.tsx'
import { Empty, Note } from '../../ui/states.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'

type View = 'split' | 'unified'

const MOST_COMPARED = 400

/** Every changed file, as the workspace of the job holds it now. */
export default function JobChanges({ jobId, isActive }: { jobId: string; isActive: boolean }) {
  const project = useProject()
  const query = useQuery(jobChangesQuery(project.id, jobId))
  const isNarrow = useNarrow()
  const [chosen, setChosen] = useState<View>('split')
  const view = isNarrow ? 'unified' : chosen
  return (
    <QueryView query={query}>
      {({ files, diff, isCut }) =>
        files.length === 0 ? (
          <Empty icon={<FileIcon size={28} aria-hidden />} title="No changes">
            {isActive ? 'Files appear here as the agent changes them.' : 'The agent changed no file.'}
          </Empty>
        ) : (
          <div className="stack">
            <div className="row spread">
              <span className="small quiet">
                {plural(files.length, 'file')} changed,{' '}
                {plural(
                  files.reduce((sum, { added }) => sum + added, 0),
                  'line',
                )}{' '}
                added, {files.reduce((sum, { removed }) => sum + removed, 0)} removed
              </span>
              {!isNarrow && (
                <ToggleButtonGroup
                  className="segments"
                  aria-label="View"
                  selectionMode="single"
                  disallowEmptySelection
                  selectedKeys={[chosen]}
                  onSelectionChange={(keys) => setChosen([...keys][0] as View)}
                >
                  <ToggleButton id="split" className="segment">
                    Side by side
                  </ToggleButton>
                  <ToggleButton id="unified" className="segment">
                    Unified
                  </ToggleButton>
                </ToggleButtonGroup>
              )}
            </div>
            {isCut && (
              <Note>The diff is too long for this page. To see all of it, open the pull request.</Note>
            )}
            <Files diff={diff} view={view} />
          </div>
        )
      }
    </QueryView>
  )
}

function Files({ diff, view }: { diff: string; view: View }) {
  const files = useMemo(() => parseDiff(diff, { nearbySequences: 'zip' }), [diff])
  return files.map((file) => <File key={`${file.oldPath}\n${file.newPath}`} file={file} view={view} />)
}

function File({ file, view }: { file: FileData; view: View }) {
  const path = file.type === 'delete' ? file.oldPath : file.newPath
  const lines = file.hunks.reduce((sum, { changes }) => sum + changes.length, 0)
  const isLong = lines > 800
  // Within changed lines, what differs. Comparing them takes time: not for whole pages.
  const tokens = useMemo(
    () =>
      file.type === 'modify' && lines < MOST_COMPARED
        ? tokenize(file.hunks, { enhancers: [markEdits(file.hunks, { type: 'block' })] })
        : null,
    [file, lines],
  )
  const [isOpen, setOpen] = useState(!isLong)
  return (
    <details className="card file" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <code>{file.type === 'rename' ? `${file.oldPath} → ${file.newPath}` : path}</code>
        {file.type !== 'modify' && <span className="quiet small">{WORDS[file.type]}</span>}
        <span className="file-counts small">
          {file.type !== 'delete' && <span className="added">+{countOf(file, 'insert')}</span>}{' '}
          {file.type !== 'add' && <span className="removed">−{countOf(file, 'delete')}</span>}
        </span>
      </summary>
      {isOpen && (
        <Scroll className="file-diff" label={`Changes of ${path}`}>
          {file.hunks.length === 0 ? (
            <p className="inside quiet small">There is no text to compare.</p>
          ) : (
            <Diff viewType={view} diffType={file.type} hunks={file.hunks} tokens={tokens}>
              {(hunks) => hunks.map((hunk) => <Hunk key={hunk.content} hunk={hunk} />)}
            </Diff>
          )}
        </Scroll>
      )}
    </details>
  )
}

function countOf({ hunks }: FileData, type: 'insert' | 'delete'): number {
  return hunks.reduce((sum, { changes }) => sum + changes.filter((change) => change.type === type).length, 0)
}

const WORDS: Readonly<Record<FileData['type'], string>> = {
  add: 'new',
  delete: 'deleted',
  modify: '',
  rename: 'moved',
  copy: 'copied',
}
