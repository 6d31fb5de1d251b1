import type { FormField } from '#domain/content/types/index.ts'
import { directionOf } from '#texts/languages.ts'
import { useTexts } from '../../../texts.tsx'
import { useOpenRecord } from '../open-record.ts'
import { Pair, PartField } from '../pair.tsx'
import styles from './navigation-form.module.css'

const GROUPS = ['announcement', 'header', 'footer', 'closing', 'button'] as const
type Group = (typeof GROUPS)[number]

const NOTED: readonly Group[] = ['announcement', 'header']

/** The frame of every page, from its top to its end. */
export function NavigationForm() {
  const { model } = useOpenRecord()
  const { navigation: texts, language } = useTexts()
  return GROUPS.map((group) => {
    const fields = model.fields.filter(({ name }) => name === group || name.startsWith(`${group}_`))
    return (
      <section key={group} className={styles.group} dir="ltr">
        <div dir={directionOf(language)}>
          <h2 className="h3">{texts.groups[group]}</h2>
          {NOTED.includes(group) && <p className="muted small">{texts.notes[group as keyof typeof texts.notes]}</p>}
        </div>
        {fields
          .filter((field) => !isFact(field))
          .map((field) =>
            field.in === 'languages' ? (
              <Pair key={field.name} field={field} />
            ) : (
              <div key={field.name} dir={directionOf(language)}>
                <PartField field={field} part="shared" />
              </div>
            ),
          )}
        <div className={styles.facts} dir={directionOf(language)}>
          {fields.filter(isFact).map((field) => (
            <PartField key={field.name} field={field} part="shared" />
          ))}
        </div>
      </section>
    )
  })
}

const isFact = ({ in: place, kind }: FormField) => place === 'shared' && kind !== 'menu'
