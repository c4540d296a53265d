import { DocentError, json } from '@docent/core/plugin'
import { defineApiOperation, explainCap } from '@docent/http'
import { z } from 'zod'
import { assertMeasurable } from '../measurements/assert-measurable.ts'
import { Measurement, MeasurementRequest } from '../measurements/measurement.ts'
import { Measurements } from '../measurements/measurements.ts'

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
  summary: 'Get the progress of an evaluation or model check',
  description:
    'Returns the last evaluation or model check that somebody started, whether it has ended or not.',
  tag: 'Dashboard',
  permission: 'view',
  reply: {
    status: 200,
    description: 'The evaluation or model check, or null if there is none.',
    content: { 'application/json': z.object({ measurement: MeasurementView.nullable() }) },
  },
  async handle({ project, services, signal }) {
    const measurement = await new Measurements(services.docent).current(project.id, signal)
    return json({ measurement: measurement ? view(measurement) : null })
  },
})

export const startMeasurement = defineApiOperation({
  id: 'startMeasurement',
  summary: 'Start an evaluation or a model check',
  description:
    'It runs in the background and counts toward the spend cap of the project. Each project runs one at a time: while another one runs, the reply is 409. The result appears among the evaluation runs or the model checks.',
  tag: 'Dashboard',
  permission: 'edit',
  audit: 'measurement.start',
  body: MeasurementRequest,
  reply: {
    status: 202,
    description: 'The evaluation or model check is waiting to start.',
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
  summary: 'Cancel the running evaluation or model check',
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
