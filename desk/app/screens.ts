import {
  Bell,
  CalendarClock,
  ChartColumn,
  CircleUser,
  Columns3,
  Contact,
  Diamond,
  Eye,
  FileText,
  History,
  Image,
  Inbox,
  type LucideIcon,
  Mails,
  PanelsTopLeft,
  Signpost,
  Users,
  Webhook,
} from 'lucide-react'
import type { RouteObject } from 'react-router'
import type { Right } from '#domain/people/rights.ts'
import type { DeskTexts } from '#texts/desk/index.ts'

export interface Screen {
  name: keyof DeskTexts['shell']['screens']
  path: string
  right?: Right
  group?: keyof DeskTexts['shell']['groups']
  icon: LucideIcon
  /** After G. */
  key?: string
}

export const screens: Screen[] = [
  { name: 'today', path: '/', group: 'work', icon: Diamond, key: 'T' },
  { name: 'inbox', path: '/inbox', group: 'work', right: 'submissions.read', icon: Inbox, key: 'I' },
  { name: 'stages', path: '/stages', group: 'work', right: 'submissions.read', icon: Columns3, key: 'S' },
  {
    name: 'interviews',
    path: '/interviews',
    group: 'work',
    right: 'submissions.read',
    icon: CalendarClock,
    key: 'V',
  },
  { name: 'candidates', path: '/candidates', group: 'work', right: 'inbox.read', icon: Contact, key: 'D' },
  { name: 'reports', path: '/reports', group: 'work', right: 'submissions.read', icon: ChartColumn, key: 'R' },
  { name: 'templates', path: '/templates', group: 'work', right: 'submissions.change', icon: Mails, key: 'L' },
  { name: 'content', path: '/content', group: 'site', right: 'content.change', icon: FileText, key: 'C' },
  { name: 'pages', path: '/pages', group: 'site', right: 'content.change', icon: PanelsTopLeft, key: 'O' },
  { name: 'pictures', path: '/pictures', group: 'site', right: 'content.change', icon: Image, key: 'B' },
  { name: 'redirects', path: '/redirects', group: 'site', right: 'content.change', icon: Signpost, key: 'U' },
  { name: 'visitors', path: '/visitors', group: 'site', right: 'visitors.read', icon: Eye, key: 'E' },
  { name: 'people', path: '/people', group: 'desk', right: 'people.manage', icon: Users, key: 'P' },
  { name: 'activity', path: '/activity', group: 'desk', right: 'activity.read', icon: History, key: 'A' },
  { name: 'webhooks', path: '/webhooks', group: 'desk', right: 'settings.change', icon: Webhook, key: 'W' },
  { name: 'notifications', path: '/notifications', icon: Bell, key: 'N' },
  { name: 'account', path: '/account', icon: CircleUser },
]

/** The files of each entry by address: with `Component`, and `loader` if something is loaded first. */
export const routes: Record<Screen['name'], Record<string, NonNullable<RouteObject['lazy']>>> = {
  today: { '/': () => import('./screens/today/today.tsx') },
  inbox: {
    '/inbox': () => import('./screens/inbox/inbox.tsx'),
    '/replies': () => import('./screens/unsorted/unsorted.tsx'),
    '/inbox/:id': () => import('./screens/submission/submission.tsx'),
    '/inbox/:id/scorecard': () => import('./screens/scorecard/scorecard.tsx'),
  },
  stages: {
    '/stages': () => import('./screens/board/board.tsx'),
    '/stages/:job': () => import('./screens/board/board.tsx'),
    '/stages/:job/set-up': () => import('./screens/set-up/set-up.tsx'),
  },
  interviews: {
    '/interviews': () => import('./screens/interviews/interviews.tsx'),
    '/interviews/together': () => import('./screens/interviews/propose-together.tsx'),
    '/interviews/:id': () => import('./screens/interviews/propose.tsx'),
  },
  candidates: {
    '/candidates': () => import('./screens/candidates/candidates.tsx'),
    '/candidates/lists': () => import('./screens/candidates/lists.tsx'),
    '/candidates/:id': () => import('./screens/candidates/candidate.tsx'),
  },
  reports: { '/reports': () => import('./screens/reports/reports.tsx') },
  templates: {
    '/templates': () => import('./screens/templates/templates.tsx'),
    '/templates/:id': () => import('./screens/templates/template.tsx'),
  },
  content: {
    '/content': () => import('./screens/content/list.tsx'),
    '/content/import': () => import('./screens/imports/imports.tsx'),
    '/content/import/:id': () => import('./screens/imports/import.tsx'),
    '/content/work': () => import('./screens/content-work/work.tsx'),
    '/content/replace': () => import('./screens/content-work/replace.tsx'),
    '/content/:type': () => import('./screens/content/list.tsx'),
    '/content/:type/:id': () => import('./screens/content/editor.tsx'),
  },
  pages: {
    '/pages': () => import('./screens/pages/pages.tsx'),
    '/pages/:page': () => import('./screens/content/editor.tsx'),
  },
  pictures: { '/pictures': () => import('./screens/pictures/pictures.tsx') },
  redirects: { '/redirects': () => import('./screens/redirects/redirects.tsx') },
  visitors: { '/visitors': () => import('./screens/visitors/visitors.tsx') },
  people: { '/people': () => import('./screens/people/people.tsx') },
  activity: { '/activity': () => import('./screens/activity/activity.tsx') },
  webhooks: { '/webhooks': () => import('./screens/webhooks/webhooks.tsx') },
  notifications: { '/notifications': () => import('./screens/notifications/notifications.tsx') },
  account: { '/account': () => import('./screens/account/account.tsx') },
}

/** Today of people who have no inbox. */
export const contentToday = () => import('./screens/today/content-today.tsx')
