import { useQuery } from '@tanstack/react-query'
import { organizationQuery } from '../../../api/organization.ts'
import { useOrganization } from '../../../shell/use-organization.ts'
import { money } from '../../../ui/number.ts'
import { QueryView } from '../../../ui/query-view.tsx'
import { SettingsTabs } from '../settings-tabs.tsx'
import { LimitsForm } from './limits-form.tsx'
import { LimitsInUse } from './limits-in-use.tsx'

export function LimitsPage() {
  const query = useQuery(organizationQuery(useOrganization()))
  return (
    <SettingsTabs>
      <QueryView query={query}>
        {({ limits, isConfigured, spending }) => (
          <div className="stack">
            <LimitsInUse />
            <LimitsForm limits={limits} isConfigured={isConfigured} />
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
              <p className="quiet small inside">
                Set these in <code>docent.config.ts</code>, under <code>agent</code> and{' '}
                <code>assistant</code>. To apply a change, restart the server.
              </p>
            </section>
          </div>
        )}
      </QueryView>
    </SettingsTabs>
  )
}
