import { useQuery } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { feedbackQuery } from '../../api/conversations.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { share } from '../../ui/number.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Time } from '../../ui/time.tsx'
import { ReportCard } from './report-card.tsx'

const SHOWN = 6

/** What readers said about answers: those with words first, because they say what to change. */
export function FeedbackList({ days }: { days: number }) {
  const project = useProject()
  const query = useQuery(feedbackQuery(project.id, days))
  const [isWhole, setWhole] = useState(false)
  return (
    <ReportCard id="feedback" title="Feedback on answers" isWide>
      <QueryView query={query}>
        {({ feedback }) => {
          if (feedback.length === 0)
            return <p className="quiet small">No reader rated an answer in this period.</p>
          const sorted = feedback.toSorted((a, b) => Number(b.text !== '') - Number(a.text !== ''))
          const helpful = feedback.filter(({ rating }) => rating === 'up').length
          return (
            <>
              <p className="quiet small">{share(helpful, feedback.length)} of the ratings are “helpful”.</p>
              <ul className="feedback columns">
                {sorted
                  .slice(0, isWhole ? undefined : SHOWN)
                  .map(({ turnId, threadId, question, rating, text, createdAt }) => (
                    <li key={turnId}>
                      {rating === 'up' ? (
                        <ThumbsUp size={14} aria-label="Helpful" />
                      ) : (
                        <ThumbsDown size={14} className="attention" aria-label="Not helpful" />
                      )}
                      <div>
                        {text !== '' && <p className="said">{text}</p>}
                        <p className="small">
                          <AppLink href={project.path(`conversations/${threadId}`)}>{question}</AppLink>{' '}
                          <span className="quiet">
                            <Time at={createdAt} />
                          </span>
                        </p>
                      </div>
                    </li>
                  ))}
              </ul>
              {feedback.length > SHOWN && (
                <Button kind="plain" className="bars-more" onPress={() => setWhole(!isWhole)}>
                  {isWhole ? 'Show fewer' : `Show all ${feedback.length}`}
                </Button>
              )}
            </>
          )
        }}
      </QueryView>
    </ReportCard>
  )
}
