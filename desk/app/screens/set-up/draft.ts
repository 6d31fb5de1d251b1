import type { ResultOf } from '../../api.ts'

export type SetUp = ResultOf<'GET /processes/:id'>
export type Bilingual = SetUp['stages'][number]['name'] & object
export type Question = SetUp['questions'][number]
type Criterion = SetUp['criteria'][number]

/** Empty texts instead of none, so that every field has a value while it is written. */
export interface WrittenStage {
  id: string
  kind: SetUp['stages'][number]['kind']
  name: Bilingual
  publicName: Bilingual
}

export interface Written {
  version: number
  stages: WrittenStage[]
  questions: Question[]
  criteria: Criterion[]
  team: SetUp['team']
  shown: SetUp['shown']
  moves: Record<string, string>
}

/** A part of the form. */
export interface PartProps {
  setUp: SetUp
  value: Written
  onChange(changes: Partial<Written>): void
}

export const nothing = (): Bilingual => ({ en: '', ar: '' })

const ID_LENGTH = 10
export const newId = () => crypto.randomUUID().replaceAll('-', '').slice(0, ID_LENGTH)

export const written = ({ version, stages, questions, criteria, team, shown }: SetUp): Written => ({
  version,
  stages: stages.map(({ id, kind, name, publicName }) => ({
    id,
    kind,
    name: name ?? nothing(),
    publicName: publicName ?? nothing(),
  })),
  questions,
  criteria,
  team,
  shown,
  moves: {},
})

export const isEmpty = ({ en, ar }: Bilingual) => en.trim() === '' && ar.trim() === ''

/** As the call takes it: the company's stage without a name keeps the company's word. */
export const toBody = ({ stages, ...rest }: Written) => ({
  ...rest,
  stages: stages.map(({ id, kind, name, publicName }) => ({
    id,
    kind,
    name: isEmpty(name) && id === kind ? null : name,
    publicName: isEmpty(publicName) ? null : publicName,
  })),
})

export function moved<Item>(items: readonly Item[], index: number, by: 1 | -1): Item[] {
  const next = items.slice()
  const [item] = next.splice(index, 1)
  if (item !== undefined) next.splice(index + by, 0, item)
  return next
}

export const replaced = <Item>(items: readonly Item[], index: number, item: Item): Item[] => items.with(index, item)
export const without = <Item>(items: readonly Item[], index: number): Item[] => items.toSpliced(index, 1)
