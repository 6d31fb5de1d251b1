import { ChevronLeft, ChevronRight, Download, FileImage, Minus, Paperclip, Plus } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { addressOf, api } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { Button, buttonClass, Icon, IconButton, Note } from '../../parts/elements.tsx'
import { LoadFailure, useLoaded } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import type { Submission } from './open-submission.ts'
import styles from './submission.module.css'

interface CvViewerProps {
  reference: string
  name: string
  cv: NonNullable<Submission['cv']>
}

const ZOOMS = [50, 75, 100, 125, 150, 200, 300]
const USUAL_ZOOM = 100

/** The server draws the pages: no part of the file reaches the browser, unless the original is saved. */
export function CvViewer({ reference, name, cv }: CvViewerProps) {
  const { submission: texts, say, formats } = useTexts()
  const [zoom, setZoom] = useState(USUAL_ZOOM)
  const [failed, setFailed] = useState<ReadonlySet<number>>(new Set())
  const [tries, setTries] = useState(0)
  const loading = useLoaded(`${reference} ${tries}`, ({ signal }) =>
    api('GET /submissions/:id/cv', { params: { id: reference }, signal }),
  )
  const drawn = loading.result
  const pages = drawn?.pages.length ?? 0
  const { sheets, page } = usePageInView(pages)
  const step = (by: 1 | -1) => {
    const sheet = sheets.current?.children[page - 1 + by]
    sheet?.scrollIntoView({ block: 'start' })
  }
  const tryAgain = () => {
    setFailed(new Set())
    setTries(tries + 1)
  }
  const scale = (by: 1 | -1) => setZoom(ZOOMS[ZOOMS.indexOf(zoom) + by] ?? zoom)
  useActions(
    pages > 0
      ? [
          { id: 'page-down', label: texts.keys.pages, keys: '.', keysOnly: true, run: () => step(1) },
          { id: 'page-up', label: texts.keys.pagesBack, keys: ',', keysOnly: true, run: () => step(-1) },
        ]
      : [],
  )

  return (
    <section className={styles.viewer} id="cv" aria-label={say('submission.cvOf', { name })}>
      <header className={styles.viewerBar}>
        <span className={styles.file}>
          <Icon of={Paperclip} small />
          <span className="own" dir="auto" title={cv.fileName}>
            {cv.fileName}
          </span>
          <span className="muted small">{formats.size(cv.size)}</span>
        </span>
        {pages > 0 && (
          <>
            <span className={styles.group}>
              <IconButton icon={ChevronLeft} isDirection label={texts.previousPage} onClick={() => step(-1)} />
              <span className="small" role="status">
                {say('submission.page', { page, pages })}
              </span>
              <IconButton icon={ChevronRight} isDirection label={texts.nextPage} onClick={() => step(1)} />
            </span>
            <span className={styles.group}>
              <IconButton icon={Minus} label={texts.zoomOut} onClick={() => scale(-1)} />
              <span className="small" role="status">
                {say('submission.zoom', { percent: zoom })}
              </span>
              <IconButton icon={Plus} label={texts.zoomIn} onClick={() => scale(1)} />
            </span>
          </>
        )}
      </header>
      {pages === 0 ? (
        <div className={styles.noPages}>
          <LoadFailure loaded={loading} />
          {drawn && <Note>{texts.cannotBeShown}</Note>}
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be within reach of the keyboard
        <ol className={styles.sheets} ref={sheets} tabIndex={0} data-zoom={zoom} aria-label={texts.cv}>
          {drawn?.pages.map(({ width, height }, index) => {
            const number = index + 1
            const alternative = say('submission.page', { page: number, pages })
            return (
              <li key={number}>
                {failed.has(number) ? (
                  <Note kind="wrong" actions={<Button small onClick={tryAgain} label={texts.tryAgain} />}>
                    {texts.cannotBeShown}
                  </Note>
                ) : (
                  <img
                    key={tries}
                    src={addressOf('GET /submissions/:id/cv/pages/:page', {
                      params: { id: reference, page: String(number) },
                      query: { size: zoom > USUAL_ZOOM ? 'large' : 'usual' },
                    })}
                    width={Math.round(width)}
                    height={Math.round(height)}
                    alt={alternative}
                    loading={number > 2 ? 'lazy' : 'eager'}
                    decoding="async"
                    onError={() => setFailed((former) => new Set(former).add(number))}
                  />
                )}
              </li>
            )
          })}
        </ol>
      )}
      <Inside reference={reference} cv={cv} />
    </section>
  )
}

function usePageInView(pages: number) {
  const [page, setPage] = useState(1)
  const sheets = useRef<HTMLOListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheets are there once their number is known
  useEffect(() => {
    const list = sheets.current
    if (!list) return
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.filter(({ isIntersecting }) => isIntersecting).at(0)
        if (seen) setPage([...list.children].indexOf(seen.target) + 1)
      },
      // A page may be higher than the window.
      { threshold: [0.2, 0.5] },
    )
    for (const sheet of list.children) observer.observe(sheet)
    return () => observer.disconnect()
  }, [pages])
  // Stop loading pictures of a closed viewer.
  useLayoutEffect(
    () => () => {
      for (const picture of sheets.current?.querySelectorAll('img') ?? []) picture.removeAttribute('src')
    },
    [],
  )
  return { sheets, page }
}

function Inside({ reference, cv }: { reference: string; cv: CvViewerProps['cv'] }) {
  const { submission: texts, submissions: words } = useTexts()
  const found = Object.keys(cv.inspection?.findings ?? {})
  const sentences = found.map((finding) => (words.marks as Record<string, string>)[`cv-${finding}`]).filter(Boolean)
  const params = { id: reference }
  const downloads = [
    { call: 'GET /submissions/:id/cv/as-pictures', icon: FileImage, label: texts.downloadPictures },
    { call: 'GET /submissions/:id/cv/original', icon: Download, label: texts.download },
  ] as const
  return (
    <footer className={styles.inside}>
      <div>
        <p className="small">
          <b>{texts.inside}</b>
        </p>
        {!cv.inspection && <p className="small second">{texts.notInspected}</p>}
        {cv.inspection && sentences.length === 0 && <p className="small second">{texts.insideNothing}</p>}
        {sentences.length > 0 && (
          <ul className="small">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        {cv.text !== 'whole' && <p className="small second">{texts.cvText[cv.text ?? 'unread']}</p>}
        <p className="small muted">{texts.picturesOnly}</p>
      </div>
      <div className={styles.group}>
        <a
          className={buttonClass({ small: true })}
          href={addressOf('GET /submissions/:id/cv/sheet', { params })}
          target="_blank"
          rel="noreferrer"
        >
          {texts.pagesAlone}
        </a>
        {downloads.map(({ call, icon, label }) => (
          <a key={call} className={buttonClass({ small: true })} href={addressOf(call, { params })} download>
            <Icon of={icon} small />
            {label}
          </a>
        ))}
      </div>
    </footer>
  )
}
