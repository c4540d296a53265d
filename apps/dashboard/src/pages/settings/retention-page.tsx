import { useQuery } from '@tanstack/react-query'
import { organizationQuery } from '../../api/organization.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { plural } from '../../ui/number.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Note } from '../../ui/states.tsx'
import { SettingsTabs } from './settings-tabs.tsx'

export function RetentionPage() {
  const query = useQuery(organizationQuery(useOrganization()))
  return (
    <SettingsTabs>
      <QueryView query={query}>
        {({ retention }) => (
          <div className="stack">
            <Note>
              Set the retention times in <code>docent.config.ts</code>, under{' '}
              <code>assistant.keepThreadsDays</code>, <code>agent.keepStepsDays</code>,{' '}
              <code>agent.keepEventsDays</code>, and <code>agent.archiveAfterDays</code>.
            </Note>
            <section className="card" aria-label="Retention">
              <dl className="facts wide inside">
                <div className="fact">
                  <dt>Conversations after the last question</dt>
                  <dd>{retention.threadsDays === null ? 'forever' : plural(retention.threadsDays, 'day')}</dd>
                </div>
                <div className="fact">
                  <dt>Timelines of finished jobs</dt>
                  <dd>{plural(retention.eventsDays, 'day')}</dd>
                </div>
                <div className="fact">
                  <dt>Changes and tokens of finished jobs</dt>
                  <dd>{plural(retention.stepsDays, 'day')}</dd>
                </div>
                <div className="fact">
                  <dt>Finished jobs are archived after</dt>
                  <dd>{plural(retention.archiveAfterDays, 'day')} without a change</dd>
                </div>
              </dl>
            </section>
          </div>
        )}
      </QueryView>
    </SettingsTabs>
  )
}
