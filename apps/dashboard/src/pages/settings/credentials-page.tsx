import { useQuery } from '@tanstack/react-query'
import { type Credential, credentialsQuery } from '../../api/organization.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Note } from '../../ui/states.tsx'
import { CredentialLists } from './credentials/credential-lists.tsx'
import { SettingsTabs } from './settings-tabs.tsx'

/** What models, git hosts, and channels need: where each value comes from, and never the value. */
export function CredentialsPage() {
  const query = useQuery(credentialsQuery(useOrganization()))
  return (
    <SettingsTabs>
      <QueryView query={query}>
        {({ secrets, applies }) => (
          <div className="stack">
            <Note kind={applies ? 'info' : 'attention'}>
              {applies
                ? 'Docent uses a new value immediately, stores it encrypted, and never shows it again. An environment variable takes precedence.'
                : 'This server doesn’t use values that you enter here, because docent.config.ts lists its plugins, and none of them has credentials. Add a plugin that does, or remove "plugins" from the file.'}
            </Note>
            <CredentialLists credentials={secrets.filter((one) => isOfUse(one, secrets))} applies={applies} />
          </div>
        )}
      </QueryView>
    </SettingsTabs>
  )
}

/** What is set of the models of a server, which only matters once that server is known. */
const OF_MODELS = /^(OPENAI|OLLAMA)_(CONTEXT_TOKENS|OUTPUT_TOKENS|SYSTEM_ROLE|FIRST_BYTE_MS)$/

function isOfUse({ name, source }: Credential, all: readonly Credential[]): boolean {
  const server = OF_MODELS.exec(name)?.[1]
  if (server === undefined || source !== null) return true
  return all.some((other) => other.source !== null && other.name.startsWith(`${server}_`))
}
