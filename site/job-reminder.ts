import type { Job } from '#contract/entities.ts'

export const addressOfReminder = ({ id }: Pick<Job, 'id'>) => `/jobs/${id}.ics`
