const redirects = [{ from: '/old-page', to: '/docs/next/intro' }]

export default {
  title: 'Fixture',
  url: 'https://example.com',
  baseUrl: '/fx/',
  onBrokenLinks: 'warn',
  markdown: { format: 'detect', hooks: { onBrokenMarkdownLinks: 'warn' } },
  i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
  presets: [
    [
      'classic',
      {
        docs: {
          sidebarPath: './sidebars.js',
          exclude: ['**/_*.{js,jsx,ts,tsx,md,mdx}', '**/_*/**', 'drafts-folder/**'],
          lastVersion: '2.0',
          versions: {
            current: { label: 'Next' },
            '2.0': { label: '2.0' },
            '1.0': { label: '1.0', path: 'one', banner: 'unmaintained' },
          },
        },
        blog: false,
      },
    ],
  ],
  plugins: [
    [
      '@docusaurus/plugin-content-docs',
      {
        id: 'community',
        path: 'community',
        routeBasePath: 'community',
        sidebarPath: './sidebars-community.js',
      },
    ],
    ['@docusaurus/plugin-client-redirects', { redirects }],
  ],
  themeConfig: { navbar: { title: 'Fixture', items: [] } },
}
