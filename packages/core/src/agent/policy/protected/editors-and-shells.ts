import { type ProtectedClass, system } from './protected-class.ts'

export const EDITORS_AND_SHELLS: ProtectedClass = {
  name: 'Editors and shells',
  why: 'runs when a developer opens the repository',
  systems: [
    system(
      'Visual Studio Code',
      'code.visualstudio.com/docs/configure/settings',
      '.vscode/',
      '*.code-workspace',
    ),
    system(
      'Visual Studio',
      'learn.microsoft.com/en-us/visualstudio/ide/solutions-and-projects-in-visual-studio',
      '.vs/',
    ),
    system('JetBrains', 'www.jetbrains.com/help/idea/project-settings.html', '.idea/', '.fleet/', '*.iml'),
    system('Zed', 'zed.dev/docs/configuring-zed', '.zed/'),
    system('Dev containers', 'containers.dev/implementors/spec', '.devcontainer/', '.devcontainer.json'),
    system('Gitpod and Ona', 'www.gitpod.io/docs/classic/user/references/gitpod-yml', '.gitpod*', '.ona/'),
    system(
      'Other editors',
      'www.gnu.org/software/emacs/manual/html_node/emacs/Directory-Variables.html',
      '.dir-locals.el',
      '.exrc',
      '.vimrc',
      '.nvimrc',
      '.nvim.lua',
      '*.sublime-project',
      '.editorconfig',
      '.project',
      '.settings/',
      '.replit',
      'replit.nix',
      '.stackblitzrc',
    ),
    system('direnv', 'direnv.net/man/direnv.1.html', '.envrc', '.direnv/'),
  ],
}
