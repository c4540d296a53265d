import { MapPinOff } from 'lucide-react'
import { AppLink } from '../ui/app-link.tsx'
import { Page } from '../ui/page.tsx'
import { Empty } from '../ui/states.tsx'

/** Where there is no frame around it. */
export function NotFoundAlone() {
  return (
    <main>
      <NotFound />
    </main>
  )
}

export function NotFound() {
  return (
    <Page title="Not found">
      <Empty
        icon={<MapPinOff size={28} aria-hidden />}
        title="There is no such page"
        action={
          <AppLink href="/" className="button">
            Open Home
          </AppLink>
        }
      >
        The address is mistyped, or the page no longer exists.
      </Empty>
    </Page>
  )
}
