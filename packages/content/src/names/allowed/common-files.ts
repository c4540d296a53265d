/** Files that projects have whatever they are made with. */
export const COMMON_FILES: ReadonlySet<string> = new Set(
  `package.json package-lock.json pnpm-lock.yaml yarn.lock tsconfig.json jsconfig.json .gitignore .gitattributes .env
  .env.local .env.example .npmrc .nvmrc .editorconfig .prettierrc .eslintrc .dockerignore README.md CHANGELOG.md LICENSE.md
  requirements.txt pyproject.toml setup.py setup.cfg Cargo.toml Cargo.lock go.mod go.sum Gemfile.lock composer.json
  pom.xml build.gradle settings.gradle docker-compose.yml docker-compose.yaml compose.yml compose.yaml index.html index.js
  index.ts main.py main.go main.rs main.js main.ts app.py app.js app.ts server.js server.ts ~/.bashrc ~/.zshrc ~/.profile
  .bashrc .zshrc .profile ~/.ssh/id_rsa ~/.ssh/config .git .github .vscode .github/workflows node_modules/ src/ dist/ docs/`
    .split(/\s+/)
    .filter((name) => name !== ''),
)
