/** What a person may be at the desk. */
export const ROLES = ['owner', 'recruiter', 'editor', 'reader'] as const
export type Role = (typeof ROLES)[number]

/** Who may do what: the only place that says so. Every call of the desk names one of these rights, or `signed-in`. */
export const RIGHTS = {
  'submissions.read': ['owner', 'recruiter', 'reader'],
  'submissions.change': ['owner', 'recruiter'],
  'submissions.export': ['owner', 'recruiter'],
  'submissions.erase': ['owner', 'recruiter'],
  'content.change': ['owner', 'editor'],
  'people.manage': ['owner'],
  'activity.read': ['owner'],
  'settings.change': ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type Right = keyof typeof RIGHTS

export const isRole = (value: unknown): value is Role => ROLES.includes(value as Role)

export const mayDo = (role: Role, right: Right) => (RIGHTS[right] as readonly Role[]).includes(role)

export const rightsOf = (role: Role) => (Object.keys(RIGHTS) as Right[]).filter((right) => mayDo(role, right))
