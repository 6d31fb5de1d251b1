import { type SqlBool, sql } from 'kysely'
import { inOrder, isRole, type Right, type Role, rolesWith } from './rights.ts'

/** How the column `role` keeps several: their words, separated by spaces. */
export const toColumn = (roles: readonly Role[]) => inOrder(roles).join(' ')

/** A word of a later release gives no right. */
export const rolesIn = (column: string): Role[] => inOrder(column.split(' ').filter(isRole))

/** For a query: one of the roles has the right. */
export const hasRoleWith = (right: Right, column: 'role' | 'people.role') =>
  sql<SqlBool>`(${sql.join(
    rolesWith(right).map((role) => sql`' ' || ${sql.ref(column)} || ' ' like ${`% ${role} %`}`),
    sql` or `,
  )})`
