import { useTexts } from '../../texts.tsx'
import editorStyles from './content.module.css'
import styles from './logo-field.module.css'
import { useOpenRecord } from './open-record.ts'
import { PartField } from './pair.tsx'

/** The company's logos, beside each other. */
export function LogoPart() {
  const { model } = useOpenRecord()
  const { content } = useTexts()
  const logos = model.fields.filter(({ logo }) => logo)
  if (logos.length === 0) return null
  return (
    <section className={editorStyles.factsPart}>
      <h2 className="h3">{content.logo.title}</h2>
      <p className="muted small">{content.logo.text}</p>
      <div className={styles.logos}>
        {logos.map((field) => (
          <PartField key={field.name} field={field} part="shared" />
        ))}
      </div>
    </section>
  )
}
