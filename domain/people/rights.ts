/** A person holds any number of them; their rights are the union. */
export const ROLES = ['owner', 'recruiter', 'editor', 'reader'] as const
export type Role = (typeof ROLES)[number]

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

export const mayDo = (roles: readonly Role[], right: Right) => rolesWith(right).some((role) => roles.includes(role))

export const FIRST_ROLE: Role = 'owner'

export const rolesWith = (right: Right): readonly Role[] => RIGHTS[right]

export const rightsOf = (roles: readonly Role[]) =>
  (Object.keys(RIGHTS) as Right[]).filter((right) => mayDo(roles, right))

/** In the order of `ROLES`, each once. */
export const inOrder = (roles: readonly Role[]) => ROLES.filter((role) => roles.includes(role))

export const areSameRoles = (one: readonly Role[], other: readonly Role[]) =>
  inOrder(one).join() === inOrder(other).join()
