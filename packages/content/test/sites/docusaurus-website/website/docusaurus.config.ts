import type * as Preset from '@docusaurus/preset-classic'
import type { Config } from '@docusaurus/types'

const config: Config = {
  title: 'Program',
  url: 'https://example.com',
  baseUrl: '/',
  trailingSlash: true,
  onBrokenLinks: 'warn',
  presets: [
    [
      'classic',
      {
        docs: {
          path: '../docs',
          routeBasePath: '/',
          sidebarPath: './sidebars.ts',
          lastVersion: 'current',
          versions: {
            current: { label: '3.x' },
            '2.x': { path: 'two', banner: 'none' },
          },
        },
        blog: false,
      } satisfies Preset.Options,
    ],
  ],
}

export default config
