import { useEffect, useRef, useState } from 'react'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { api } from '../../../api.ts'
import { Button } from '../../../parts/elements.tsx'
import { LoadFailure, useLoaded } from '../../../parts/work.tsx'
import { useTexts } from '../../../texts.tsx'
import { useOpenRecord } from '../open-record.ts'
import styles from './landing.module.css'

const WIDTHS = { desk: 1280, phone: 390 } as const
type Width = keyof typeof WIDTHS

/** The real page with the draft in it, drawn again whenever the draft is stored. Nothing in it runs or leads away. */
export default function LivePreview({ section }: { section?: string | undefined }) {
  const { draft, record } = useOpenRecord()
  const { landing, content, language: desk } = useTexts()
  const { preview: texts } = landing
  const [language, setLanguage] = useState<Language>(desk)
  const [width, setWidth] = useState<Width>('desk')
  const { params } = draft
  const loading = useLoaded(draft.isNew ? undefined : `${params.type}/${params.id}`, ({ signal }) =>
    api('GET /content/:type/:id/preview', { params, signal }),
  )
  const link = loading.result?.links[language]
  const stored = Object.values(record.parts)
    .map(({ version }) => version)
    .join('-')
  return (
    <section className={styles.preview}>
      <h2 className="h3">{texts.title}</h2>
      <div className={styles.choices}>
        <fieldset>
          <legend className="vh">{texts.language}</legend>
          {LANGUAGES.map((each) => (
            <Button
              key={each}
              small
              aria-pressed={each === language}
              onClick={() => setLanguage(each)}
              label={content.parts[each]}
            />
          ))}
        </fieldset>
        <fieldset>
          <legend className="vh">{texts.width}</legend>
          {(Object.keys(WIDTHS) as Width[]).map((each) => (
            <Button key={each} small aria-pressed={each === width} onClick={() => setWidth(each)} label={texts[each]} />
          ))}
        </fieldset>
      </div>
      {draft.isNew && <p className="muted small">{texts.notStored}</p>}
      <LoadFailure loaded={loading} />
      {link && (
        <Frames
          key={`${language} ${width}`}
          address={`${link}&stored=${stored}${section ? `#section-${section}` : ''}`}
          width={WIDTHS[width]}
          title={texts.title}
        />
      )}
    </section>
  )
}

/** The former drawing stays until the next one is there, so nothing flickers. */
function Frames({ address, width, title }: { address: string; width: number; title: string }) {
  const [shown, show] = useState(address)
  const frame = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0)
  useEffect(() => {
    const box = frame.current
    if (!box) return
    const observer = new ResizeObserver(() => setScale(box.clientWidth / width))
    observer.observe(box)
    return () => observer.disconnect()
  }, [width])
  const size = scale > 0 && { inlineSize: width, blockSize: `${100 / scale}%`, transform: `scale(${scale})` }
  return (
    <div ref={frame} className={styles.frame}>
      {size &&
        [...new Set([shown, address])].map((each) => (
          <iframe
            key={each}
            src={each}
            title={title}
            // Without scripts. Its own origin is needed for its fonts.
            sandbox="allow-same-origin"
            className={each === shown ? undefined : styles.waiting}
            aria-hidden={each !== shown}
            style={size}
            onLoad={() => each === address && show(each)}
          />
        ))}
    </div>
  )
}
