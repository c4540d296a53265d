import type { Selector } from './select.ts'

/** How the HTML of a generator is read. */
export interface HtmlProfile {
  /** What a page says; the first that is there. */
  main: readonly Selector[]
  /** What is no text of the page inside of it. */
  drop: Selector
  navigation: Selector
  /** Entries of the navigation, with what nests them and what is no part of their label. */
  entry: Selector
  nest: Selector
  noLabel?: Selector
  /** Entries that lead to the first page below them, and have no page of their own. */
  noLink?: Selector
  /** Entries that stand over those that follow them at their level, up to the next. */
  head?: Selector
  /** The name of the part of the site whose navigation it is. */
  part?: Selector
  /** What looks like an entry and is none, or holds no entries. */
  noEntry?: Selector
  /** The labels of tabs, and what each of them shows. Default: by their roles. */
  tabs?: { list: Selector; label: Selector; panel: Selector }
  /** Where links lead. Default: headings below the title, and what authors name. */
  anchors?: Selector
  /** The main part of a page that the generator makes by itself. */
  generated?: Selector
  /** Addresses that are no documentation. */
  skip?: RegExp
  /** Parts of a line that stand apart by their style. */
  apart?: Selector
  /** What pages have that the search finds. Default: all pages without `noindex`. */
  listed?: Selector
}

/** Profiles by generator, as their builds name themselves. */
export const PROFILES: Readonly<Record<string, HtmlProfile>> = {
  docusaurus: {
    main: ['.theme-doc-markdown', '[class*=generatedIndexPage]', '[class*=mdxPageWrapper]'],
    drop: '.hash-link, .theme-doc-toc-mobile, .theme-doc-version-banner, .theme-doc-version-badge, .theme-doc-breadcrumbs, .theme-unlisted-banner, button, [class*=codeLineNumber]',
    navigation: 'nav.menu',
    entry: '.menu__link',
    nest: 'ul',
    noLink: '.menu__link--sublist-caret',
    generated: '[class*=generatedIndexPage]',
    skip: /^\/(?:404|search)$|(?:^|\/)tags(?:\/|$)/,
  },
  'mkdocs-material': {
    main: ['article.md-content__inner', '.md-content__inner'],
    drop: '.headerlink, .linenos, a[id^=__], .md-content__button, .md-source-file, .md-tags, .md-annotation, .md-post, .md-pagination',
    navigation: '.md-nav--primary',
    entry: 'a.md-nav__link, label.md-nav__link',
    nest: 'ul',
    noEntry: 'label[for=__toc], .md-nav--secondary',
    noLabel: '.md-nav__icon, .md-status',
    tabs: { list: '.tabbed-labels', label: 'label', panel: '.tabbed-block' },
    // Lists of posts that a blog makes.
    skip: /^\/404$|(?:^|\/)(?:archive|category|page)\/[^/]+$/,
  },
  // Built with the theme furo, which shows the whole navigation on each page.
  sphinx: {
    main: ['#furo-main-content'],
    drop: '.headerlink, .linenos, .sphinx-tabs-tab-close, .backrefs, .sd-stretched-link, nav.contents, input, .gp-copy',
    navigation: '.sidebar-tree',
    entry: 'a.reference, p.caption',
    nest: 'ul',
    anchors: 'section[id], span[id], dt[id], figure[id], table[id]',
    skip: /^\/(?:genindex.*|search|py-modindex|_modules.*)$/,
  },
  // Of the layouts of the fixture.
  hugo: {
    main: ['.content'],
    drop: '.ln',
    navigation: 'nav.docs',
    entry: 'a',
    nest: 'ul',
  },
  starlight: {
    main: ['main'],
    drop: '.sr-only, .sl-anchor-link, mobile-starlight-toc, footer',
    apart: '.title, .description',
    navigation: 'nav.sidebar',
    entry: 'a, summary',
    nest: 'ul',
    noLabel: '.sl-badge',
    tabs: { list: '.tablist-wrapper', label: '[role=tab]', panel: '[role=tabpanel]' },
    skip: /^\/404$/,
    listed: 'main[data-pagefind-body]',
  },
  // Single documents, which have no navigation.
  docutils: {
    main: ['main'],
    drop: '.contents, .topic-title-toc, .ln, .subtitle, .docinfo',
    navigation: 'nav.none',
    entry: 'a',
    nest: 'ul',
    anchors: 'section[id], span[id], aside[id], div[id], p[id], dt[id], figure[id], table[id]',
  },
  // With the table of contents in the pages, which load it.
  mdbook: {
    main: ['main'],
    drop: '.boring, .buttons, .fa-icon, .img-wrapper',
    navigation: '.sidebar-scrollbox',
    entry: '.chapter-link-wrapper, .part-title',
    nest: 'ol',
    noLabel: '.chapter-fold-toggle, strong',
    anchors: 'h2[id], h3[id], h4[id], h5[id], h6[id], a[id], div[id], dt[id]',
    skip: /^\/(?:404|print|toc)$/,
  },
  // Of the layouts of the fixture, and of Antora's own.
  antora: {
    main: ['article.doc'],
    drop: 'a.anchor, #toc, .pagination',
    navigation: 'nav.nav, nav.nav-menu',
    entry: '.entry, .nav-link, .nav-text, .title',
    nest: 'ul',
    anchors:
      'h2[id], h3[id], h4[id], h5[id], h6[id], a[id], .paragraph, .listingblock, .exampleblock, .imageblock, .admonitionblock, .ulist, .olist, .dlist, table, details',
    skip: /^\/404$/,
  },
  // Built with the theme Just the Docs, whose lists of children below a page are left empty.
  jekyll: {
    main: ['main', 'article', 'body'],
    drop: '.anchor-heading, .lineno, .rouge-gutter, .reversefootnote, #markdown-toc',
    navigation: '.site-nav',
    entry: '.nav-list-link, .nav-category',
    nest: 'ul',
    anchors:
      'h2[id], h3[id], h4[id], h5[id], h6[id], p[id], dt[id], div[id], table[id], ul[id], blockquote[id]',
    skip: /^\/404$/,
  },
  // The menu for small screens has the whole navigation on each page.
  nextra: {
    main: ['main'],
    drop: '.subheading-anchor, [id=footnote-label], h3[style*=visibility], button[title], [aria-hidden=true]',
    apart: '.nextra-card',
    navigation: '.nextra-mobile-nav',
    entry: 'a, button[data-href], li[class*=word-break]',
    nest: 'ul',
    head: 'li[class*=word-break]',
    skip: /^\/(?:404|_not-found)$/,
    listed: 'main[data-pagefind-body]',
  },
  fumadocs: {
    main: ['.prose'],
    drop: 'button[aria-label]',
    navigation: '#nd-sidebar',
    entry: 'a[data-active], button[aria-controls], p.inline-flex',
    nest: '[id^=radix]',
    head: 'p.inline-flex',
    part: 'button[aria-haspopup]',
    skip: /^\/(?:404|_not-found)$/,
  },
  vitepress: {
    main: ['.VPHome', '.vp-doc', '.VPPage'],
    drop: '.header-anchor, .copy, .lang, .line-numbers-wrapper',
    navigation: '.VPSidebar',
    entry: '.item',
    nest: '.items',
    tabs: { list: '.tabs', label: 'label', panel: 'div[class*=language-]' },
    noLabel: '.caret',
    skip: /^\/404$/,
  },
}

/** The pages that Docent serves. */
export const SERVED: HtmlProfile = {
  main: ['.content'],
  drop: 'a.anchor, .sr-only',
  // Also components.
  anchors: '[id], a[name]',
  navigation: 'nav.side',
  entry: 'a, summary, p.nav-title',
  nest: 'ul',
}
