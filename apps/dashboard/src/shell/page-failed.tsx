import type { ErrorComponentProps } from '@tanstack/react-router'
import { Page } from '../ui/page.tsx'
import { Failed } from '../ui/states.tsx'
import { sayFailure } from '../ui/toast.tsx'
import { reachServer } from './load-page.ts'

/** Also when a script of an older build is gone after an update: loading the page again fetches the new ones. */
export function PageFailed({ error }: ErrorComponentProps) {
  return (
    <Page title="Something failed">
      <Failed error={error} onRetry={() => void reachServer().then(() => location.reload(), sayFailure)} />
    </Page>
  )
}
