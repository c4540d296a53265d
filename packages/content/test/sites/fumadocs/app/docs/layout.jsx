import { DocsLayout } from 'fumadocs-ui/layouts/docs'
import { source } from '@/lib/source'

export default function Layout({ children }) {
  return (
    <DocsLayout tree={source.getPageTree()} nav={{ title: 'Lantern' }} sidebar={{ defaultOpenLevel: 9 }}>
      {children}
    </DocsLayout>
  )
}
