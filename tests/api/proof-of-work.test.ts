import { describe, expect, test } from 'vitest'
import type { Project, Service } from '#contract/entities.ts'
import { addressOfProject, addressOfService } from '#contract/page-addresses.ts'
import type { Language } from '#texts/languages.ts'
import { addressIn } from '../support/addresses.ts'
import { duringTests } from '../support/during-tests.ts'
import { startSite } from '../support/start-site.ts'
import { starterTexts } from '../support/starter-company.ts'
import { languagesByTurn } from '../support/turns.ts'

const site = duringTests(startSite)

async function mainOf(address: string, language: Language) {
  const html = await (await fetch(site.url + addressIn(language, address))).text()
  return (/<main[\s>].*<\/main>/s.exec(html)?.[0] ?? '').replaceAll('&amp;', '&').replaceAll('&#x27;', "'")
}

async function listOf<Item>(path: string, language: Language): Promise<Item[]> {
  const response = await fetch(`${site.url}/api/guest-api/${path}`, { headers: { 'accept-language': language } })
  return ((await response.json()) as { data: Item[] }).data
}

const projectsIn = (language: Language) => listOf<Project>('all-projects', language)
const linkTo = (address: string, language: Language) => `href="${addressIn(language, address)}"`

describe.each(languagesByTurn(1))('in %s', (language) => {
  test('home names what came of a project of each category, and leads to its case study', async () => {
    const main = await mainOf('/', language)
    const shown = (await projectsIn(language)).filter((project) =>
      main.includes(linkTo(addressOfProject(project), language)),
    )
    expect(new Set(shown.map(({ type }) => type)).size).toBe(3)
    for (const { outcome, case_study } of shown) {
      expect(main).toContain(outcome)
      expect(main).toContain(linkTo(case_study as string, language))
    }
    for (const list of ['/case-study', '/blog']) expect(main).toContain(linkTo(list, language))
  })

  test('every project states its result, technology, team and duration', async () => {
    for (const project of await projectsIn(language)) {
      const main = await mainOf(addressOfProject(project), language)
      expect(main).toContain(project.outcome)
      expect(main).toContain(project.team)
      for (const technology of project.technology) expect(main).toContain(technology)
      expect(main).toContain(starterTexts(language)['project-facts'].duration)
    }
  })

  test('a project and its case study link to each other', async () => {
    const told = (await projectsIn(language)).filter(({ case_study }) => case_study)
    expect(told).not.toEqual([])
    for (const project of told) {
      expect(await mainOf(addressOfProject(project), language)).toContain(
        linkTo(project.case_study as string, language),
      )
      expect(await mainOf(project.case_study as string, language)).toContain(
        linkTo(addressOfProject(project), language),
      )
    }
  })

  test('a service names a case study of its kind, and none where there is none', async () => {
    for (const service of await listOf<Service>('Services', language)) {
      const names = (await mainOf(addressOfService(service), language)).includes('/case-study-details?study=')
      expect([service.motif, names]).toEqual([service.motif, ['app', 'erp', 'web'].includes(service.motif ?? '')])
    }
  })

  test.each([
    ['/', '/contact'],
    ['/jobs', '/general-application'],
    ['/general-application', '/jobs'],
    ['/case-study', '/blog'],
    ['/blog', '/case-study'],
  ])('the call at the end of %s leads to %s', async (address, target) => {
    const html = await (await fetch(site.url + addressIn(language, address))).text()
    const [call = ''] = html.match(/<footer.*?<nav/s) ?? []
    expect(call).toContain(linkTo(target, language))
  })

  test('the footer leads to case studies and articles', async () => {
    const html = await (await fetch(site.url + addressIn(language, '/about'))).text()
    const [footer = ''] = html.match(/<footer.*<\/footer>/s) ?? []
    for (const list of ['/case-study', '/blog']) expect(footer).toContain(linkTo(list, language))
  })
})
