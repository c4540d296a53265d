import { CircleCheck, CircleDashed, CircleHelp, CircleX } from 'lucide-react'
import type { ModelCard, ModelCheck, ModelFitness } from '../../api/model-checks.ts'
import { Badge, type BadgeLook } from '../../ui/badge.tsx'
import { count, money } from '../../ui/number.ts'
import { Time } from '../../ui/time.tsx'

const FITNESS: Readonly<Record<ModelFitness, BadgeLook>> = {
  good: { label: 'Good enough', tone: 'success', icon: CircleCheck },
  limited: { label: 'Limited', tone: 'attention', icon: CircleHelp },
  unfit: { label: 'Not good enough', tone: 'danger', icon: CircleX },
  unknown: { label: 'Not checked', tone: 'plain', icon: CircleDashed },
}

const AREAS = {
  protocol: 'Protocol',
  context: 'Context window',
  answers: 'Answers',
  agent: 'Agent tasks',
} as const

const OUTCOMES: Readonly<Record<ModelCheck['outcome'], BadgeLook>> = {
  passed: { label: 'Passed', tone: 'success', icon: CircleCheck },
  failed: { label: 'Failed', tone: 'danger', icon: CircleX },
  skipped: { label: 'Skipped', tone: 'plain', icon: CircleDashed },
}

/** The report card of one model. */
export function ModelCardView({ card }: { card: ModelCard }) {
  const { model, at, fitness, checks, advice } = card
  const areas = Object.entries(AREAS).map(([area, title]) => ({
    title,
    checks: checks.filter((check) => check.area === area),
  }))
  return (
    <section className="card" aria-label={model}>
      <header>
        <h2>{model}</h2>
        <span className="quiet small">
          <Time at={at} />
        </span>
      </header>
      <div className="inside stack">
        <dl className="facts">
          <dt>Assistant</dt>
          <dd>
            <Badge look={FITNESS[fitness.assistant]} />
          </dd>
          <dt>Agent</dt>
          <dd>
            <Badge look={FITNESS[fitness.agent]} />
          </dd>
          <dt>Context window</dt>
          <dd>{windowText(card)}</dd>
          <dt>This check</dt>
          <dd>{costText(card)}</dd>
        </dl>
        {advice.length > 0 && (
          <div className="stack tight">
            <h3>Recommended settings</h3>
            <ul className="model-lines">
              {advice.map(({ setting, value, why }) => (
                <li key={setting}>
                  <Setting name={setting} />: <span className="strong">{value}</span>
                  <p className="quiet small">{why}</p>
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="model-areas">
          {areas.map(
            ({ title, checks: all }) => all.length > 0 && <AreaView key={title} title={title} checks={all} />,
          )}
        </div>
      </div>
    </section>
  )
}

/** Its name, and of what it is, such as `models.agent of the project`. */
function Setting({ name }: { name: string }) {
  const [path, ...where] = name.split(' of ')
  return (
    <>
      <code>{path}</code>
      {where.length > 0 && ` of ${where.join(' of ')}`}
    </>
  )
}

/** Open where something failed. */
function AreaView({ title, checks }: { title: string; checks: readonly ModelCheck[] }) {
  const failed = checks.filter(({ outcome }) => outcome === 'failed')
  const passed = checks.filter(({ outcome }) => outcome === 'passed').length
  const ran = checks.filter(({ outcome }) => outcome !== 'skipped').length
  return (
    <details open={failed.length > 0 && failed.length <= 4}>
      <summary>
        {title}: {ran === 0 ? 'skipped' : `${passed} of ${ran} passed`}
      </summary>
      <ul className="model-lines">
        {[...failed, ...checks.filter((check) => !failed.includes(check))].map((check) => (
          <li key={check.id}>
            <div className="row top spread">
              <span>{check.title}</span>
              <Badge look={OUTCOMES[check.outcome]} />
            </div>
            {check.detail !== undefined && <p className="quiet small">{check.detail}</p>}
          </li>
        ))}
      </ul>
    </details>
  )
}

function windowText({ context: { claimed, measured, isAtLeast } }: ModelCard): string {
  const configured = `${claimed.toLocaleString('en')} tokens configured`
  if (measured === null) return `${configured}, not measured`
  if (measured === 0) return `${configured}, none of them confirmed`
  return `${isAtLeast ? 'at least ' : ''}${measured.toLocaleString('en')} tokens read, ${configured}`
}

function costText({ ms, inputTokens, outputTokens, cost }: ModelCard): string {
  const seconds = Math.round(ms / 1_000)
  const time = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
  const price = cost === null ? 'price not known' : money(cost)
  return `${time}, ${count(inputTokens + outputTokens)} tokens, ${price}`
}
