import { Pencil, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { classNames } from '#site/brand/class-names.ts'
import { api, type ResultOf } from '../../api.ts'
import { useFormats } from '../../formats.ts'
import { useAnnouncements } from '../../parts/announcements.tsx'
import { Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Body, Note } from '../../parts/layout.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { useSay, useTexts } from '../../texts.tsx'
import styles from './inbox.module.css'
import { VIEWS } from './views.ts'

/** A list that a person comes back to, on every machine. */
type SavedView = ResultOf<'GET /views'>['views'][number]

const MAX_NAME_LENGTH = 40

interface ViewsProps {
  figures: Record<keyof typeof VIEWS, number>
  views: readonly SavedView[]
  /** The filters of the list that is shown. */
  here: string
}

/** The lists that everybody needs, then one's own; the one that is open can be renamed and removed. */
export function Views({ figures, views, here }: ViewsProps) {
  const texts = useTexts('inbox')
  const say = useSay('inbox')
  const formats = useFormats()
  const { revalidate } = useRevalidator()
  const { submit, failure } = useSubmit()
  const [renamed, setRenamed] = useState<SavedView>()
  const remove = (id: string) => submit(() => api('DELETE /views/:id', { params: { id } })).finally(revalidate)
  return (
    <>
      <nav className={styles.views} aria-label={texts.views}>
        {(Object.keys(VIEWS) as (keyof typeof VIEWS)[]).map((name) => (
          <ViewLink key={name} search={VIEWS[name]} here={here}>
            {texts.viewNames[name]} <span className="muted small">{formats.number(figures[name])}</span>
          </ViewLink>
        ))}
        {views.map((view) => (
          <ViewLink
            key={view.id}
            search={view.search}
            here={here}
            actions={
              <>
                <ViewButton
                  icon={Pencil}
                  label={say('renameView', { name: view.name })}
                  onClick={() => setRenamed(view)}
                />
                <ViewButton icon={X} label={say('removeView', { name: view.name })} onClick={() => remove(view.id)} />
              </>
            }
          >
            <bdi>{view.name}</bdi>
          </ViewLink>
        ))}
      </nav>
      {failure && (
        <Body className={styles.viewFailure}>
          <Note kind="wrong">{failure}</Note>
        </Body>
      )}
      {renamed && <RenameViewDialog view={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  )
}

interface ViewLinkProps {
  search: string
  here: string
  children: ReactNode
  actions?: ReactNode
}

function ViewLink({ search, here, children, actions }: ViewLinkProps) {
  const isHere = search === here
  return (
    <span className={classNames(styles.view, isHere && styles.here)}>
      <Link to={`/inbox${search}`} aria-current={isHere ? 'page' : undefined}>
        {children}
      </Link>
      {isHere && actions}
    </span>
  )
}

interface ViewButtonProps {
  icon: typeof X
  label: string
  onClick(): void
}

function ViewButton({ icon, label, onClick }: ViewButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onClick}>
      <Icon of={icon} small />
    </button>
  )
}

/** Under a name that is there already, what it stood for is replaced. */
export function SaveViewDialog({ search, onClose }: { search: string; onClose(): void }) {
  const texts = useTexts('inbox')
  return (
    <NameDialog
      title={texts.saveView}
      text={texts.saveViewText}
      onClose={onClose}
      onName={(name) => api('POST /views', { body: { name, search } })}
    />
  )
}

function RenameViewDialog({ view: { id, name: former }, onClose }: { view: SavedView; onClose(): void }) {
  const say = useSay('inbox')
  return (
    <NameDialog
      title={say('renameView', { name: former })}
      former={former}
      onClose={onClose}
      onName={(name) => api('PATCH /views/:id', { params: { id }, body: { name } })}
    />
  )
}

interface NameDialogProps {
  title: string
  text?: string
  former?: string
  onClose(): void
  onName(name: string): Promise<unknown>
}

function NameDialog({ title, text, former = '', onClose, onName }: NameDialogProps) {
  const texts = useTexts('inbox')
  const shell = useTexts('shell')
  const say = useSay('inbox')
  const announcements = useAnnouncements()
  const { revalidate } = useRevalidator()
  const { submit, isBusy, failure, errorOf } = useSubmit()
  const save = (answers: FormData) => {
    const name = String(answers.get('name')).trim()
    submit(async () => {
      await onName(name)
      announcements.say(say('viewSaved', { name }))
      onClose()
    }).finally(revalidate)
  }
  return (
    <FormDialog
      title={title}
      text={text}
      submit={shell.save}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      onSubmit={save}
    >
      <Field
        label={texts.viewName}
        name="name"
        dir="auto"
        required
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        defaultValue={former}
        error={errorOf('name')}
      />
    </FormDialog>
  )
}
