import { loadSamples, removeSamples, USUAL_SAMPLES } from '#domain/operations/samples/samples.ts'
import { call } from '../call.ts'

export const sampleCalls = {
  'POST /samples': call({
    access: 'submissions.change',
    audit: 'samples.load',
    async handle({ database, write, now }) {
      // A second load gives other samples.
      const options = { count: USUAL_SAMPLES, now, seed: now.getTime() % 2 ** 31 }
      await loadSamples(database, (work) => write(work, (counts) => ({ counts })), options)
      return { loaded: USUAL_SAMPLES }
    },
  }),

  'DELETE /samples': call({
    access: 'submissions.change',
    audit: 'samples.remove',
    async handle({ database, write }) {
      return { removed: await removeSamples(database, (work) => write(work, (counts) => ({ counts }))) }
    },
  }),
}
