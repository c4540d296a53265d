import { useQuery } from '@tanstack/react-query'
import { DatabaseBackup } from 'lucide-react'
import { type Backups, backupsQuery, useMakeBackup } from '../../api/organization/backups.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { bytes } from '../../ui/number.ts'
import { Note } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toast.tsx'

/** The backups that the server made of itself, and a new one. */
export function BackupsCard() {
  const organization = useOrganization()
  const query = useQuery(backupsQuery(organization))
  const make = useMakeBackup(organization)
  const start = () =>
    make.mutate(undefined, { onSuccess: ({ name }) => say(`The backup ${name} is complete and verified.`) })
  return (
    <section className="card" aria-label="Backups">
      <header>
        <h2>Backups</h2>
        {!query.isError && (
          <Button isPending={make.isPending} onPress={start}>
            <DatabaseBackup size={14} aria-hidden />
            Back up now
          </Button>
        )}
      </header>
      <div className="inside stack tight">
        {query.isError ? <Note>{query.error.message}</Note> : query.data && <BackupsFacts {...query.data} />}
      </div>
    </section>
  )
}

function BackupsFacts({ backups, address, everyHours, keep, holdsStore, last }: Backups) {
  return (
    <>
      <p>
        {last ? (
          <>
            {last.isNoted ? 'Last backup, by another tool: ' : 'Last good backup: '}
            <Time at={last.createdAt} />, <code>{last.address}</code>
          </>
        ) : holdsStore ? (
          <>
            No backup yet. If another tool makes them, run <code>docent note-backup</code> after each.
          </>
        ) : (
          <>
            No backup of the database is recorded. Run <code>docent note-backup</code> after each{' '}
            <code>pg_dump</code>.
          </>
        )}
      </p>
      {!holdsStore && (
        <p className="quiet">
          The backups below contain the data directory of one machine, not the database.
        </p>
      )}
      <p className="quiet">
        {everyHours > 0 ? (
          `The server makes one every ${hours(everyHours)}.`
        ) : (
          <>
            To make backups on a schedule, set <code>backups.everyHours</code> in{' '}
            <code>docent.config.ts</code>.
          </>
        )}{' '}
        The newest {keep} stay in <code>{address}</code>.
      </p>
      {backups.length > 0 && (
        <dl className="facts wide">
          {backups.map(({ name, bytes: size, isEncrypted, createdAt }) => (
            <div key={name} className="fact">
              <dt>
                <Time at={createdAt} />
              </dt>
              <dd>
                <code>{name}</code>, {bytes(size)}
                {isEncrypted && ', encrypted'}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function hours(count: number): string {
  return count === 1 ? 'hour' : `${count} hours`
}
