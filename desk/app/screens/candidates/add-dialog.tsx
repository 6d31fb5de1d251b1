import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ADDED_AS, type AddedAs } from '#domain/platform/database/tables.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { api, type ResultOf } from '../../api.ts'
import { CopyButton, Dialog, FormDialog, Secret } from '../../parts/dialog.tsx'
import { Button, Note } from '../../parts/elements.tsx'
import { Check, Choice, Field, Options, SelectField } from '../../parts/field.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useCvUpload } from '../../submissions/cv-upload.ts'
import { useTexts } from '../../texts.tsx'

interface AddDialogProps {
  jobs: { id: number; title: Record<Language, string>; isOpen?: boolean }[]
  onClose(): void
}

interface Added extends ResultOf<'POST /candidates'> {
  name: string
  cvFailure?: string
}

/** A referral, or somebody the team found: it becomes an application. */
export function AddDialog({ jobs, onClose }: AddDialogProps) {
  const { candidates: texts, submissions: words, language: own } = useTexts()
  const { sendsMail } = useSession()
  const [language, setLanguage] = useState<Language>(own)
  const [addedAs, setAddedAs] = useState<AddedAs>('referral')
  const [added, setAdded] = useState<Added>()
  const key = useRef(crypto.randomUUID())
  const form = useSubmit()
  const add = (answers: FormData) =>
    form.change(async () => {
      const textOf = (field: string) => String(answers.get(field) ?? '')
      const name = textOf('name')
      const job = textOf('jobId')
      const result = await api('POST /candidates', {
        body: {
          key: key.current,
          name,
          email: textOf('email'),
          phone: textOf('phone'),
          language,
          jobId: job ? Number(job) : null,
          addedAs,
          confirms: answers.get('confirms') !== null,
        },
      })
      const file = answers.get('cv')
      const cvFailure = file instanceof File && file.size > 0 ? await sendCv(result.reference, file) : undefined
      setAdded({ ...result, name, ...(cvFailure && { cvFailure }) })
    })
  const sendCv = useCvUpload()
  if (added) return <AddedDialog added={added} onClose={onClose} />
  return (
    <FormDialog
      title={texts.addTitle}
      text={texts.addText}
      submit={texts.addSubmit}
      form={form}
      wide
      stays
      onClose={onClose}
      onSubmit={add}
    >
      <Field label={texts.addName} name="name" required autoComplete="off" dir="auto" />
      <Field ltr type="email" label={texts.addEmail} name="email" required autoComplete="off" />
      <Field ltr type="tel" label={texts.addPhone} name="phone" required autoComplete="off" />
      <SelectField label={texts.addJob} name="jobId">
        <option value="">{words.general}</option>
        <Options
          of={jobs.filter(({ isOpen }) => isOpen !== false).map(({ id, title }) => [String(id), title[own]] as const)}
        />
      </SelectField>
      <Choice
        legend={texts.addAs}
        name="addedAs"
        value={addedAs}
        onChange={setAddedAs}
        options={Object.fromEntries(ADDED_AS.map((each) => [each, texts.addedAs[each]])) as typeof texts.addedAs}
      />
      <Choice
        legend={texts.addLanguage}
        name="language"
        value={language}
        onChange={setLanguage}
        options={Object.fromEntries(LANGUAGES.map((each) => [each, words.languages[each]])) as typeof words.languages}
      />
      <Field label={texts.addCv} name="cv" type="file" accept=".pdf,application/pdf" />
      {sendsMail ? (
        <Check label={texts.confirms} name="confirms" />
      ) : (
        <p className="second small">{texts.confirmsNot}</p>
      )}
      <Note>{texts.addNote}</Note>
    </FormDialog>
  )
}

function AddedDialog({ added: { name, reference, link, cvFailure }, onClose }: { added: Added; onClose(): void }) {
  const { candidates: texts, say, shell } = useTexts()
  const navigate = useNavigate()
  return (
    <Dialog
      title={say('candidates.addedTitle', { name })}
      text={texts.addNote}
      stays
      close={shell.close}
      onClose={onClose}
      actions={<Button look="primary" onClick={() => navigate(`/inbox/${reference}`)} label={texts.openIt} />}
    >
      {cvFailure && <Note kind="wrong">{say('candidates.cvFailed', { reason: cvFailure })}</Note>}
      {link && (
        <>
          <p className="second">{texts.addedLink}</p>
          <Secret>{link}</Secret>
          <CopyButton text={link} label={shell.copy} />
        </>
      )}
    </Dialog>
  )
}
