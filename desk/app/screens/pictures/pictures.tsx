import { Upload as UploadIcon } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { classNames } from '#site/brand/class-names.ts'
import { api } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { Body, Button, Dot, Empty, Head } from '../../parts/elements.tsx'
import { Choice } from '../../parts/field.tsx'
import { useAnnouncements } from '../../parts/work.tsx'
import library from '../../pictures/library.module.css'
import { FileChooser, type Picture, PictureImage, UploadTile, useUploads } from '../../pictures/library.tsx'
import { useTexts } from '../../texts.tsx'
import { PicturePanel } from './picture-panel.tsx'
import styles from './pictures.module.css'

export const loader = () => api('GET /pictures')

/** Decorative pictures need no words. */
const isBare = ({ isDecorative, words }: Picture) => !isDecorative && Object.values(words).some((each) => each === '')

const MATCHES = {
  all: () => true,
  bare: isBare,
  unused: ({ uses }: Picture) => uses.length === 0,
}

export function Component() {
  const { pictures } = useLoaderData<typeof loader>()
  const { pictures: texts, say } = useTexts()
  const announcements = useAnnouncements()
  const { revalidate } = useRevalidator()
  const [search, setSearch] = useSearchParams()
  const [filter, setFilter] = useState<keyof typeof MATCHES>('all')
  const [isOver, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const chosen = pictures.find(({ id }) => id === search.get('picture'))
  const found = pictures.filter(MATCHES[filter])
  const choose = (id: string | undefined) => setSearch(id ? { picture: id } : {}, { replace: true })
  const { uploads, add } = useUploads((picture) => {
    announcements.say(say('pictures.uploaded', { name: picture.name }))
    revalidate()
    choose(picture.id)
  })
  const openChooser = () => chooser.current?.click()
  useActions([{ id: 'upload-picture', label: texts.upload, keys: 'N', icon: UploadIcon, run: openChooser }])
  usePastedFiles(add)

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }
  return (
    <>
      <Head
        title={texts.title}
        note={say('pictures.count', { count: pictures.length, bare: pictures.filter(isBare).length })}
        actions={<FileChooser input={chooser} onChosen={add} />}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button does the same */}
      <div
        className={classNames(styles.screen, chosen && styles.withPanel, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
        }}
        onDrop={drop}
      >
        <Body>
          {pictures.length > 0 && (
            <Choice
              legend={texts.filters}
              name="filter"
              value={filter}
              onChange={setFilter}
              options={{ all: texts.all, bare: texts.bare, unused: texts.unused }}
            />
          )}
          {found.length === 0 && uploads.length === 0 ? (
            <Empty
              fill="hollow"
              title={pictures.length === 0 ? texts.empty : texts.noneFound}
              text={pictures.length === 0 && texts.uploadHint}
              actions={pictures.length > 0 && <Button onClick={() => setFilter('all')} label={texts.showAll} />}
            />
          ) : (
            <ul className={library.grid} aria-label={texts.list}>
              {uploads.map((upload) => (
                <UploadTile key={upload.id} upload={upload} />
              ))}
              {found.map((picture) => (
                <li key={picture.id}>
                  <Tile picture={picture} isChosen={picture.id === chosen?.id} onChoose={choose} />
                </li>
              ))}
            </ul>
          )}
          {pictures.length > 0 && <p className="muted small">{texts.uploadHint}</p>}
        </Body>
        {chosen && (
          <PicturePanel
            key={chosen.id}
            picture={chosen}
            onClose={() => choose(undefined)}
            onReopen={() => choose(chosen.id)}
            onChanged={() => revalidate()}
          />
        )}
        {isOver && (
          <p className={styles.dropHere} aria-hidden>
            {texts.dropHere}
          </p>
        )}
      </div>
    </>
  )
}

interface TileProps {
  picture: Picture
  isChosen: boolean
  onChoose(id: string): void
}

function Tile({ picture, isChosen, onChoose }: TileProps) {
  const { pictures: texts, say } = useTexts()
  return (
    <button type="button" className={library.tile} aria-pressed={isChosen} onClick={() => onChoose(picture.id)}>
      <PictureImage {...picture} />
      <span className={styles.caption}>
        <Dot
          fill={isBare(picture) ? 'hollow' : 'solid'}
          colour={isBare(picture) ? 'cinnabar' : 'ink'}
          label={isBare(picture) ? texts.bare : undefined}
        />
        <span className={library.name} dir="ltr">
          {picture.name}
        </span>
        <span className="muted small">{say('pictures.used', { count: picture.uses.length })}</span>
      </span>
    </button>
  )
}

function usePastedFiles(add: (files: File[]) => void) {
  // Before painting: a visible screen accepts pasting.
  useLayoutEffect(() => {
    const paste = (event: Event) => {
      const { clipboardData } = event as unknown as ClipboardEvent
      const files = [...(clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      add(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  })
}
