import { useRef } from 'react'
import { directionOf, type Language } from '#texts/languages.ts'
import type { ResultOf } from '../api.ts'
import { Choice, Field, Options, SelectField, TextField } from '../parts/field.tsx'
import { useTexts } from '../texts.tsx'

export type Templates = ResultOf<'GET /letters/templates'>

export interface Letter {
  language: Language
  subject: string
  body: string
  replyTo: 'me' | 'team'
  /** Uploaded, and sent with it. */
  files?: AttachedFile[] | undefined
}

export interface AttachedFile {
  id: string
  fileName: string
  size: number
}

export function newLetter(
  { templates, teamAddress }: Templates,
  kind: string,
  language: string,
  preferred = '',
): Letter {
  const spoken: Language = language === 'ar' ? 'ar' : 'en'
  const offered = templates.filter((each) => each.kind === kind && each.language === spoken)
  const template = offered.find(({ id }) => id === preferred) ?? offered[0]
  return {
    language: spoken,
    subject: template?.subject ?? '',
    body: template?.body ?? '',
    replyTo: teamAddress ? 'team' : 'me',
  }
}

interface LetterFieldsProps {
  templates: Templates
  kind: string
  letter: Letter
  onChange(letter: Letter): void
  errorOf(field: string): string | undefined
}

/** Templates of one kind, and which of them the letter is. `fill` is applied to what a template says. */
export function useTemplateChoice(
  { templates, kind, letter, onChange }: Omit<LetterFieldsProps, 'errorOf'>,
  fill = (text: string, _language: Language) => text,
) {
  const { language: desk } = useTexts()
  const all = templates.templates.map((each) => ({
    ...each,
    subject: fill(each.subject, each.language),
    body: fill(each.body, each.language),
  }))
  const offered = all.filter((each) => each.kind === kind && each.language === letter.language)
  // Named in the desk's language, whatever language the letter is in.
  const namesHere = new Map(all.filter((each) => each.language === desk).map(({ id, name }) => [id, name]))
  const chosen = offered.find(({ subject, body }) => subject === letter.subject && body === letter.body)
  // The person's own text, kept while a template is shown.
  const own = useRef<Pick<Letter, 'subject' | 'body'>>(undefined)
  const change = (changes: Partial<Letter>) => onChange({ ...letter, ...changes })
  return {
    chosen,
    names: offered.map(({ id, name }) => [id, namesHere.get(id) ?? name] as const),
    change,
    speak(language: Language) {
      const same = all.find((each) => each.id === chosen?.id && each.language === language)
      change({ language, ...(same && { subject: same.subject, body: same.body }) })
    },
    choose(id: string) {
      const { subject, body } = letter
      if (!chosen) own.current = { subject, body }
      const wanted = offered.find((each) => each.id === id) ?? own.current
      if (wanted) change({ subject: wanted.subject, body: wanted.body })
    },
  }
}

export function LetterFields({ errorOf, ...props }: LetterFieldsProps) {
  const { templates, kind, letter } = props
  const { letters: texts, submissions: words, say } = useTexts()
  const { chosen, names, change, speak, choose } = useTemplateChoice(props)
  return (
    <>
      <Choice
        legend={texts.language}
        name={`${kind}-language`}
        value={letter.language}
        onChange={speak}
        options={words.languages}
      />
      <SelectField label={texts.template} value={chosen?.id ?? ''} onChange={({ target }) => choose(target.value)}>
        <option value="">{texts.ownText}</option>
        <Options of={names} />
      </SelectField>
      <Field
        label={texts.subject}
        dir={directionOf(letter.language)}
        lang={letter.language}
        value={letter.subject}
        error={errorOf('subject') ?? errorOf('letter.subject')}
        onChange={({ target }) => change({ subject: target.value })}
      />
      <TextField
        label={texts.body}
        hint={say('letters.bodyHint', { placeholders: templates.placeholders.map((name) => `{${name}}`).join(' ') })}
        dir={directionOf(letter.language)}
        lang={letter.language}
        rows={9}
        value={letter.body}
        error={errorOf('body') ?? errorOf('letter.body')}
        onChange={({ target }) => change({ body: target.value })}
      />
      {templates.teamAddress && (
        <Choice
          legend={texts.replyTo}
          name={`${kind}-reply-to`}
          value={letter.replyTo}
          onChange={(replyTo) => change({ replyTo })}
          options={{ team: texts.replyToTeam, me: texts.replyToMe }}
        />
      )}
      <p className="muted small">{texts.replyNote}</p>
    </>
  )
}
