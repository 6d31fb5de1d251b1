import type { Role } from '#domain/people/rights.ts'
import { useTexts } from './texts.tsx'

/** The names of all roles of a person in one line. */
export function useRoleNames() {
  const { shell, formats } = useTexts()
  return (roles: readonly Role[]) =>
    roles.length === 0 ? shell.noRole : formats.list(roles.map((role) => shell.roles[role]))
}
