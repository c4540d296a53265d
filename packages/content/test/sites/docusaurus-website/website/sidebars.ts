import type { SidebarsConfig } from '@docusaurus/plugin-content-docs'

const sidebars: SidebarsConfig = {
  docs: [
    { type: 'doc', id: 'introduction', label: 'Start here' },
    {
      type: 'category',
      label: 'Guides',
      collapsible: true,
      items: ['guides/setup-guide', 'guides/advanced'],
    },
  ],
}

export default sidebars
