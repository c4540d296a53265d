import { useQuery } from '@tanstack/react-query'
import { organizationQuery } from '../../api/organization.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { money } from '../../ui/number.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Note } from '../../ui/states.tsx'
import { LimitsInUse } from './limits-in-use.tsx'
import { SettingsTabs } from './settings-tabs.tsx'

const NAMES = {
  keyPerMonth: ['Answers per assistant key', 'a month'],
  organizationPerHour: ['Requests from all readers', 'an hour'],
  ipPerDay: ['Requests per IP address', 'a day'],
  projectPerHour: ['Jobs per project', 'an hour'],
} as const

export function LimitsPage() {
  const query = useQuery(organizationQuery(useOrganization()))
  return (
    <SettingsTabs>
      <QueryView query={query}>
        {({ limits, spending }) => (
          <div className="stack">
            <LimitsInUse />
            <Note>
              Set limits in <code>docent.config.ts</code>, under <code>limits</code>, <code>agent</code>, and{' '}
              <code>assistant</code>. To apply a change, restart the server.
            </Note>
            <section className="card" aria-label="Request limits">
              <header>
                <h2>Request limits</h2>
              </header>
              <dl className="facts wide inside">
                {limits.map(({ name, max, isOwn }) => (
                  <div key={name} className="fact">
                    <dt>{NAMES[name][0]}</dt>
                    <dd>
                      {max.toLocaleString('en')} {NAMES[name][1]}
                      {isOwn && <span className="quiet"> (set for this organization)</span>}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
            <section className="card" aria-label="Model limits">
              <header>
                <h2>Model limits</h2>
              </header>
              <dl className="facts wide inside">
                <div className="fact">
                  <dt>Cost of one job run</dt>
                  <dd>{money(spending.jobDollars)}</dd>
                </div>
                <div className="fact">
                  <dt>Cost of one answer</dt>
                  <dd>{money(spending.answerDollars)}</dd>
                </div>
                <div className="fact">
                  <dt>Tokens of all jobs</dt>
                  <dd>{spending.tokensPerDay.toLocaleString('en')} a day</dd>
                </div>
              </dl>
            </section>
          </div>
        )}
      </QueryView>
    </SettingsTabs>
  )
}
