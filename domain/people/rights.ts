export const ROLES = ['owner', 'recruiter', 'editor', 'reader'] as const
export type Role = (typeof ROLES)[number]
declare module '../platform/database/tables.ts' {
  interface DeclaredNames {
    role: Role
  }
}

/** Declared here only. Every call of the desk names one of these rights, or `signed-in`. */
export const RIGHTS = {
  'submissions.read': ['owner', 'recruiter', 'reader'],
  'submissions.change': ['owner', 'recruiter'],
  'submissions.rate': ['owner', 'recruiter'],
  'submissions.export': ['owner', 'recruiter'],
  'submissions.erase': ['owner', 'recruiter'],
  'jobs.manage': ['owner', 'recruiter'],
  'content.change': ['owner', 'editor'],
  'people.manage': ['owner'],
  'activity.read': ['owner'],
  'settings.change': ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type Right = keyof typeof RIGHTS

export const isRole = (value: unknown): value is Role => ROLES.includes(value as Role)

export const mayDo = (role: Role, right: Right) => rolesWith(right).includes(role)

export const FIRST_ROLE: Role = 'owner'

export const rolesWith = (right: Right): readonly Role[] => RIGHTS[right]

export const rightsOf = (role: Role) => (Object.keys(RIGHTS) as Right[]).filter((right) => mayDo(role, right))
