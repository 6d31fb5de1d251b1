import { Pencil, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { classNames } from '#site/brand/class-names.ts'
import { api, type ResultOf } from '../../api.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { type Closing, useDraft } from '../../parts/drafts.ts'
import { Body, Icon, Note } from '../../parts/elements.tsx'
import { Field } from '../../parts/field.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './inbox.module.css'

type SavedView = ResultOf<'GET /views'>['views'][number]

const MAX_NAME_LENGTH = 40

interface ViewsProps {
  figures: Record<keyof typeof VIEWS, number>
  views: readonly SavedView[]
  here: string
}

export function Views({ figures, views, here }: ViewsProps) {
  const { inbox: texts, say, formats } = useTexts()
  const { change, failure } = useSubmit()
  const [renamed, setRenamed] = useState<SavedView>()
  const remove = (id: string) => change(() => api('DELETE /views/:id', { params: { id } }))
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
                  label={say('inbox.renameView', { name: view.name })}
                  onClick={() => setRenamed(view)}
                />
                <ViewButton
                  icon={X}
                  label={say('inbox.removeView', { name: view.name })}
                  onClick={() => remove(view.id)}
                />
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
      {renamed && (
        <RenameViewDialog view={renamed} onClose={() => setRenamed(undefined)} onReopen={() => setRenamed(renamed)} />
      )}
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

function ViewButton({ icon, label, onClick }: { icon: typeof X; label: string; onClick(): void }) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onClick}>
      <Icon of={icon} small />
    </button>
  )
}

/** Saving under a known name replaces that view. */
export function SaveViewDialog({ search, ...closing }: { search: string } & Closing) {
  const { inbox: texts } = useTexts()
  return (
    <NameDialog
      {...closing}
      about="view"
      title={texts.saveView}
      text={texts.saveViewText}
      onName={(name) => api('POST /views', { body: { name, search } })}
    />
  )
}

function RenameViewDialog({ view: { id, name: former }, ...closing }: { view: SavedView } & Closing) {
  const { say } = useTexts()
  return (
    <NameDialog
      {...closing}
      about={`view ${id}`}
      title={say('inbox.renameView', { name: former })}
      former={former}
      onName={(name) => api('PATCH /views/:id', { params: { id }, body: { name } })}
    />
  )
}

interface NameDialogProps extends Closing {
  about: string
  title: string
  text?: string
  former?: string
  onName(name: string): Promise<unknown>
}

function NameDialog({ about, title, text, former = '', onName, ...closing }: NameDialogProps) {
  const { inbox: texts, shell, say } = useTexts()
  const { change, ...form } = useSubmit()
  const draft = useDraft(about, () => ({ name: former }))
  const name = draft.value.name.trim()
  const save = () =>
    change(
      async () => {
        await onName(name)
        draft.forget()
        closing.onClose()
      },
      say('inbox.viewSaved', { name }),
    )
  const close = () => draft.discard(name !== '' && name !== former, closing)
  return (
    <FormDialog title={title} text={text} submit={shell.save} form={form} onClose={close} onSubmit={save}>
      <Field
        label={texts.viewName}
        dir="auto"
        required
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        {...draft.field('name')}
      />
    </FormDialog>
  )
}

export const VIEWS = {
  everything: '',
  waiting: '?waiting=yes&order=waiting',
  mine: '?person=me',
  unread: '?read=no',
  marked: '?marked=yes',
} as const
