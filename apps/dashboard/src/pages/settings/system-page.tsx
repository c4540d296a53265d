import { useQuery } from '@tanstack/react-query'
import { type System, systemQuery } from '../../api/organization.ts'
import { useHas } from '../../shell/session-context.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { Badge, LOOKS } from '../../ui/badge.tsx'
import { bytes } from '../../ui/number.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { duration } from '../../ui/time.tsx'
import { BackupsCard } from './backups-card.tsx'
import { FailedTasksCard } from './failed-tasks-card.tsx'
import { SettingsTabs } from './settings-tabs.tsx'

/** Smaller than a page of a database. */
const TINY_BYTES = 4_096

export function SystemPage() {
  const query = useQuery(systemQuery(useOrganization()))
  const hasBackups = useHas('backups')
  return (
    <SettingsTabs>
      <QueryView query={query}>
        {(system) => (
          <div className="stack">
            <Health parts={system.parts} />
            <FailedTasksCard />
            <section className="card" aria-label="Server">
              <header>
                <h2>Server</h2>
              </header>
              <dl className="facts wide inside">
                <Fact title="Docent">{system.version}</Fact>
                <Fact title="Node.js">{system.node}</Fact>
                <Fact title="Running for">{duration(system.uptimeMs)}</Fact>
                <Fact title="Memory">{bytes(system.memoryBytes)}</Fact>
                <Fact title="Git hosts">{system.gitHosts.join(', ') || 'none'}</Fact>
                <Fact title="Model providers">{system.modelProviders.join(', ') || 'none'}</Fact>
                <Fact title="Encrypted with an older key">
                  {system.olderSecrets === 0 ? (
                    'none'
                  ) : (
                    <span>
                      {system.olderSecrets} {system.olderSecrets === 1 ? 'secret' : 'secrets'}: run{' '}
                      <code>docent keys reseal</code>
                    </span>
                  )}
                </Fact>
              </dl>
            </section>
            <section className="card" aria-label="Data">
              <header>
                <h2>Data</h2>
                <span className="quiet small">
                  {bytes(system.data.reduce((sum, one) => sum + one.bytes, 0))}
                </span>
              </header>
              <dl className="facts wide inside">
                <Fact title="Folder">
                  <code>{system.dataDirectory}</code>
                </Fact>
                {[...sizesOf(system.data)].map(([name, size]) => (
                  <Fact key={name} title={name}>
                    {bytes(size)}
                  </Fact>
                ))}
              </dl>
            </section>
            {hasBackups && <BackupsCard />}
          </div>
        )}
      </QueryView>
    </SettingsTabs>
  )
}

/** What takes room, the largest first: a database with the files beside it as one, and what is tiny together. */
function sizesOf(data: System['data']): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const { name, bytes } of data) {
    const database = name.replace(/-(wal|shm|journal)$/, '')
    sizes.set(database, (sizes.get(database) ?? 0) + bytes)
  }
  const shown = [...sizes].filter(([, size]) => size >= TINY_BYTES).sort(([, one], [, other]) => other - one)
  const tiny = [...sizes.values()].filter((size) => size < TINY_BYTES).reduce((sum, size) => sum + size, 0)
  return new Map(tiny === 0 ? shown : [...shown, ['Other files', tiny]])
}

/** Parts that are no plugin; plugins have their own names. */
const PARTS: Readonly<Record<string, string>> = {
  limits: 'Limits',
  rerank: 'Reranking',
  models: 'Models',
  gitHosts: 'Git hosts',
}

function Health({ parts }: Pick<System, 'parts'>) {
  return (
    <section className="card" aria-label="Health">
      <header>
        <h2>Health</h2>
      </header>
      <dl className="facts wide inside">
        {Object.entries(parts).map(([name, { ok, message }]) => (
          <Fact key={name} title={PARTS[name] ?? name}>
            <span className="row wrap">
              <Badge look={LOOKS[ok ? 'ok' : 'trouble']} />
              {message !== undefined && <span className="small">{message}</span>}
            </span>
          </Fact>
        ))}
      </dl>
    </section>
  )
}

function Fact({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="fact">
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
