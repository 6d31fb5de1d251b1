import {
  CircleUser,
  Columns3,
  Diamond,
  FileText,
  History,
  Image,
  Inbox,
  type LucideIcon,
  Mails,
  Users,
  Webhook,
} from 'lucide-react'
import type { RouteObject } from 'react-router'
import type { Right } from '#domain/people/rights.ts'
import type { DeskTexts } from '#texts/desk/en/index.ts'

export interface Screen {
  name: keyof DeskTexts['shell']['screens']
  path: string
  right?: Right
  group?: keyof DeskTexts['shell']['groups']
  icon: LucideIcon
  /** After G. */
  key?: string
  folded?: boolean
  load: RouteObject['lazy']
  children?: { path: string; load: RouteObject['lazy']; folded?: boolean }[]
}

export const screens: Screen[] = [
  {
    name: 'today',
    path: '/',
    group: 'work',
    icon: Diamond,
    key: 'T',
    load: () => import('./screens/today/today.tsx'),
  },
  {
    name: 'inbox',
    path: '/inbox',
    group: 'work',
    right: 'submissions.read',
    icon: Inbox,
    key: 'I',
    load: () => import('./screens/inbox/inbox.tsx'),
    children: [{ path: '/inbox/:id', load: () => import('./screens/submission/submission.tsx') }],
  },
  {
    name: 'stages',
    path: '/stages',
    group: 'work',
    right: 'submissions.read',
    icon: Columns3,
    key: 'S',
    load: () => import('./screens/board/board.tsx'),
    children: [{ path: '/stages/:job', load: () => import('./screens/board/board.tsx') }],
  },
  {
    name: 'templates',
    path: '/templates',
    group: 'work',
    right: 'submissions.change',
    icon: Mails,
    key: 'L',
    load: () => import('./screens/templates/templates.tsx'),
    children: [{ path: '/templates/:id', load: () => import('./screens/templates/template.tsx') }],
  },
  {
    name: 'content',
    path: '/content',
    group: 'site',
    right: 'content.change',
    icon: FileText,
    key: 'C',
    load: () => import('./screens/content/list.tsx'),
    children: [
      { path: '/content/:type', load: () => import('./screens/content/list.tsx') },
      { path: '/content/:type/:id', load: () => import('./screens/content/editor.tsx') },
    ],
  },
  {
    name: 'pictures',
    path: '/pictures',
    group: 'site',
    right: 'content.change',
    icon: Image,
    key: 'B',
    load: () => import('./screens/pictures/pictures.tsx'),
  },
  {
    name: 'people',
    path: '/people',
    group: 'desk',
    right: 'people.manage',
    icon: Users,
    key: 'P',
    load: () => import('./screens/people/people.tsx'),
  },
  {
    name: 'activity',
    path: '/activity',
    group: 'desk',
    right: 'activity.read',
    icon: History,
    key: 'A',
    load: () => import('./screens/activity/activity.tsx'),
  },
  {
    name: 'webhooks',
    path: '/webhooks',
    group: 'desk',
    right: 'settings.change',
    icon: Webhook,
    key: 'W',
    load: () => import('./screens/webhooks/webhooks.tsx'),
  },
  { name: 'account', path: '/account', icon: CircleUser, load: () => import('./screens/account/account.tsx') },
]
