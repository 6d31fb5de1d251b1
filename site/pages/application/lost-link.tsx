import { useLoaderData } from 'react-router'
import { ContactBox } from '../../components/contact/contact-box.tsx'
import { Button } from '../../components/controls.tsx'
import {
  EMAIL_INPUT,
  Field,
  FormCard,
  FormFoot,
  FormRow,
  RESULT_ID,
  StatusLine,
  TO_RESULT,
} from '../../components/form/field.tsx'
import { PageHeading } from '../../components/headings.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { type PageHandle, useTexts } from '../../page-context.tsx'
import { loadDocument, loadOwn } from '../own-page.ts'
import styles from './application.module.css'

export const handle: PageHandle = {
  texts: ['application', 'forms', 'contact-box', 'opening-hours'],
  closing: 'careers',
}

export const loader = loadOwn('lostLink')
export const clientLoader = loadDocument
export const action = () => null

/** The same whether there is such an application or not. */
export default function LostLink() {
  const { canSend, isAsked, isIncomplete } = useLoaderData<typeof loader>()
  const texts = useTexts('application').lost
  const { results } = useTexts('states')
  return (
    <>
      <PageHead {...texts.meta} result={isAsked ? results.sent : isIncomplete ? results.notSent : undefined} hidden />
      <PageHeading
        trail={[{ name: texts.crumb }]}
        title={canSend ? texts.title : texts.noMailTitle}
        lead={canSend ? texts.text : texts.noMail}
      />
      <div className={`wrap ${styles.lost}`}>{canSend ? <AskForm /> : <ContactBox ground="ink" />}</div>
    </>
  )
}

function AskForm() {
  const texts = useTexts('application').lost
  const { isAsked, isIncomplete, typed } = useLoaderData<typeof loader>()
  return (
    <FormCard id={RESULT_ID} action={TO_RESULT}>
      {isAsked && (
        <FormRow>
          <StatusLine state="done">{texts.asked}</StatusLine>
        </FormRow>
      )}
      {isIncomplete && (
        <FormRow>
          <StatusLine state="failed">{texts.incomplete}</StatusLine>
        </FormRow>
      )}
      <Field
        name="reference"
        label={texts.reference}
        hint={texts.referenceHint}
        defaultValue={typed.reference}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <Field {...EMAIL_INPUT} label={texts.email} defaultValue={typed.email} />
      <FormFoot>
        <Button type="submit">{texts.send}</Button>
      </FormFoot>
    </FormCard>
  )
}
