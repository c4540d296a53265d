import { useQuery } from '@tanstack/react-query'
import { CornerDownLeft, Sparkles } from 'lucide-react'
import { Button } from 'react-aria-components'
import { latestConversationsQuery } from '../../api/conversations.ts'
import { useProject } from '../../shell/use-project.ts'

const DEMO = [
  'Which models work without a key?',
  'How do I add the widget to my site?',
  'What happens to a running job when the server is killed?',
] as const
const MOST = 5
const READ = 40

/** Before the first question: what this page is for, and questions to begin with. */
export function Beginning({ onAsk }: { onAsk: (question: string) => void }) {
  const project = useProject()
  const query = useQuery(latestConversationsQuery(project.id, READ))
  const asked = [...new Set(query.data?.conversations.map(({ question }) => question))].slice(0, MOST)
  const questions = asked.length === 0 && project.origin === 'demo' && !query.isPending ? DEMO : asked
  return (
    <div className="beginning">
      <Sparkles size={24} aria-hidden />
      <h2>Ask your documentation</h2>
      <p className="quiet">
        You see the answer, the passages that it is based on, and why Docent found each of them.
      </p>
      {questions.length > 0 && (
        <section aria-labelledby="examples">
          <h3 id="examples">{asked.length > 0 ? 'Recent questions' : 'Try one of these'}</h3>
          <ul>
            {questions.map((question) => (
              <li key={question}>
                <Button className="example" onPress={() => onAsk(question)}>
                  <span dir="auto">{question}</span>
                  <CornerDownLeft size={14} aria-hidden />
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
