import { mayDo } from '#domain/people/rights.ts'
import { api } from '../api.ts'
import { useTexts } from '../texts.tsx'
import type { Colleague } from './item.tsx'

/** Names of those who work here, for every list that hands work over. */
export const loadColleagues = async () => (await api('GET /colleagues', { background: true })).colleagues

/** A name for an id; somebody who has left has none any more. */
export function useNameOf(colleagues: readonly Colleague[]) {
  const { submissions: words } = useTexts()
  return (id: string) => colleagues.find((colleague) => colleague.id === id)?.name ?? words.formerColleague
}

/** Those who may read submissions can be given one. */
export const assignable = (colleagues: readonly Colleague[]) =>
  colleagues.filter(({ role }) => mayDo(role, 'submissions.read'))
