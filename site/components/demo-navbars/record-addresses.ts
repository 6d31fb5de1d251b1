import type { CallApi } from '#contract/call.ts'
import { MOBILE_APP } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Facts } from '#contract/facts.ts'
import { addressOfJob, addressOfProject, addressOfService } from '#contract/page-addresses.ts'
import { nullOnError } from '../../load.ts'
import type { RecordAddresses } from './menu.ts'

/** The first of each kind that is published. Where the API cannot be had the menu does without. */
export async function findRecordAddresses(
  callApi: CallApi,
  { notes, 'case-studies': studies }: Partial<Facts>,
): Promise<RecordAddresses> {
  const [services, projects, jobs] = await Promise.all([
    nullOnError(callApi(endpoints.services)),
    nullOnError(callApi(endpoints.allProjects)),
    nullOnError(callApi(endpoints.jobs)),
  ])
  const [service, job] = [services?.data[0], jobs?.data[0]]
  const app = projects?.data.find(({ type }) => type === MOBILE_APP)
  const project = projects?.data.find(({ type }) => type !== MOBILE_APP)
  return {
    ...(service && { serviceDetails: addressOfService(service) }),
    ...(project && { projectDetails: addressOfProject(project) }),
    ...(app && { appDetails: addressOfProject(app) }),
    ...(job && { careerApply: addressOfJob(job) }),
    ...(studies?.length && { caseStudyDetails: '/case-study-details' }),
    ...(notes?.length && { blogDetails: '/blog-details' }),
  }
}
