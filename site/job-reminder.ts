import type { Job } from '#contract/entities.ts'

/** Where the calendar file of a job stands, without the Arabic prefix. */
export const addressOfReminder = ({ id }: Pick<Job, 'id'>) => `/jobs/${id}.ics`
