import type { SiteVariants } from '@docent/client'
import { useEffect, useState } from 'preact/hooks'
import type { Conversation } from '../conversation.ts'
import type { Options } from '../options.ts'
import { onPageChange } from '../page/on-page-change.ts'
import type { Texts } from '../texts/texts.ts'

export interface VariantPickersProps {
  conversation: Conversation
  filter: Options['filter']
  texts: Texts
}

interface Choice {
  version?: string
  language?: string
}

/** Which version and language the answers are from, where the site has several. They begin with those of the page. */
export function VariantPickers({ conversation, filter = {}, texts }: VariantPickersProps) {
  const [choice, setChoice] = useState<Choice>({})
  const site = useVariants(conversation, () => setChoice({}))
  useEffect(() => conversation.choose(choice), [conversation, choice])
  if (site === undefined) return null
  const { versions, languages, page } = site
  const current = versions.find(({ isCurrent }) => isCurrent)?.name
  const version = choice.version ?? filter.version ?? page.version ?? current
  const all = { name: '', label: texts.allLanguages }
  return (
    <div class="variants">
      {picker(texts.version, versions, version, (version) => setChoice({ ...choice, version }))}
      {picker(
        texts.language,
        languages.length > 0 ? [all, ...languages] : [],
        choice.language ?? filter.language ?? '',
        (language) => setChoice({ ...choice, language }),
      )}
    </div>
  )
}

function picker(
  name: string,
  options: SiteVariants['languages'],
  value: string | undefined,
  onChoice: (name: string) => void,
) {
  if (options.length === 0) return null
  return (
    <select aria-label={name} value={value} onChange={(event) => onChoice(event.currentTarget.value)}>
      {options.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** Undefined until they are known; without them the panel is as for any other site. */
function useVariants(conversation: Conversation, onPage: () => void): SiteVariants | undefined {
  const [site, setSite] = useState<SiteVariants>()
  useEffect(() => {
    const abort = new AbortController()
    const load = async () => {
      try {
        setSite(await conversation.variants(abort.signal))
      } catch (error) {
        console.debug('docent-assistant: the versions were not read.', error)
      }
    }
    const stop = onPageChange(() => {
      onPage()
      void load()
    })
    void load()
    return () => {
      abort.abort()
      stop()
    }
  }, [conversation])
  return site
}
