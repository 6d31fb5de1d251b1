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
            {texts.viewNames[name]}{' '}
            <span className="muted small">
              {name === 'everything' ? formats.number(figures[name]) : formats.figure(figures[name])}
            </span>
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
        <ViewDialog view={renamed} onClose={() => setRenamed(undefined)} onReopen={() => setRenamed(renamed)} />
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

interface ViewDialogProps extends Closing {
  view?: SavedView
  search?: string
}

/** Saving under a known name replaces that view. */
export function ViewDialog({ view, search = '', ...closing }: ViewDialogProps) {
  const { inbox: texts, shell, say } = useTexts()
  const { change, ...form } = useSubmit()
  const draft = useDraft(view ? `view ${view.id}` : 'view', () => ({ name: view?.name ?? '' }))
  const name = draft.value.name.trim()
  const save = () =>
    change(
      async () => {
        if (view) await api('PATCH /views/:id', { params: { id: view.id }, body: { name } })
        else await api('POST /views', { body: { name, search } })
        draft.forget()
        closing.onClose()
      },
      say('inbox.viewSaved', { name }),
    )
  return (
    <FormDialog
      title={view ? say('inbox.renameView', { name: view.name }) : texts.saveView}
      text={!view && texts.saveViewText}
      submit={shell.save}
      form={form}
      onClose={() => draft.discard(name !== '' && name !== view?.name, closing)}
      onSubmit={save}
    >
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
