/** A person holds any number of them; their rights are the union. */
export const ROLES = ['owner', 'recruiter', 'editor', 'reader'] as const
export type Role = (typeof ROLES)[number]

/** Given for one process: a job, the internships or the general applications. */
export const TEAM_ROLES = ['hiring-manager', 'interviewer'] as const
export type TeamRole = (typeof TEAM_ROLES)[number]
declare module '../platform/database/tables.ts' {
  interface DeclaredNames {
    'team-role': TeamRole
  }
}

/**
 * Declared here only. Every call of the desk names one of these rights, or `signed-in`.
 * A team's role has them for the applications of its process alone; domain/submissions/scope.ts says which these are.
 */
export const RIGHTS = {
  'submissions.read': ['owner', 'recruiter', 'reader', 'hiring-manager', 'interviewer'],
  /** Messages, people, tags: what belongs to no single process. */
  'inbox.read': ['owner', 'recruiter', 'reader'],
  'letters.read': ['owner', 'recruiter', 'reader', 'hiring-manager'],
  'salaries.read': ['owner', 'recruiter', 'reader', 'hiring-manager'],
  'reasons.read': ['owner', 'recruiter', 'reader', 'hiring-manager'],
  'submissions.note': ['owner', 'recruiter', 'hiring-manager', 'interviewer'],
  'submissions.rate': ['owner', 'recruiter', 'hiring-manager', 'interviewer'],
  'submissions.move': ['owner', 'recruiter', 'hiring-manager'],
  'interviews.plan': ['owner', 'recruiter', 'hiring-manager'],
  'submissions.change': ['owner', 'recruiter'],
  'submissions.export': ['owner', 'recruiter'],
  'submissions.erase': ['owner', 'recruiter'],
  'jobs.manage': ['owner', 'recruiter'],
  'content.change': ['owner', 'editor'],
  'visitors.read': ['owner', 'editor'],
  'people.manage': ['owner'],
  'activity.read': ['owner'],
  'settings.change': ['owner'],
} as const satisfies Record<string, readonly (Role | TeamRole)[]>

export type Right = keyof typeof RIGHTS

/** A hiring manager has these only where the set-up of the process allows it. */
const ALLOWED_BY_PROCESS = ['salaries.read', 'reasons.read'] as const satisfies readonly Right[]
type AllowedRight = (typeof ALLOWED_BY_PROCESS)[number]

/** One person's place in the team of a process. */
export interface TeamPlace {
  process: string
  role: TeamRole
  allowed: readonly AllowedRight[]
}

/** Holds rights by roles, and by places in teams. */
export interface Holder {
  roles: readonly Role[]
  teams: readonly TeamPlace[]
}

/** Other roles see every application of their process. */
const SEES_OWN_INTERVIEWS_ONLY: TeamRole = 'interviewer'

export const isRole = (value: unknown): value is Role => ROLES.includes(value as Role)

export const mayDo = (roles: readonly Role[], right: Right) => roles.some((role) => holdersOf(right).includes(role))

const holdersOf = (right: Right): readonly (Role | TeamRole)[] => RIGHTS[right]

const holdsInTeam = ({ role, allowed }: TeamPlace, right: Right) =>
  holdersOf(right).includes(role) &&
  (!ALLOWED_BY_PROCESS.some((each) => each === right) || allowed.some((each) => each === right))

/** Everywhere, or in some team. */
export const mayDoSomewhere = ({ roles, teams }: Holder, right: Right) =>
  mayDo(roles, right) || teams.some((place) => holdsInTeam(place, right))

/** About an application of this process that the person may see. */
export const mayDoIn = ({ roles, teams }: Holder, process: string, right: Right) =>
  mayDo(roles, right) || teams.some((place) => place.process === process && holdsInTeam(place, right))

/** Processes of whose applications all are seen, and those of which only one's own interviews are. */
export function processesWith({ teams }: Holder, right: Right) {
  const own = teams.filter((place) => holdsInTeam(place, right))
  const isLimited = ({ role }: TeamPlace) => role === SEES_OWN_INTERVIEWS_ONLY
  const keysOf = (places: TeamPlace[]) => places.map(({ process }) => process)
  return { whole: keysOf(own.filter((place) => !isLimited(place))), own: keysOf(own.filter(isLimited)) }
}

export const FIRST_ROLE: Role = 'owner'

export const rolesWith = (right: Right): readonly Role[] => ROLES.filter((role) => holdersOf(right).includes(role))

const ALL_RIGHTS = Object.keys(RIGHTS) as Right[]

export const rightsOf = (holder: Holder) => ALL_RIGHTS.filter((right) => mayDoSomewhere(holder, right))

export const rightsIn = (holder: Holder, process: string) =>
  ALL_RIGHTS.filter((right) => mayDoIn(holder, process, right))

/** In the order of `ROLES`, each once. */
export const inOrder = (roles: readonly Role[]) => ROLES.filter((role) => roles.includes(role))

export const areSameRoles = (one: readonly Role[], other: readonly Role[]) =>
  inOrder(one).join() === inOrder(other).join()
