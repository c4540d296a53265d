import { expect, test } from 'vitest'
import { watchedFiles } from './watched-files.ts'

const { isCode } = watchedFiles()

test.each([
  'integration/serve_test.go',
  'integration/client/connect.py',
  'cmd/e2e/run.go',
  'internal/pump/pump_test.go',
  'internal/pump/testdata/valve.go',
  'spec/models/valve_spec.rb',
  'spec/spec_helper.rb',
  'src/valve.spec.ts',
  'src/test/java/org/pump/Base.java',
  'src/main/org/pump/ValveTest.java',
  'src/main/org/pump/ValveTests.cs',
  'src/main/org/pump/ValveIT.java',
  'src/androidTest/kotlin/Valve.kt',
  'core/ValveSpec.scala',
  'cypress/login.ts',
  'pkg/testhelpers/start.go',
  'tests/conftest.py',
  'lib/conftest.py',
  'ui/valve.stories.tsx',
  'acceptance/flow.ts',
])('tests are no code: %s', (path) => {
  expect(isCode(path)).toBe(false)
})

test.each([
  'src/integrations/slack.ts',
  'src/latest.ts',
  'src/contest.go',
  'api/ValveSpec.java',
  'pkg/apis/pod_spec.go',
  'spec/openapi.yaml',
  'specs/settings.schema.json',
  'src/greatest/Audit.java',
  'src/attestation.rs',
  'src/inspect.rb',
])('code stays code: %s', (path) => {
  expect(isCode(path)).toBe(true)
})
