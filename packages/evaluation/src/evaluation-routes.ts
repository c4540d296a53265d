import type { RouteTable } from '@docent/core/plugin'
import { compareEvaluationRuns } from './operations/compare-evaluation-runs.ts'
import { listEvaluation } from './operations/list-evaluation.ts'
import { listEvaluationRuns } from './operations/list-evaluation-runs.ts'
import { listModelChecks } from './operations/list-model-checks.ts'
import { cancelMeasurement, readMeasurement, startMeasurement } from './operations/measurements.ts'
import { removeEvaluation } from './operations/remove-evaluation.ts'
import { saveEvaluation } from './operations/save-evaluation.ts'

/** What the dashboard shows of evaluations and model checks, and starts. */
export const EVALUATION_ROUTES: RouteTable = [
  ['GET', '/api/projects/{projectId}/evaluation', listEvaluation],
  ['GET', '/api/projects/{projectId}/evaluation/runs', listEvaluationRuns],
  ['GET', '/api/projects/{projectId}/evaluation/comparison', compareEvaluationRuns],
  ['GET', '/api/projects/{projectId}/model-checks', listModelChecks],
  ['GET', '/api/projects/{projectId}/measurement', readMeasurement],
  ['POST', '/api/projects/{projectId}/measurement', startMeasurement],
  ['DELETE', '/api/projects/{projectId}/measurement', cancelMeasurement],
  ['POST', '/api/projects/{projectId}/evaluation', saveEvaluation],
  ['DELETE', '/api/projects/{projectId}/evaluation/{questionId}', removeEvaluation],
]
