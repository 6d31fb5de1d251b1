import type { Texts } from '#texts/index.ts'

type PageName = keyof Texts['shell']['pages'] | keyof Texts['demo-navbars']['pages']

interface MenuPage {
  name: PageName
  address: string
}

export interface MenuGroup {
  /** A group of one page that has no name of its own is a plain link. */
  name?: keyof Texts['demo-navbars']['groups']
  pages: MenuPage[]
}

/** Every page of the route table; where an address takes an id, the first of the starter content. */
export const DEMO_MENU: MenuGroup[] = [
  { pages: [{ name: 'home', address: '/' }] },
  {
    name: 'company',
    pages: [
      { name: 'about', address: '/about' },
      { name: 'team', address: '/team' },
      { name: 'testimonials', address: '/testimonials' },
      { name: 'faq', address: '/faq' },
      { name: 'terms', address: '/terms-conditions' },
      { name: 'privacy', address: '/privacy-policy' },
    ],
  },
  {
    name: 'services',
    pages: [
      { name: 'services', address: '/services' },
      { name: 'serviceDetails', address: '/services-details/1' },
      { name: 'pricing', address: '/pricing' },
    ],
  },
  {
    name: 'work',
    pages: [
      { name: 'projects', address: '/projects' },
      { name: 'projectsOverview', address: '/projectsOverView/1' },
      { name: 'projectDetails', address: '/projects-details/2' },
      { name: 'appDetails', address: '/app-details/1' },
      { name: 'caseStudy', address: '/case-study' },
      { name: 'caseStudyDetails', address: '/case-study-details' },
    ],
  },
  {
    name: 'careers',
    pages: [
      { name: 'internship', address: '/internship' },
      { name: 'jobs', address: '/jobs' },
      { name: 'careerApply', address: '/careerApply/1' },
    ],
  },
  {
    name: 'writing',
    pages: [
      { name: 'blog', address: '/blog' },
      { name: 'blogDetails', address: '/blog-details' },
    ],
  },
  {
    name: 'demos',
    pages: [
      { name: 'aiStartup', address: '/ai-startup' },
      { name: 'machineLearning', address: '/machine-learning' },
      { name: 'comingSoon', address: '/coming-soon' },
      { name: 'signIn', address: '/sign-in' },
      { name: 'signUp', address: '/sign-up' },
      { name: 'error', address: '/error' },
    ],
  },
  { pages: [{ name: 'contact', address: '/contact' }] },
]

export const namesOfPages = (texts: Pick<Texts, 'shell' | 'demo-navbars'>) => ({
  ...texts.shell.pages,
  ...texts['demo-navbars'].pages,
})
