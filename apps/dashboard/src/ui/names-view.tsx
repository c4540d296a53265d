import { CircleCheck, CircleDashed, CircleHelp, CircleX, type LucideIcon } from 'lucide-react'
import type { GroundedName, Grounding, NameVerdict } from '../api/conversations.ts'

interface Group {
  title: string
  tone: 'danger' | 'attention' | 'plain' | 'success'
  icon: LucideIcon
}

/** The worst first. */
const GROUPS: Readonly<Record<NameVerdict, Group>> = {
  invented: { title: 'Not in the documentation', tone: 'danger', icon: CircleX },
  indexed: { title: 'On a page that was not retrieved', tone: 'attention', icon: CircleHelp },
  unchecked: { title: 'Not named by the documentation', tone: 'plain', icon: CircleHelp },
  asked: { title: 'From the question', tone: 'plain', icon: CircleDashed },
  retrieved: { title: 'In a retrieved passage', tone: 'success', icon: CircleCheck },
  cited: { title: 'On a cited page', tone: 'success', icon: CircleCheck },
}

interface NamesViewProps {
  grounding: Grounding | undefined
  /** Of the headings. */
  level: 2 | 4
}

/** The names of an answer by what they rest on, each once. */
export function NamesView({ grounding, level }: NamesViewProps) {
  const Heading = `h${level}` as const
  if (grounding === undefined)
    return (
      <p className="quiet small">This answer has no flags, options, addresses, or other names to check.</p>
    )
  const { names, counts, removed = [] } = grounding
  return (
    <div className="names-view stack">
      {removed.length > 0 && (
        <section>
          <Heading className="names-title attention">
            <CircleX size={14} aria-hidden />
            Removed from the answer
          </Heading>
          <ul>
            {[...new Map(removed.map((name) => [name.text, name])).values()].map(
              ({ text, by, suggestion }) => (
                <li key={text}>
                  <code>{text}</code>{' '}
                  <span className="quiet">
                    {by === 'repair' ? 'written again' : 'left out'}
                    {suggestion !== undefined && (
                      <>
                        ; the documentation has <code>{suggestion}</code>
                      </>
                    )}
                  </span>
                </li>
              ),
            )}
          </ul>
        </section>
      )}
      {(Object.keys(GROUPS) as NameVerdict[]).map((verdict) => (
        <NameGroup
          key={verdict}
          group={GROUPS[verdict]}
          heading={Heading}
          names={once(names.filter((name) => name.verdict === verdict))}
          isCountedOnly={counts[verdict] > 0 && !names.some((name) => name.verdict === verdict)}
          count={counts[verdict]}
        />
      ))}
    </div>
  )
}

interface NameGroupProps {
  group: Group
  heading: 'h2' | 'h4'
  names: readonly GroundedName[]
  /** The answer has so many names that those of this group are not listed. */
  isCountedOnly: boolean
  count: number
}

function NameGroup({ group, heading: Heading, names, isCountedOnly, count }: NameGroupProps) {
  const { title, tone, icon: Icon } = group
  if (names.length === 0 && !isCountedOnly) return null
  return (
    <section>
      <Heading className={`names-title ${tone}`}>
        <Icon size={14} aria-hidden />
        {title}
      </Heading>
      {isCountedOnly ? (
        <p className="quiet">{count} names</p>
      ) : (
        <ul>
          {names.map((name) => (
            <li key={`${name.start}`}>
              <code>{name.text}</code> <NameNote name={name} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function NameNote({ name: { passage, suggestion, unconfirmedWith } }: { name: GroundedName }) {
  return (
    <span className="quiet">
      {passage !== undefined && `passage ${passage} `}
      {suggestion !== undefined && (
        <>
          the documentation has <code>{suggestion}</code>
        </>
      )}
      {unconfirmedWith !== undefined && (
        <>
          never together with <code>{unconfirmedWith}</code>
        </>
      )}
    </span>
  )
}

function once(names: readonly GroundedName[]): GroundedName[] {
  return [...new Map(names.map((name) => [`${name.text} ${name.unconfirmedWith ?? ''}`, name])).values()]
}
