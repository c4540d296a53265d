import { safeAddress } from '@docent/client'
import { type UseMutationResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import type { Explanation } from '../../api/assistant.ts'
import type { Turn } from '../../api/conversations.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { NamesView } from '../../ui/names-view.tsx'
import { count } from '../../ui/number.ts'
import { Scroll } from '../../ui/scroll.tsx'
import { Loading, Note } from '../../ui/states.tsx'
import { duration } from '../../ui/time.tsx'
import { AnswerClaims } from './answer-claims.tsx'
import { answerQuery, type CompleteAnswer } from './answer-query.ts'
import type { FoundPassage } from './message-parts.ts'

interface EvidenceProps {
  explain: UseMutationResult<Explanation, Error, string>
  /** By the tools of the answer. */
  found: readonly FoundPassage[]
  /** Numbers of the passages that the answer cites. */
  cited: ReadonlySet<number>
  /** The answer says what went wrong. */
  isFailed: boolean
  answer: CompleteAnswer | undefined
}

/** Beside the answer: what was found and why, the prompt, and what the answer took. */
export function Evidence({ explain, found, cited, isFailed, answer }: EvidenceProps) {
  const { checksClaims } = useProject()
  if (explain.isIdle || (explain.isError && isFailed))
    return (
      <p className="quiet small evidence-hint">
        After you ask, the passages, the prompt, and the figures of the answer appear here.
      </p>
    )
  if (explain.isError) return <Note kind="danger">{explain.error.message}</Note>
  if (!explain.data) return <Loading rows={6} label="Reading the evidence" />
  const { passages, prompt, model } = explain.data
  const later = found.filter(({ number }) => !passages.some((passage) => passage.number === number))
  return (
    <Tabs>
      <TabList className="tabs" aria-label="Evidence">
        <Tab id="passages" className="tab">
          Passages
        </Tab>
        <Tab id="names" className="tab">
          Names
        </Tab>
        {checksClaims && (
          <Tab id="claims" className="tab">
            Claims
          </Tab>
        )}
        <Tab id="prompt" className="tab">
          Prompt
        </Tab>
        <Tab id="figures" className="tab">
          Figures
        </Tab>
      </TabList>
      <TabPanel id="passages" className="tab-panel">
        {passages.length === 0 && <p className="quiet small">The search found nothing.</p>}
        <ol className="passages">
          {passages.map((passage) => (
            <Passage
              key={passage.number}
              passage={passage}
              why={why(passage.reason)}
              isCited={cited.has(passage.number)}
            >
              <span className="passage-score small" title="Score, 0 to 1">
                {passage.score.toFixed(2)}
              </span>
            </Passage>
          ))}
          {later.map((passage) => (
            <Passage
              key={passage.number}
              passage={passage}
              why="Read while answering"
              isCited={cited.has(passage.number)}
            />
          ))}
        </ol>
      </TabPanel>
      <TabPanel id="names" className="tab-panel small">
        <Names answer={answer} />
      </TabPanel>
      {checksClaims && (
        <TabPanel id="claims" className="tab-panel small">
          <AnswerClaims answer={answer} />
        </TabPanel>
      )}
      <TabPanel id="prompt" className="tab-panel">
        <div className="stack">
          {prompt.map(({ role, text }) => (
            <div key={role}>
              <h3>{role}</h3>
              <Scroll className="value" label={`Prompt, ${role}`}>
                <pre>{text}</pre>
              </Scroll>
            </div>
          ))}
        </div>
      </TabPanel>
      <TabPanel id="figures" className="tab-panel">
        <Figures model={model} answer={answer} />
      </TabPanel>
    </Tabs>
  )
}

interface PassageProps {
  passage: Explanation['passages'][number] | FoundPassage
  why: string
  isCited: boolean
  children?: ReactNode
}

function Passage({ passage, why, isCited, children }: PassageProps) {
  const { number, url, path, title, content } = passage
  const heading = 'headings' in passage ? passage.headings.at(-1) : undefined
  return (
    <li className={isCited ? 'passage cited' : 'passage'}>
      <div className="row">
        <span className="passage-number">{number}</span>
        <a href={safeAddress(url)} target="_blank" rel="noreferrer" className="truncate strong">
          {heading ?? title}
        </a>
        {children}
      </div>
      <p className="row quiet small">
        <code className="truncate">{path}</code>
        {isCited && <span className="tag">cited</span>}
      </p>
      <p className="small">{why}</p>
      <details className="small">
        <summary>Text</summary>
        <p className="passage-text">{content}</p>
      </details>
    </li>
  )
}

function Names({ answer }: { answer: CompleteAnswer | undefined }) {
  const turn = useTurn(answer)
  if (turn === undefined) return <p className="quiet">The names are checked when the answer is complete.</p>
  return <NamesView grounding={turn.grounding} level={2} />
}

function useTurn(answer: CompleteAnswer | undefined): Turn | undefined {
  return useQuery(answerQuery(useProject().id, answer)).data ?? undefined
}

function Figures({ model, answer }: { model: string; answer: CompleteAnswer | undefined }) {
  const project = useProject()
  const turn = useTurn(answer)
  return (
    <dl className="facts">
      <dt>Model</dt>
      <dd>
        <code>{turn?.model ?? model}</code>
      </dd>
      {turn ? (
        <>
          <dt>Tokens</dt>
          <dd>
            {count(turn.inputTokens)} in, {count(turn.outputTokens)} out
          </dd>
          <dt>Time to first text</dt>
          <dd>{turn.firstTextMs === null ? 'none' : duration(turn.firstTextMs)}</dd>
          <dt>Whole answer</dt>
          <dd>{duration(turn.totalMs)}</dd>
          <dt>Searches</dt>
          <dd>{turn.searches.join(', ')}</dd>
          <dt>Conversation</dt>
          <dd>
            <AppLink href={project.path(`conversations/${answer?.threadId}`)}>Open it</AppLink>
          </dd>
        </>
      ) : (
        <>
          <dt>Answer</dt>
          <dd className="quiet">not complete yet</dd>
        </>
      )}
    </dl>
  )
}

function why({ inHeadings, inText }: Explanation['passages'][number]['reason']): string {
  const parts = [
    ...(inHeadings.length > 0 ? [`in its headings: ${inHeadings.join(', ')}`] : []),
    ...(inText.length > 0 ? [`in its text: ${inText.join(', ')}`] : []),
  ]
  return parts.length === 0
    ? 'Has no word of the question. Docent found it by its meaning or synonyms.'
    : `Found ${parts.join('; ')}`
}
