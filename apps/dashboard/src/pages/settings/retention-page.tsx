import { useQuery } from '@tanstack/react-query'
import { type OrganizationDetail, organizationQuery } from '../../api/organization.ts'
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
              Change a time in <code>docent.config.ts</code>, with the option named beside it.
            </Note>
            <section className="card" aria-label="Retention">
              <dl className="facts wide inside">
                {timesOf(retention).map(({ what, time, option }) => (
                  <div key={option} className="fact retention">
                    <dt>{what}</dt>
                    <dd>{time}</dd>
                    <dd className="quiet">
                      <code>{option}</code>
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          </div>
        )}
      </QueryView>
    </SettingsTabs>
  )
}

function timesOf({
  threadsDays,
  eventsDays,
  stepsDays,
  archiveAfterDays,
}: OrganizationDetail['retention']): { what: string; time: string; option: string }[] {
  return [
    {
      what: 'Conversations are deleted',
      time: threadsDays === null ? 'never' : `${plural(threadsDays, 'day')} after the last question`,
      option: 'assistant.keepThreadsDays',
    },
    {
      what: 'Timelines of jobs are deleted',
      time: `${plural(eventsDays, 'day')} after the end of the job`,
      option: 'agent.keepEventsDays',
    },
    {
      what: 'Changes and tokens of jobs are deleted',
      time: `${plural(stepsDays, 'day')} after the end of the job`,
      option: 'agent.keepStepsDays',
    },
    {
      what: 'Finished jobs are archived',
      time: `${plural(archiveAfterDays, 'day')} after the last change`,
      option: 'agent.archiveAfterDays',
    },
  ]
}
