import { safeAddress } from '@docent/client'
import { useDryRun } from '../../api/channels.ts'
import { useCan } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { plural } from '../../ui/number.ts'
import { Note } from '../../ui/states.tsx'
import { listOf, type PlaceDraft } from './place-draft.ts'

/** What Docent would have said to the latest posts of a place. It posts nothing. */
export function DryRun({ draft }: { draft: PlaceDraft }) {
  const run = useDryRun(useProject().id)
  const canManage = useCan('manage')
  const place = draft.place.trim()
  if (!canManage) return null
  const posts = run.data
  const answered = posts?.filter(({ answer }) => answer !== null).length ?? 0
  return (
    <div className="inside stack channel-more">
      <div className="row wrap">
        <Button
          isDisabled={place === ''}
          isPending={run.isPending}
          onPress={() => run.mutate({ channel: draft.channel, place, groups: listOf(draft.groups) })}
        >
          Try it on the latest posts
        </Button>
        <span className="quiet small">
          Answers up to 20 posts without posting. It costs as much as real answers.
        </span>
      </div>
      {run.error !== null && <Note kind="danger">{run.error.message}</Note>}
      {posts !== undefined && (
        <p role="status">
          {posts.length === 0
            ? 'There are no posts here that Docent can read.'
            : `Docent would have answered ${answered} of ${plural(posts.length, 'post')}.`}
        </p>
      )}
      {posts !== undefined && posts.length > 0 && (
        <ol className="dry-answers" aria-label={`Answers in ${place}`}>
          {posts.map(({ question, url, answer, silence }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a run is shown as it came
            <li key={index} className="stack tight">
              <p className="dry-question" dir="auto">
                {question === '' ? 'A post that is gone' : question}
              </p>
              {answer === null ? (
                <p className="quiet">Silent: {silence}.</p>
              ) : (
                <div className="dry-answer">
                  <Markdown text={answer} />
                </div>
              )}
              {url !== null && (
                <a className="small" href={safeAddress(url)} target="_blank" rel="noreferrer">
                  Open the thread
                </a>
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
