import type { CallApi } from '#contract/call.ts'
import { endpoints } from '#contract/endpoints.ts'
import { addressOfJob, addressOfProject, addressOfService } from '#contract/page-addresses.ts'
import { nullOnError } from '../../load.ts'
import type { Searchable } from './find-by-name.ts'
import type { MenuGroup, namesOfPages } from './menu.ts'

/** The pages are known at once; they stay searchable when the API cannot be had. */
export const searchablePages = (menu: MenuGroup[], names: ReturnType<typeof namesOfPages>): Searchable[] =>
  menu.flatMap(({ pages }) => pages).map(({ name, address }) => ({ kind: 'page', name: names[name], address }))

export async function searchableOffers(callApi: CallApi): Promise<Searchable[]> {
  const [services, projects, jobs] = await Promise.all([
    nullOnError(callApi(endpoints.services)),
    nullOnError(callApi(endpoints.allProjects)),
    nullOnError(callApi(endpoints.jobs)),
  ])
  return [
    ...(services?.data ?? []).map((service) => offer('service', service.title, addressOfService(service))),
    ...(projects?.data ?? []).map((project) => offer('project', project.title, addressOfProject(project))),
    ...(jobs?.data ?? []).map((job) => offer('job', job.title, addressOfJob(job))),
  ]
}

const offer = (kind: Searchable['kind'], name: string, address: string): Searchable => ({ kind, name, address })
