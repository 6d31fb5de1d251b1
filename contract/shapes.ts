import * as z from 'zod/mini'
import { category, contactInfo, job, project, review, service, teamMember } from './entities.ts'

const one = <Entity extends z.ZodMiniType>(entity: Entity) => z.object({ data: entity })
const many = <Entity extends z.ZodMiniType>(entity: Entity) => z.object({ data: z.array(entity) })

export const receipt = z.object({ message: z.string(), reference: z.string() })
export type Receipt = z.infer<typeof receipt>

export const responses = {
  // `total` counts the filtered projects; a host without filters leaves it out and sends all.
  allProjects: z.object({ data: z.array(project), total: z.optional(z.int()) }),
  project: one(project),
  productDetails: one(project),
  services: many(service),
  service: one(service),
  jobs: many(job),
  job: one(job),
  contactInfo,
  categories: z.array(category),
  reviews: z.array(review),
  team: z.array(teamMember),
  submitInternshipApplication: receipt,
  submitContactMessage: receipt,
  submitCareerApplication: receipt,
}

export type Responses = { [Name in keyof typeof responses]: z.infer<(typeof responses)[Name]> }
