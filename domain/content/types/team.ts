import type { TeamMember } from '#contract/entities.ts'
import { defineType, sharedField, shortText } from './definition.ts'

const member = ({ name, role, portrait }: { name: string; role: string; portrait: string | null }): TeamMember => ({
  name,
  role,
  ...(portrait && { portrait }),
})

export const team = defineType({
  type: 'team',
  records: 'unnumbered',
  titleField: 'name',
  page: '/',
  endpoints: { all: 'team' },
  fields: {
    name: shortText(60),
    role: shortText(60),
    // Without one the portrait is drawn from the name.
    portrait: sharedField('picture', { optional: true }),
  },
  shape: member,
  pageContent: (team) => ({ team: team.map(member) }),
})
