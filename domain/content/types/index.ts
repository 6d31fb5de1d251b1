import { caseStudies } from './case-studies.ts'
import { categories } from './categories.ts'
import { company } from './company.ts'
import { contactInfo } from './contact-info.ts'
import type { ContentDefinition, FieldModel } from './definition.ts'
import { jobs } from './jobs.ts'
import { landingPages } from './landing-pages.ts'
import { navigation } from './navigation.ts'
import { notes } from './notes.ts'
import { pages } from './pages.ts'
import { prices } from './prices.ts'
import { projects } from './projects.ts'
import { questions } from './questions.ts'
import { reviews } from './reviews.ts'
import { services } from './services.ts'
import { team } from './team.ts'
import { testimonials } from './testimonials.ts'

/** Every type of content, in the order in which the desk lists them. One file of content/ holds one type. */
const DEFINITIONS = [
  services,
  categories,
  projects,
  jobs,
  reviews,
  team,
  contactInfo,
  company,
  prices,
  questions,
  testimonials,
  notes,
  caseStudies,
  landingPages,
  navigation,
  ...pages,
] as const

type Listed = (typeof DEFINITIONS)[number]
export type ContentType = Listed['type']

export type EntityOf<Type extends ContentType> =
  Extract<Listed, { type: Type }> extends ContentDefinition<Type, infer Entity> ? Entity : never

export const CONTENT_TYPES: readonly ContentType[] = DEFINITIONS.map(({ type }) => type)

const BY_NAME = new Map<string, ContentDefinition>(DEFINITIONS.map((each) => [each.type, each]))

export const isContentType = (name: string): name is ContentType => BY_NAME.has(name)

export const definitionOf = (type: ContentType): ContentDefinition => BY_NAME.get(type) as ContentDefinition

const FORM_FIELDS = [
  'name',
  'in',
  'kind',
  'maxLength',
  'advisedLength',
  'choices',
  'logo',
  'alwaysShown',
  'fixedPages',
  'hasMarks',
] as const
export interface FormField extends Pick<FieldModel, (typeof FORM_FIELDS)[number]> {
  required: Requirement
}

type Requirement = 'always' | 'unlessRemote' | 'withGroup' | 'never'

export interface TypeForm extends Pick<ContentDefinition, 'isSingle' | 'hasOrder' | 'hasId' | 'titleField'> {
  type: ContentType
  fields: FormField[]
}

export function formOf(type: ContentType): TypeForm {
  const { isSingle, hasOrder, hasId, titleField, fields } = definitionOf(type)
  const formField = (field: FieldModel) => ({
    ...Object.fromEntries(FORM_FIELDS.flatMap((name) => (field[name] === undefined ? [] : [[name, field[name]]]))),
    required: requirementOf(field),
  })
  return { type, isSingle, hasOrder, hasId, titleField, fields: fields.map(formField) as unknown as FormField[] }
}

function requirementOf({ isRequired, requiredUnlessRemote, standsAlone, at }: FieldModel): Requirement {
  if (isRequired) return 'always'
  if (requiredUnlessRemote) return 'unlessRemote'
  // A group, such as the salary, is there as a whole or not at all.
  return at.length > 1 && !standsAlone ? 'withGroup' : 'never'
}
