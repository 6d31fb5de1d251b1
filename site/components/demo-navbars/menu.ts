import type { Texts } from '#texts/index.ts'

type PageName = keyof Texts['shell']['pages'] | keyof Texts['demo-navbars']['pages']

interface MenuPage {
  name: PageName
  address: string
}

/** Pages that show one record each. */
type RecordPage =
  | 'serviceDetails'
  | 'projectDetails'
  | 'appDetails'
  | 'caseStudyDetails'
  | 'careerApply'
  | 'blogDetails'

/** Of each the address of a record that is published; none where none is. */
export type RecordAddresses = Partial<Record<RecordPage, string>>

interface Group<Page> {
  /** A group of one page that has no name of its own is a plain link. */
  name?: keyof Texts['demo-navbars']['groups']
  pages: Page[]
}

export type MenuGroup = Group<MenuPage>

/** Every page of the route table, as far as there is something to show on it. */
export const demoMenu = (records: RecordAddresses): MenuGroup[] =>
  GROUPS.map(({ pages, ...group }) => ({
    ...group,
    pages: pages.flatMap((page) => {
      const address = 'address' in page ? page.address : records[page.name]
      return address ? [{ name: page.name, address }] : []
    }),
  }))

const GROUPS: Group<MenuPage | { name: RecordPage }>[] = [
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
      { name: 'serviceDetails' },
      { name: 'pricing', address: '/pricing' },
    ],
  },
  {
    name: 'work',
    pages: [
      { name: 'projects', address: '/projects' },
      { name: 'projectsOverview', address: '/projectsOverView/1' },
      { name: 'projectDetails' },
      { name: 'appDetails' },
      { name: 'caseStudy', address: '/case-study' },
      { name: 'caseStudyDetails' },
    ],
  },
  {
    name: 'careers',
    pages: [
      { name: 'internship', address: '/internship' },
      { name: 'jobs', address: '/jobs' },
      { name: 'careerApply' },
    ],
  },
  {
    name: 'writing',
    pages: [{ name: 'blog', address: '/blog' }, { name: 'blogDetails' }],
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
