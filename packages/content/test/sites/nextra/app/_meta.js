export default {
  index: { title: 'Home', type: 'page', theme: { layout: 'full' } },
  docs: { title: 'Documentation', type: 'page' },
  about: { type: 'page', title: 'About us' },
  team: { type: 'page' },
  code: { title: 'Code', type: 'page', href: 'https://example.com/lantern' },
}
