import { useRef } from 'react'
import { Button, Note, TextLink } from '../../parts/elements.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useCvUpload } from '../../submissions/cv-upload.ts'
import { useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { useOpenSubmission } from './open-submission.ts'

/** The page of the person who sent it, and who entered it if the person did not. */
export function SenderPerson() {
  const { candidateId, added, cv, reference } = useOpenSubmission().submission
  const { submission: texts, say } = useTexts()
  const { nameOf } = useColleagues()
  const { can } = useSession()
  return (
    <>
      {candidateId && (
        <p>
          <TextLink to={`/candidates/${candidateId}`}>{texts.person}</TextLink>
        </p>
      )}
      {added && (
        <Note
          title={say(`submission.addedBy.${added.as}`, { name: nameOf(added.by) })}
          actions={!cv && can('submissions.change') && <AddCv reference={reference} />}
        >
          {texts.addedNote}
        </Note>
      )}
    </>
  )
}

function AddCv({ reference }: { reference: string }) {
  const { submission: texts } = useTexts()
  const { refresh } = useOpenSubmission()
  const { show } = useAnnouncements()
  const { submit, isBusy } = useSubmit()
  const input = useRef<HTMLInputElement>(null)
  const send = useCvUpload()
  const add = (file: File | undefined) =>
    file &&
    submit(async () => {
      show((await send(reference, file)) ?? texts.cvAdded)
      await refresh()
    })
  return (
    <>
      <Button small busy={isBusy} onClick={() => input.current?.click()} label={texts.addCv} />
      <input
        ref={input}
        type="file"
        accept=".pdf,application/pdf"
        className="vh"
        tabIndex={-1}
        aria-label={texts.addCv}
        onChange={({ target }) => add(target.files?.[0])}
      />
    </>
  )
}
