import { DocsLayout } from 'fumadocs-ui/layouts/docs'
import { reference } from '@/lib/source'

export default function Layout({ children }) {
  return (
    <DocsLayout tree={reference.getPageTree()} nav={{ title: 'Lantern' }} sidebar={{ defaultOpenLevel: 9 }}>
      {children}
    </DocsLayout>
  )
}
