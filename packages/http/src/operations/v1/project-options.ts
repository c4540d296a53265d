import { projectConfig } from '@docent/core'
import { V1_MODEL_NAMES } from './model-names.ts'

/** A project as the operator of this server writes it: its models also have the names of the v1 API. */
export const ProjectOptions = projectConfig(V1_MODEL_NAMES)
