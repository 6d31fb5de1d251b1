import { loadSamples, removeSamples, USUAL_SAMPLES } from '#domain/operations/samples/samples.ts'
import { call } from '../call.ts'

/** Invented submissions, to judge the desk by before anybody has written. */
export const sampleCalls = {
  'POST /samples': call({
    access: 'submissions.change',
    audit: 'samples.load',
    async handle({ database, write, now }) {
      // Whoever loads them twice gets others.
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
