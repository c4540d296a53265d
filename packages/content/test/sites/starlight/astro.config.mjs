import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
import { reference } from './sidebar.mjs'

export default defineConfig({
  site: 'https://docs.example.com',
  base: '/fx',
  redirects: {
    '/old-start': '/fx/guides/start/',
    '/reference/older': { status: 302, destination: '/fx/reference/zoom/' },
  },
  integrations: [
    starlight({
      title: 'Lantern',
      defaultLocale: 'root',
      locales: {
        root: { label: 'English', lang: 'en' },
        fr: { label: 'Français' },
      },
      sidebar: [
        { label: 'Welcome', link: '/', translations: { fr: 'Bienvenue' } },
        'guides/start',
        {
          label: 'Guides',
          translations: { fr: 'Guides pratiques' },
          items: [
            { slug: 'guides/components', badge: 'New' },
            { slug: 'guides/code', label: 'Code samples', translations: { fr: 'Exemples de code' } },
            { label: 'On the web', link: 'https://example.com/lantern', attrs: { target: '_blank' } },
            { label: 'Deeper', collapsed: true, items: [{ autogenerate: { directory: 'guides/deep' } }] },
          ],
        },
        reference,
      ],
    }),
  ],
})
