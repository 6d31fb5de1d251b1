import { defineType, shortText } from './definition.ts'

export const team = defineType({
  type: 'team',
  records: 'unnumbered',
  titleField: 'name',
  page: '/',
  endpoints: { all: 'team' },
  fields: { name: shortText(60), role: shortText(60) },
  pageContent: (team) => ({ team: team.map(({ name, role }) => ({ name, role })) }),
})
