import type { PluginNames } from './plugin-names.ts'
import type { PluginPort } from './plugin-port.ts'

/** Where npm finds a package: a version, or `file:` and a tarball. */
export type PackageVersions = Readonly<Record<string, string>>

/** Tools of a new plugin. */
const TOOLS = { '@types/node': '^24.0.0', typescript: '>=5.9', vitest: '^5.0.0' } as const

/** The files around the sources of a plugin. */
export function packageFiles(port: PluginPort, names: PluginNames, versions: PackageVersions) {
  return {
    'package.json': `${JSON.stringify(manifest(port, names, versions), null, 2)}\n`,
    'tsconfig.json': `${JSON.stringify(TSCONFIG, null, 2)}\n`,
    'tsconfig.build.json': `${JSON.stringify(TSCONFIG_BUILD, null, 2)}\n`,
    '.gitignore': 'node_modules\ndist\n',
    'README.md': readme(port, names),
  }
}

const TSCONFIG = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'esnext.iterator', 'esnext.disposable'],
    types: ['node'],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  },
  include: ['src'],
}

const TSCONFIG_BUILD = {
  extends: './tsconfig.json',
  compilerOptions: {
    noEmit: false,
    declaration: true,
    outDir: 'dist',
    rootDir: 'src',
    allowImportingTsExtensions: false,
    rewriteRelativeImportExtensions: true,
  },
  exclude: ['src/**/*.test.ts'],
}

function manifest({ port }: PluginPort, names: PluginNames, versions: PackageVersions) {
  const core = versions['@docent/core'] ?? '*'
  return {
    name: names.package,
    version: '0.0.0',
    description: `${port} for Docent`,
    license: 'MIT',
    type: 'module',
    engines: { node: '>=22.16' },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    files: ['dist', 'README.md'],
    scripts: {
      build: 'tsc --project tsconfig.build.json',
      check: 'tsc',
      test: 'vitest run',
      prepack: 'npm run build',
    },
    dependencies: { zod: '^4.0.0' },
    peerDependencies: { '@docent/core': core.startsWith('file:') ? '*' : core },
    devDependencies: { ...versions, ...TOOLS },
  }
}

function readme({ port, promise }: PluginPort, { package: name, plugin, factory }: PluginNames): string {
  return `# ${name}

A plugin for Docent that fills the port ${port}: ${promise}.

## Install

\`\`\`bash
npm install ${name}
\`\`\`

\`\`\`ts
// docent.config.ts
import { ${factory} } from '${name}'

export default {
  plugins: [${factory}({ url: 'https://service.example.com' })],
}
\`\`\`

## Options

| Option | Default | Meaning |
| --- | --- | --- |
| \`url\` | \`http://127.0.0.1:8080\` | address of the service |

## Environment

The plugin reads no variables.

## Limits

Say here what \`${plugin}\` can't do.

## Develop

\`npm run check\` checks the types. \`npm test\` runs the contract suite of the port. Each failing test names the member to write next.
`
}
