import { organizationPath } from '../../shell/paths.ts'
import { useCan } from '../../shell/session-context.ts'
import { useCurrentProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { CopyCode } from '../../ui/copy-code.tsx'

interface WidgetTagProps {
  /** Its name for screen readers. */
  label: string
  /** What switches the feature on, such as `count-views`. */
  attribute: string
}

/** The lines for a website that switch a feature of the widget on. */
export function WidgetTag({ label, attribute }: WidgetTagProps) {
  const { organization, current } = useCurrentProject()
  const canManage = useCan('manage')
  const script = `<script src="${location.origin}/widget/latest/docent.js" async></script>`
  const element = `<docent-assistant domain="${current?.domain ?? ''}" key="<ASSISTANT_API_KEY>" ${attribute}></docent-assistant>`
  return (
    <>
      <CopyCode label={label} text={`${script}\n${element}`} />
      <div className="row wrap small">
        <span className="quiet">
          Put an assistant key in place of <code>{'<ASSISTANT_API_KEY>'}</code>.
        </span>
        {canManage && (
          <AppLink href={`${organizationPath(organization, 'api-keys')}?new=true`}>Create a key</AppLink>
        )}
      </div>
    </>
  )
}
