import type { ErrorComponentProps } from '@tanstack/react-router'
import { Page } from '../ui/page.tsx'
import { Failed } from '../ui/states.tsx'

/** Also when a script of an older build is gone after an update: loading the page again fetches the new ones. */
export function PageFailed({ error }: ErrorComponentProps) {
  return (
    <Page title="Something failed">
      <Failed error={error} onRetry={() => location.reload()} />
    </Page>
  )
}
