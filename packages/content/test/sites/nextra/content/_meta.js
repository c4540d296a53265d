import { later } from './later'

export default {
  index: 'Welcome',
  '-- guides': { type: 'separator', title: 'How to' },
  start: { theme: { toc: false } },
  guides: { title: 'All guides', theme: { collapsed: true } },
  '---': { type: 'separator' },
  ...later,
  secret: { display: 'hidden' },
  web: { title: 'On the web', href: 'https://example.com/web' },
}
