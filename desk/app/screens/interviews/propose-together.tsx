import { useMemo } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { useDraft } from '../../parts/drafts.ts'
import { Note } from '../../parts/elements.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { loadColleagues, useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { isBeforeInterview, newDraft, ProposalForm, useZone, wordsOf } from './propose.tsx'

export const handle = { folded: true }

export async function loader({ request }: LoaderFunctionArgs) {
  const reference = new URL(request.url).searchParams.getAll('reference')
  const [loaded, colleagues] = await Promise.all([
    api('GET /interviews/together', { query: { reference }, signal: request.signal }),
    loadColleagues(),
  ])
  return { ...loaded, colleagues }
}

/** The same times for several candidates. */
export function Component() {
  const { candidates, canSend, changeHours } = useLoaderData<typeof loader>()
  const { interviews: texts, say } = useTexts()
  const { person } = useSession()
  const { assignable } = useColleagues()
  const form = useSubmit()
  const getting = candidates.filter(({ omission }) => omission === null)
  const omitted = candidates.filter(({ omission }) => omission !== null)
  const isHere = assignable.some(({ id }) => id === person.id)
  const names = `interviews ${candidates.map(({ reference }) => reference).join(' ')}`
  const draft = useDraft(names, () => ({ ...newDraft(person.id, changeHours), ...(!isHere && { people: [] }) }))
  const send = useSend(form, draft)
  const { length: times } = draft.value.slots
  return (
    <ProposalForm
      title={say('interviews.together', { count: getting.length })}
      note={texts.togetherText}
      back={{ to: '/inbox', label: texts.backToInbox }}
      blocked={!canSend ? texts.mailOff : getting.length === 0 && texts.nobodyLeft}
      isMove={false}
      canMove={getting.some(isBeforeInterview)}
      interviewers={assignable}
      {...{ draft, form, send }}
    >
      <p className="own">
        {getting.map(({ reference, name }, index) => (
          <span key={reference}>
            {index > 0 && ' · '}
            <bdi>{name}</bdi>
          </span>
        ))}
      </p>
      {omitted.length > 0 && (
        <Note>
          <b>{texts.omitted}</b>
          <ul>
            {omitted.map(({ reference, name, omission }) => (
              <li key={reference}>
                <bdi>{name}</bdi>: {omission && texts.omissions[omission]}
              </li>
            ))}
          </ul>
        </Note>
      )}
      {times > 0 && times < getting.length && (
        <Note>{say('interviews.togetherEnough', { times, count: getting.length })}</Note>
      )}
    </ProposalForm>
  )
}

function useSend({ submit, isBusy }: ReturnType<typeof useSubmit>, draft: Parameters<typeof ProposalForm>[0]['draft']) {
  const { candidates } = useLoaderData<typeof loader>()
  const { interviews: texts, say } = useTexts()
  const { zone } = useZone()
  const navigate = useNavigate()
  const announcements = useAnnouncements()
  // The same for every try: a repeated request proposes once.
  const id = useMemo(() => crypto.randomUUID(), [])
  return () => {
    if (isBusy || draft.value.slots.length === 0) return
    void submit(async () => {
      const references = candidates.map(({ reference }) => reference)
      const body = { id, references, ...wordsOf(draft.value, zone) }
      const { proposed } = await api('POST /interviews/together', { body })
      draft.forget()
      await navigate('/interviews')
      const ids = proposed.map((each) => each.id)
      if (ids.length === 0) return announcements.show(texts.nobodyLeft)
      announcements.offerUndo({
        text: say('interviews.togetherSent', { count: ids.length }),
        async undo() {
          const { undone } = await api('POST /interviews/together/undo', { body: { ids } })
          announcements.show(say('interviews.togetherUndone', { count: undone }))
          await navigate('/interviews')
        },
      })
    })
  }
}
