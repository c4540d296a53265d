import { DocentError } from '@docent/core'
import { z } from 'zod'
import { Measurement, MeasurementRequest } from '../../measurements/measurement.ts'
import { Measurements } from '../../measurements/measurements.ts'
import { assertMeasurable } from '../../measurements/run-measurement.ts'
import { defineApiOperation } from '../../requests/operation.ts'
import { json } from '../../requests/reply.ts'
import { explainCap } from '../explain-cap.ts'

const MeasurementView = Measurement.omit({ seenAt: true })
  .extend({
    startedAt: z.iso.datetime(),
    step: z.string().describe('The current part, such as `answers` or `protocol`.'),
    message: z.string().optional().describe('Why it failed.'),
  })
  .meta({ id: 'Measurement' })

const view = ({ seenAt: _, startedAt, ...rest }: Measurement): z.input<typeof MeasurementView> => ({
  ...rest,
  startedAt: new Date(startedAt).toISOString(),
})

export const readMeasurement = defineApiOperation({
  id: 'readMeasurement',
  summary: 'Read how far a measurement is',
  description: 'The last evaluation or check of a model that somebody started, ended or not.',
  tag: 'Dashboard',
  permission: 'view',
  reply: {
    status: 200,
    description: 'Null when nothing was measured.',
    content: { 'application/json': z.object({ measurement: MeasurementView.nullable() }) },
  },
  async handle({ project, services, signal }) {
    const measurement = await new Measurements(services.docent).current(project.id, signal)
    return json({ measurement: measurement ? view(measurement) : null })
  },
})

export const startMeasurement = defineApiOperation({
  id: 'startMeasurement',
  summary: 'Start an evaluation or the check of a model',
  description:
    'It runs in the background, one at a time for each project, and counts against the spend cap of the project. 409 while another one runs. The result is among the runs of the evaluation, or among the model checks.',
  tag: 'Dashboard',
  permission: 'edit',
  audit: 'measurement.start',
  body: MeasurementRequest,
  reply: {
    status: 202,
    description: 'It waits for its turn.',
    content: { 'application/json': MeasurementView },
  },
  async handle({ body, project, services, signal, note }) {
    note.about(body.kind)
    await explainCap(assertMeasurable(services.docent, project, body, signal))
    return json(view(await new Measurements(services.docent).start(project, body, signal)), 202)
  },
})

export const cancelMeasurement = defineApiOperation({
  id: 'cancelMeasurement',
  summary: 'Cancel the measurement that runs',
  tag: 'Dashboard',
  permission: 'edit',
  audit: 'measurement.cancel',
  reply: { status: 204, description: 'It stops within seconds, and leaves no result.' },
  async handle({ project, services, signal }) {
    if (!(await new Measurements(services.docent).cancel(project.id, signal)))
      throw new DocentError('not_found', 'Nothing is being measured for this project.')
    return { kind: 'empty', status: 204 }
  },
})
