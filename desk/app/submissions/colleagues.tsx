import { useLoaderData } from 'react-router'
import { mayDo } from '#domain/people/rights.ts'
import { api, type ResultOf } from '../api.ts'
import { Initial } from '../parts/elements.tsx'
import { useSession } from '../session.tsx'
import { useTexts } from '../texts.tsx'

type Colleague = ResultOf<'GET /colleagues'>['colleagues'][number]

export const loadColleagues = async () => (await api('GET /colleagues', { background: true })).colleagues

export function useColleagues() {
  const { colleagues } = useLoaderData<{ colleagues: Colleague[] }>()
  const { submissions: words } = useTexts()
  return {
    /** Former colleagues have no name any more. */
    nameOf(id: string | null) {
      if (id === null) return words.nobody
      return colleagues.find((colleague) => colleague.id === id)?.name ?? words.formerColleague
    },
    isColleague: (id: string) => colleagues.some((colleague) => colleague.id === id),
    /** People who may read submissions can be given one. */
    assignable: colleagues.filter(({ role }) => mayDo(role, 'submissions.read')),
  }
}

export function AssigneeInitial({ id }: { id: string | null }) {
  const { person } = useSession()
  const { nameOf } = useColleagues()
  return <Initial name={id === null ? undefined : nameOf(id)} isMe={id === person.id} />
}
