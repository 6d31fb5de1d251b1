import type { TeamMember } from '#contract/entities.ts'
import type { Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'

export function listTeamMembers(queries: Queries, language: Language): Promise<TeamMember[]> {
  return queries
    .selectFrom('team_members')
    .select([`name_${language} as name`, `role_${language} as role`])
    .orderBy('position')
    .execute()
}
